import type { GameLine } from '../bundle/lines.ts';
import { numbersOf, plainTitle, titleKey } from '../folding.ts';
import { consoleOf } from '../vocabulary/arcade-systems.ts';
import { companyFamily, isReissuing } from '../vocabulary/companies.ts';
import { listParts } from '../vocabulary/other-games.ts';
import { readTable } from '../vocabulary/tables.ts';
import { ARCADE, hostPlatform, MACHINES, machineOf } from './host-platform.ts';
import {
  allTitles,
  comparableTitles,
  isCommonTitle,
  isDistinctive,
  listNamesakes,
  numberedTitle,
  reissuedPlatform,
  renamedTitles,
  titleOf,
} from './known-titles.ts';
import { type Kind, kindOf, yearsOf } from './line-kinds.ts';
import { codeMarks, hashMarks, listDatabases, listTitles } from './marks.ts';

type Sets = ReadonlyMap<string, ReadonlySet<string>>;

/** What is compared of two games: everything that the lines of each say. */
export interface Evidence {
  /** Folded titles: main titles, all titles, titles without Latin letters, main titles in Japan. */
  main: ReadonlySet<string>;
  all: ReadonlySet<string>;
  native: ReadonlySet<string>;
  japanese: ReadonlySet<string>;
  /** The main titles themselves, and what `same-titles.tsv` calls the games of these titles. */
  own: ReadonlySet<string>;
  renamed: ReadonlySet<string>;
  /** Main titles with a number and a subtitle. */
  distinctive: ReadonlySet<string>;
  /** Main titles of words that many titles have. */
  common: ReadonlySet<string>;
  /** All titles in lists of games that people made. */
  curated: ReadonlySet<string>;
  /** The numbers in the main titles: `2` of Mega Man 2. */
  numbers: ReadonlySet<string>;
  /** The numbers at the end of the main titles, by the rest of the title. */
  sequels: Sets;
  /** The subtitles of numbered main titles, by the title before: Hop II: The Return. */
  subtitles: Sets;
  /** What the main titles say of expansions, and of other versions under the name of a game; empty for the game itself. */
  expansions: ReadonlySet<string>;
  /** Families of companies: `nintendo` of Nintendo of America. */
  companies: ReadonlySet<string>;
  /** The same without labels that sell games of many companies again. */
  makers: ReadonlySet<string>;
  developers: ReadonlySet<string>;
  /** Years of release by platform. */
  years: ReadonlyMap<string, readonly number[]>;
  /** File hashes, and ids in other databases by the name of the database. */
  hashes: ReadonlySet<string>;
  ids: Sets;
  /** The keys of its lines and of their members. */
  keys: ReadonlySet<string>;
  /** The keys in other sources that its lines name. */
  named: ReadonlySet<string>;
  /** Lists of a source that joins the versions of a game itself (`mame:nes`), with its main titles there. */
  files: Sets;
  /** Product codes, as marks. */
  codes: ReadonlySet<string>;
  /** The platforms of each source: `mame platform:nes`. */
  lists: ReadonlySet<string>;
  /** Those of sources that list games, not dumps: two games there are two. */
  gameLists: ReadonlySet<string>;
  /** Which of several games of one title it is, as ids that begin with the title. */
  namesakes: ReadonlySet<string>;
  /** Which of the games that a source has in one line it is (`other-games.tsv`). */
  parts: ReadonlySet<string>;
  kinds: ReadonlySet<Kind>;
  /** Sources that spell the title of a game in one way on all platforms, and create the game. */
  naming: ReadonlySet<string>;
}

/** Lists that have one game under several titles. */
const LOOSE_LISTS = new Set(
  readTable('mame-lists.tsv').flatMap(([list, , , , quirks = '']) =>
    quirks.includes('title-clones') ? [`mame:${list}`] : [],
  ),
);
/** The names of No-Intro, Redump and TOSEC follow conventions. */
const NAMING = 'libretro';
const EXPANSION =
  /\b(?:expansion|data disk|mission disk|scenario disk|extra levels|coin-?op|construction (?:set|kit))\b/i;
const VS = /^Vs\. /;
const DEVELOPER = 'Developed by';
const JAPAN = 'Japan';
const NONE: ReadonlySet<string> = new Set();

