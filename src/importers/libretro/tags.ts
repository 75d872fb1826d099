import type { GameKind } from '../../vocabulary/kinds.ts';
import { readTable } from '../../vocabulary/tables.ts';

/** What tags of No-Intro and Redump say of a dump: what it is, or that it is a game of an older machine. */
type Meaning = GameKind | 'reissue';

const rules = readTable('libretro-tags.tsv').map(([meaning, pattern]) => ({
  meaning: meaning as Meaning,
  pattern: new RegExp(`^(?:${pattern})$`),
}));

/** The first rule that one of the tags fits decides. */
export function findMeaning(tags: readonly string[]): Meaning | undefined {
  return rules.find(({ pattern }) => tags.some((tag) => pattern.test(tag)))?.meaning;
}
