import { plainWords, titleKey } from '../../folding.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { entryKey } from '../../vocabulary/vocabulary.ts';
import { parseDescription } from '../dumps/description.ts';
import type { CountTitles } from './entry-file.ts';
import { type ListFacts, makeListFacts } from './lists.ts';
import type { Software } from './software.ts';

/** A list that the table does not have, with all its entries. */
export interface UnknownList {
  description: string;
  entries: Software[];
}

const MIN_NAME_LENGTH = 3;
/** So many titles, and so large a part of the list, on one platform are no coincidence. */
const MIN_SHARED = 5;
const MIN_SHARE = 0.5;

/** All names of platforms in plain words, the longest first. Some other names are common words, such as Revolution. */
const names = readTable('platforms.tsv')
  .flatMap(([, name = '', others = '']) =>
    [name, ...others.split('|').filter((other) => /[\d -]/.test(other))].map((one) => ({
      words: plainWords(one),
      platform: entryKey('platform', name),
    })),
  )
  .filter(({ words }) => words.length >= MIN_NAME_LENGTH)
  .toSorted((a, b) => b.words.length - a.words.length);

/** Guesses the platform of a list from its description, or from titles that it shares with known lists. */
export function guessList({ description, entries }: UnknownList, countTitles: CountTitles): ListFacts | undefined {
  const platform = findPlatformName(description) ?? findSharedTitles(entries, countTitles);
  return platform === undefined ? undefined : makeListFacts(platform);
}

function findPlatformName(description: string): string | undefined {
  const text = ` ${plainWords(description)} `;
  return names.find(({ words }) => text.includes(` ${words} `))?.platform;
}

function findSharedTitles(entries: readonly Software[], countTitles: CountTitles): string | undefined {
  const titles = new Set(entries.map(({ description }) => titleKey(parseDescription(description).title)));
  const [best] = countTitles([...titles]);
  return best && best.count >= MIN_SHARED && best.count >= titles.size * MIN_SHARE ? best.platform : undefined;
}
