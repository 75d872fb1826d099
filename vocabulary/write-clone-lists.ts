import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainTitle } from '../src/folding.ts';
import { getOrInsert } from '../src/get-or-insert.ts';
import { readTable } from '../src/vocabulary/tables.ts';

/**
 * Writes `clone-lists.tsv`, titles under which one game was sold on a platform, from the clone lists of Retool:
 * `npm run -s clone-lists -- FOLDER > vocabulary/clone-lists.tsv`, with a checkout of retool-clonelists-metadata.
 */

interface CloneList {
  variants?: Group[];
}

/** The other fields of a group are compilations that contain the game, editions with more in them, and categories. */
interface Group {
  group: string;
  titles?: {
    searchTerm: string;
    /** Other than a title, it is the name of one dump, with its tags. */
    nameType?: string;
    /** What holds for some dumps of the title, such as that those of one country are another game. */
    filters?: { results?: { group?: string } }[];
  }[];
}

const FIRMWARE = /BIOS Images/;
/** What follows the name of a system, and precedes it where the list is not that of the usual group. */
const NOTES = /^(?:Non-Redump|Unofficial) - | \([^)]*\)/g;

const [folder = '.'] = process.argv.slice(2);
const platforms = new Map(
  readTable('libretro-platforms.tsv').map(([system = '', platform = '']) => [system, platform]),
);
/** Games of their own, also where the lists have the title in the group of another one. */
const ownTitles = new Set(readTable('own-titles.tsv').map(([title = '']) => plainTitle(title)));
/** The platforms of each pair of titles. */
const pairs = new Map<string, string[]>();
for (const file of readdirSync(join(folder, 'clonelists')).toSorted()) {
  const platform = platforms.get(file.replace('.json', '').replace(NOTES, ''))?.replace('platform:', '');
  if (platform && !FIRMWARE.test(file))
    for (const pair of listPairs(JSON.parse(readFileSync(join(folder, 'clonelists', file), 'utf8'))))
      getOrInsert(pairs, pair, () => []).push(platform);
}
const rows = Array.from(pairs, ([pair, own]) => `${pair}\t${[...new Set(own)].toSorted().join(' ')}`);
process.stdout.write(`${['title\tother\tplatforms', ...rows.toSorted()].join('\n')}\n`);

/** The discs of a game are groups of their own. What is called like one of them may be a collection. */
function listPairs({ variants = [] }: CloneList): Set<string> {
  const discs = variants.map(({ group, titles = [] }) => ({
    group: withoutDisc(group),
    titles: titles.flatMap((one) =>
      withoutDisc(one.searchTerm) === one.searchTerm ? [] : [{ ...one, searchTerm: withoutDisc(one.searchTerm) }],
    ),
  }));
  return new Set([...listPairsOf(variants), ...listPairsOf(discs)]);
}

/** The first title of each game with each other one. */
function listPairsOf(groups: readonly Group[]): string[] {
  const games = Map.groupBy(groups, ({ group }) => group)
    .values()
    .map((own) =>
      Map.groupBy(own.flatMap(titlesOf), plainTitle)
        .values()
        .map(([title = '']) => title)
        .toArray(),
    )
    .toArray();
  const counts = new Map<string, number>();
  for (const title of games.flat().map(plainTitle)) counts.set(title, (counts.get(title) ?? 0) + 1);
  return games.flatMap((titles) => {
    const [title, ...others] = titles.filter((one) => counts.get(plainTitle(one)) === 1);
    return others.map((other) => `${title}\t${other}`);
  });
}

/** Without those that other games of the platform have, too. */
function titlesOf({ group, titles = [] }: Group): string[] {
  const own = titles
    .filter(({ nameType, filters = [] }) => !nameType && filters.every(({ results }) => !results?.group))
    .map(({ searchTerm }) => searchTerm);
  return own
    .toSorted((a, b) => Number(b === group) - Number(a === group))
    .filter((title) => !title.includes('(') && (title === group || !ownTitles.has(plainTitle(title))));
}

function withoutDisc(title: string): string {
  return title.replace(/ \(Disc \d+\).*$/, '');
}
