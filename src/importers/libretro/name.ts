import type { GameKind } from '../../vocabulary/kinds.ts';
import { findLanguage } from '../../vocabulary/languages.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { parseDescription } from '../dumps/description.ts';
import { classifyTags, type Tags } from '../dumps/tags.ts';

/** The parts of a ROM name: `Amazing Hop, The ~ Hop (USA, Europe) (En,Fr) (Rev 1)`. */
export interface RomName {
  title: string;
  spelling: string | undefined;
  others: string[];
  tags: Tags;
  languages: string[];
}

const GROUP = /\s*\(([^()]*)\)/g;
/** `En`, `Fr+Es`, `Zh-Hans` as in No-Intro and Redump; `en-fr` as in TOSEC. Countries are in capitals. */
const LANGUAGES = /^[A-Z][a-z](-[A-Z]\w+)?([,+] ?[A-Z][a-z](-[A-Z]\w+)?)*$|^[a-z]{2}(-[a-z]{2})*$/;

export function parseName(text: string): RomName {
  const languages: string[] = [];
  const rest = text.replace(GROUP, (group, inner: string) => {
    const found = languagesOf(inner);
    languages.push(...(found ?? []));
    return found ? '' : group;
  });
  const { tags, ...titles } = parseDescription(rest);
  return { ...titles, tags: classifyTags(tags), languages: [...new Set(languages)] };
}

/** Undefined if the group is not a list of languages. */
function languagesOf(group: string): string[] | undefined {
  if (!LANGUAGES.test(group)) return undefined;
  const separator = /[A-Z]/.test(group) ? /[,+] ?/ : '-';
  const found = group.split(separator).map(findLanguage);
  return found.every((language) => language !== undefined) ? found : undefined;
}

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
