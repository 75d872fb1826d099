import { plainWords } from '../../folding.ts';
import type { GameKind } from '../../vocabulary/kinds.ts';
import { readTable } from '../../vocabulary/tables.ts';

/** A part of a list, which begins with a comment such as `<!-- Applications -->`. */
export interface Section {
  /** Undefined for games. */
  kind?: GameKind;
}

/** Not all lists keep to their headings. The table has those that do. */
const rows = readTable('mame-sections.tsv').map(([lists = '', headings = '', kind = '']) => ({
  lists: new RegExp(`^(?:${lists})$`),
  headings: new Set(headings.split('|')),
  section: kind === '' ? {} : { kind: kind as GameKind },
}));

/** The section that begins with a comment, if it is a heading. */
export function findSection(list: string, comment: string): Section | undefined {
  const heading = plainWords(comment);
  return rows.find(({ lists, headings }) => headings.has(heading) && lists.test(list))?.section;
}
