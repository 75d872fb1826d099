import type { GameLine } from '../bundle/lines.ts';
import { numbersOf, plainTitle, titleKey } from '../folding.ts';
import { companyFamily, isReissuing } from '../vocabulary/companies.ts';
import { listParts } from '../vocabulary/other-games.ts';
import { consoleOf } from '../vocabulary/platforms.ts';
import { readTable } from '../vocabulary/tables.ts';
import {
  ARCADE,
  allTitles,
  comparableTitles,
  hostPlatform,
  isCommonTitle,
  isDistinctive,
  listNamesakes,
  MACHINES,
  machinesOf,
  numberedTitle,
  reissuedPlatform,
  renamedTitles,
  titleOf,
} from './known-titles.ts';
import { kindOf, yearsOf } from './line-kinds.ts';
import { codeMarks, hashMarks, listDatabases, listTitles } from './marks.ts';

type Sets = ReadonlyMap<string, ReadonlySet<string>>;

/** What is compared of two games: everything that the lines of each say. */
export type Evidence = ReturnType<typeof describe>;

/** Lists that have one game under several titles. */
const LOOSE_LISTS = new Set(
  readTable('mame-lists.tsv').flatMap(([list, , , , quirks = '']) =>
    quirks.includes('title-clones') ? [`mame:${list}`] : [],
  ),
);
/** The names of No-Intro, Redump and TOSEC follow conventions. */
const NAMING = ['libretro', 'dats'];
const EXPANSION =
  /\b(?:expansion|data disk|mission disk|scenario disk|extra levels|coin-?op|construction (?:set|kit))\b/i;
const VS = /^Vs\. /;
const DEVELOPER = 'Developed by';
const JAPAN = 'Japan';

/** Without a source, the lists that the line is from do not count: it is about to be removed, or was never in one. */
export function describe(line: GameLine, source?: string) {
  const lists = source === undefined ? [] : line.platforms.map(({ platform }) => `${source} ${hostPlatform(platform)}`);
  const titles = listTitles(line);
  const reissued = [reissuedPlatform(line.title) ?? [], machinesOf(line.key)].flat();
  const isReissue = reissued.length > 0;
  const years = isReissue
    ? new Map(reissued.map((platform): [string, number[]] => [platform, []]))
    : yearsByPlatform(line);
  const keys = [line.key, ...(line.members ?? [])];
  const platforms = [...years.keys()];
  const main = comparableTitles(line.title, platforms);
  const numbered = numberedTitle(line.title, platforms);
  const all = [...titles, ...(numbered ? [numbered.title] : [])].flatMap((one) => allTitles(one, platforms));
  // The publisher and the year of a reissue say nothing about the game.
  const releases = isReissue ? [] : line.platforms.flatMap((platform) => platform.releases ?? []);
  const companies = releases.flatMap((release) => release.companies);
  const developers = companies.filter(({ role }) => role === DEVELOPER);
  const isOfDumps = line.enriches || line.members || line.ids?.sha1 || line.ids?.crc32;
  const gameLists = isOfDumps ? [] : lists;
  return {
    /** Folded titles: main titles, all titles, titles without Latin letters, main titles in Japan. */
    main: new Set(main),
    all: new Set(all),
    native: new Set(all.filter(isNative)),
    // A reissue has the name of its series in Japan.
    japanese: new Set(isReissue ? [] : japaneseTitles(line).flatMap((title) => comparableTitles(title, platforms))),
    /** The main titles themselves, and what `same-titles.tsv` calls the games of these titles. */
    own: new Set([plainTitle(line.title)]),
    renamed: new Set(renamedTitles(line.title, platforms)),
    /** Main titles with a number and a subtitle. */
    distinctive: new Set(isDistinctive(line.title) ? [plainTitle(line.title)] : []),
    /** Main titles of words that many titles have. */
    common: new Set(isCommonTitle(line.title) ? [plainTitle(line.title)] : []),
    /** All titles in lists of games that people made. */
    curated: new Set(gameLists.length > 0 ? all : []),
    /** The numbers in the main titles: `2` of Mega Man 2. */
    numbers: new Set([numbersOf(titleKey(line.title))]),
    /** The numbers at the end of the main titles, by the rest of the title. */
    sequels: sequelOf(titleKey(line.title)),
    /** The subtitles of numbered main titles, by the title before: Hop II: The Return. */
    subtitles: new Map(numbered ? [[plainTitle(numbered.title), new Set([plainTitle(numbered.subtitle)])]] : []),
    /** What the main titles say of expansions, and of other versions under the name of a game; empty for the game itself. */
    expansions: new Set([expansionOf(line.title)]),
    /** Families of companies: `nintendo` of Nintendo of America. */
    companies: new Set(listFamilies(companies)),
    /** The same without labels that sell games of many companies again. */
    makers: new Set(listFamilies(companies.filter(({ company }) => !isReissuing(company)))),
    developers: new Set(listFamilies(developers)),
    /** Years of release by platform. */
    years,
    hashes: new Set(hashMarks(line)),
    /** Ids in other databases by the name of the database. */
    ids: new Map(listDatabases(line).map((name) => [name, new Set(line.ids?.[name])])),
    /** The keys of its lines and of their members. */
    keys: new Set(keys),
    /** The keys in other sources that its lines name. */
    named: new Set(line.ids?.key),
    /** Lists of a source that joins the versions of a game itself (`mame:nes`), with its main titles there. */
    files: new Map(
      line.enriches || source === undefined ? [] : listFiles(line, platforms).map((file) => [file, new Set(main)]),
    ),
    /** Product codes, as marks. */
    codes: new Set(codeMarks(line)),
    /** The platforms of each source: `mame platform:nes`. */
    lists: new Set(lists),
    /** Those of sources that list games, not dumps: two games there are two. */
    gameLists: new Set(gameLists),
    /** Which of several games of one title it is, as ids that begin with the title. Ids of GameDataBase are titles, too. */
    namesakes: new Set(line.ids?.key ? [] : namesakesOf(years, [...all, ...(line.ids?.gamedatabase ?? [])])),
    /** Which of the games that a source has in one line it is (`other-games.tsv`). */
    parts: new Set(listParts(keys)),
    kinds: new Set([kindOf(line)]),
    /** Sources that spell the title of a game in one way on all platforms, and create the game. */
    naming: new Set(source !== undefined && NAMING.includes(source) && !line.enriches ? [source] : []),
  };
}