/** Without a source, the lists that the line is from do not count: it is about to be removed, or was never in one. */
export function describe(line: GameLine, source?: string): Evidence {
  const lists = source === undefined ? [] : line.platforms.map(({ platform }) => `${source} ${hostPlatform(platform)}`);
  const titles = listTitles(line);
  const reissued = reissuedPlatform(line.title) ?? machineOf(line.key);
  const years = reissued ? new Map([[reissued, []]]) : yearsByPlatform(line);
  const keys = [line.key, ...(line.members ?? [])];
  const platforms = [...years.keys()];
  const main = comparableTitles(line.title, platforms);
  const numbered = numberedTitle(line.title, platforms);
  const all = [...titles, ...(numbered ? [numbered.title] : [])].flatMap((one) => allTitles(one, platforms));
  // The publisher and the year of a reissue say nothing about the game.
  const releases = reissued ? [] : line.platforms.flatMap((platform) => platform.releases ?? []);
  const companies = releases.flatMap((release) => release.companies);
  const developers = companies.filter(({ role }) => role === DEVELOPER);
  const isOfDumps = line.enriches || line.members || line.ids?.sha1 || line.ids?.crc32;
  const gameLists = isOfDumps ? [] : lists;
  return {
    main: new Set(main),
    all: new Set(all),
    native: new Set(all.filter(isNative)),
    // A reissue has the name of its series in Japan.
    japanese: new Set(reissued ? [] : japaneseTitles(line).flatMap((title) => comparableTitles(title, platforms))),
    own: new Set([plainTitle(line.title)]),
    renamed: new Set(renamedTitles(line.title, platforms)),
    distinctive: new Set(isDistinctive(line.title) ? [plainTitle(line.title)] : []),
    common: new Set(isCommonTitle(line.title) ? [plainTitle(line.title)] : []),
    curated: new Set(gameLists.length > 0 ? all : []),
    numbers: new Set([numbersOf(titleKey(line.title))]),
    sequels: sequelOf(titleKey(line.title)),
    subtitles: new Map(numbered ? [[plainTitle(numbered.title), new Set([plainTitle(numbered.subtitle)])]] : []),
    expansions: new Set([expansionOf(line.title)]),
    companies: new Set(listFamilies(companies)),
    makers: new Set(listFamilies(companies.filter(({ company }) => !isReissuing(company)))),
    developers: new Set(listFamilies(developers)),
    years,
    hashes: new Set(hashMarks(line)),
    ids: new Map(listDatabases(line).map((name) => [name, new Set(line.ids?.[name])])),
    keys: new Set(keys),
    named: new Set(line.ids?.key),
    files: new Map(
      line.enriches || source === undefined ? [] : listFiles(line, platforms).map((file) => [file, new Set(main)]),
    ),
    codes: new Set(codeMarks(line)),
    lists: new Set(lists),
    gameLists: new Set(gameLists),
    // Ids of GameDataBase are titles, too.
    namesakes: new Set(line.ids?.key ? [] : namesakesOf(years, [...all, ...(line.ids?.gamedatabase ?? [])])),
    parts: new Set(listParts(keys)),
    kinds: new Set([kindOf(line)]),
    naming: new Set(source === NAMING && !line.enriches ? [source] : []),
  };
}

/** The evidence of two lines or games as that of one game. */
export function join(a: Evidence, b: Evidence): Evidence {
  const years = new Map(a.years);
  for (const [platform, own] of b.years) years.set(platform, [...new Set([...(years.get(platform) ?? []), ...own])]);
  return {
    main: a.main.union(b.main),
    all: a.all.union(b.all),
    native: a.native.union(b.native),
    japanese: a.japanese.union(b.japanese),
    own: a.own.union(b.own),
    renamed: a.renamed.union(b.renamed),
    distinctive: a.distinctive.union(b.distinctive),
    common: a.common.union(b.common),
    curated: a.curated.union(b.curated),
    numbers: a.numbers.union(b.numbers),
    sequels: joinSets(a.sequels, b.sequels),
    subtitles: joinSets(a.subtitles, b.subtitles),
    expansions: a.expansions.union(b.expansions),
    companies: a.companies.union(b.companies),
    makers: a.makers.union(b.makers),
    developers: a.developers.union(b.developers),
    years,
    hashes: a.hashes.union(b.hashes),
    ids: joinSets(a.ids, b.ids),
    keys: a.keys.union(b.keys),
    named: a.named.union(b.named),
    files: joinSets(a.files, b.files),
    codes: a.codes.union(b.codes),
    lists: a.lists.union(b.lists),
    gameLists: a.gameLists.union(b.gameLists),
    namesakes: a.namesakes.union(b.namesakes),
    parts: a.parts.union(b.parts),
    kinds: a.kinds.union(b.kinds),
    naming: a.naming.union(b.naming),
  };
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

function joinSets(a: Sets, b: Sets): Sets {
  if (a.size === 0 || b.size === 0) return a.size === 0 ? b : a;
  const names = new Set([...a.keys(), ...b.keys()]);
  return new Map(Array.from(names, (name) => [name, (a.get(name) ?? NONE).union(b.get(name) ?? NONE)]));
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
function namesakesOf(years: Evidence['years'], titles: readonly string[]): string[] {
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