/** The evidence of two lines or games as that of one game. */
export function join(a: Evidence, b: Evidence): Evidence {
  const fields = Object.keys(a) as (keyof Evidence)[];
  return Object.fromEntries(fields.map((name) => [name, unite(a[name], b[name])])) as unknown as Evidence;
}

/** Unites sets and lists, and maps by their keys. */
function unite<T>(a: T, b: T): T {
  if (a instanceof Set && b instanceof Set) return a.union(b) as T;
  if (Array.isArray(a) && Array.isArray(b)) return [...new Set([...a, ...b])] as T;
  if (!(a instanceof Map) || !(b instanceof Map)) return a ?? b;
  const keys = new Set([...a.keys(), ...b.keys()]);
  return new Map(Array.from(keys, (key) => [key, unite(a.get(key), b.get(key))])) as T;
}

/** Infinity if no year is known. */
export function firstYear({ years }: Evidence): number {
  return Math.min(...[...years.values()].flat());
}

/** What a title says of an expansion or another version under the name of a game; empty for the game itself. */
export function expansionOf(title: string): string {
  return EXPANSION.exec(title)?.[0].toLowerCase() ?? '';
}

function sequelOf(key: string): Sets {
  const [, title = key, number = ''] = /^(.*\D) (\d+)$/.exec(key) ?? [];
  return new Map([[title, new Set([number])]]);
}

function listFamilies(companies: readonly { company: string }[]): string[] {
  return companies.map(({ company }) => companyFamily(company)).filter((family) => family !== '');
}

/** A Vs. machine runs the game of a console under a title of its own. */
function listFiles({ title, members = [] }: GameLine, platforms: readonly string[]): string[] {
  const isOfConsole = VS.test(title) && !platforms.includes(ARCADE);
  return members.map(fileOf).filter((file) => !LOOSE_LISTS.has(file) && !(isOfConsole && file === MACHINES));
}

/** The list of an entry: `mame:nes` of `mame:nes/smb`. */
export function fileOf(key: string): string {
  return key.split('/', 1)[0] as string;
}

/** A line that is several games of one title, such as one of many platforms, is left to the other evidence. */
function namesakesOf(years: ReadonlyMap<string, readonly number[]>, titles: readonly string[]): string[] {
  const ids = new Set(
    [...years].flatMap(([platform, own]) => titles.flatMap((title) => listNamesakes(title, platform, own))),
  );
  return Map.groupBy(ids, titleOf)
    .values()
    .filter((games) => games.length === 1)
    .toArray()
    .flat();
}

/** Machines that run games of a console are compared as games of it. */
function comparedPlatform({ platform, attributes = [] }: GameLine['platforms'][number]): string {
  return attributes.map(consoleOf).find((console) => console !== undefined) ?? hostPlatform(platform);
}

/** In Latin letters. A title there that only adds to the main one says no more than that. */
function japaneseTitles({ title, alternate_titles = [], platforms }: GameLine): string[] {
  const main = plainTitle(title);
  const named = alternate_titles.filter(
    ({ title: other, description }) => description.startsWith(JAPAN) && !isNative(other),
  );
  const titles = named.map((other) => plainTitle(other.title)).map((other) => (other.startsWith(main) ? main : other));
  if (titles.length > 0) return titles;
  const countries = new Set(platforms.flatMap(({ releases = [] }) => releases.flatMap((release) => release.countries)));
  return countries.has(JAPAN) && !isNative(title) ? [main] : [];
}

function yearsByPlatform({ platforms }: GameLine): Map<string, number[]> {
  const compared = Map.groupBy(platforms, comparedPlatform);
  return new Map(Array.from(compared, ([platform, own]) => [platform, own.flatMap(yearsOf)]));
}

/** In another script than Latin, but for numerals and the like. */
function isNative(title: string): boolean {
  return /[^\P{Letter}\p{Script=Latin}]/u.test(title);
}
