import type { DumpLine, GameLine, GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { isKindAttribute } from '../../vocabulary/kinds.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { playersAttribute } from '../attributes.ts';
import { type GameBundle, openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { isWellKnown, makeKindFilter, parseNewGames } from '../new-games.ts';
import { sortedUnique } from '../sorting.ts';
import { isComplete, type SourceFile, watchFiles } from '../source-files.ts';
import type { Unknowns } from '../unknowns.ts';
import type { Entry } from './entry.ts';
import { listGroups } from './groups.ts';
import { idsOf } from './hashes.ts';
import { kindAttributes, kindOf, withoutDemos } from './kinds.ts';
import { toPlatformLine, withoutStatuses } from './releases.ts';
import { alternateTitles, chooseTitle } from './titles.ts';

interface DumpSource {
  id: string;
  files: readonly SourceFile[];
  unknowns: Unknowns;
  /** Whether the files have everything of the source. By default, folders have. */
  complete?: boolean;
  /** Skip games with only a name and hashes: they add nothing to the game of another source. */
  skipsBareGames?: boolean;
  /** Reads the files, puts each game, and returns what was counted. */
  read(onChunk: (chunk: Buffer) => void, put: PutGame): Promise<Record<string, number>>;
}

type PutGame = (key: string, entries: readonly Entry[], more?: GameFacts) => Promise<void>;

interface GameFacts {
  /** The keys of other titles of the game. */
  members?: readonly string[];
  /** True if the game is known to be that of another list, or no game at all. */
  onlyEnriches?: boolean;
  /** The entries of which one has the title of the game. By default, all. */
  titled?: readonly Entry[] | undefined;
  /** The ids of the source, if other databases state them. */
  ids?: GameLine['ids'];
}

/** Converts a source that enriches the games of other sources. With `--new-games` and `--new-games-on` it creates games as well. */
export async function convertDumps(
  { paths, flags, folder, onProgress }: ConvertInput,
  { id, files, unknowns, complete = isComplete(paths), skipsBareGames = false, read }: DumpSource,
): Promise<ConvertReport> {
  const createsOn = parseNewGames(flags);
  const filter = makeKindFilter(flags.include);
  const watch = watchFiles(files, onProgress);
  using bundle = openGameBundle(folder);
  const factCounts = Object.fromEntries(Object.keys(FACTS).map((fact) => [countName(fact), 0]));
  const put: PutGame = async (key, entries, { members = [], onlyEnriches = false, titled, ids } = {}) => {
    const isNew = createsOn !== undefined && (createsOn(entries[0]?.platform ?? '') || entries.some(isKnownEntry));
    const creates = isNew && !onlyEnriches && filter.includes(kindOf(entries));
    const game = toEnrichingLine(bundle, key, entries, !creates, titled);
    const line = { ...game, ...(members.length > 0 && { members: [...members] }), ids: { ...game.ids, ...ids } };
    if (skipsBareGames && line.enriches && !hasFacts(line)) return;
    for (const [fact, has] of Object.entries(FACTS)) if (has(line)) factCounts[countName(fact)]!++;
    await bundle.put(line);
  };
  const counts = await read(watch.onChunk, put);
  const source = describeSource(id, watch.version(files.length, 'file'));
  // A skipped entry of a source that creates games must not remove its game.
  const removes = complete && !(createsOn && unknowns.hasBroken());
  const lineCounts = await bundle.finish({ complete: removes, sources: [source] });
  return {
    counts: { files: files.length, ...counts, ...lineCounts, ...factCounts },
    unknown: unknowns.list(),
    leftOut: filter.leftOut,
  };
}

function isKnownEntry({ title, platform, dates }: Entry): boolean {
  const years = dates.flatMap(({ date }) => (date === null ? [] : [Number.parseInt(date, 10)]));
  return isWellKnown(title, platform, years);
}

const PLAYERS = 'attribute:number-of-players-supported/';

/** Facts that can be missing in other sources. The report says how many games have each. */
const FACTS: Record<string, (game: GameLine) => boolean> = {
  description: ({ description }) => description != null,
  score: ({ num_votes = 0 }) => num_votes > 0,
  genre: ({ genres = [] }) => genres.length > 0,
  developer: (game) => hasCompany(game, 'Developed by'),
  publisher: (game) => hasCompany(game, 'Published by'),
  date: (game) => releasesOf(game).some(({ release_date }) => release_date !== null),
  'number of players': (game) => attributesOf(game).some((key) => key.startsWith(PLAYERS)),
  group: ({ groups = [] }) => groups.length > 0,
  rating: ({ platforms }) => platforms.some(({ ratings = [] }) => ratings.length > 0),
  'product code': (game) => releasesOf(game).some(({ product_codes }) => product_codes.length > 0),
};

function countName(fact: string): string {
  return `games with a ${fact}`;
}

function hasFacts(game: GameLine): boolean {
  return Object.values(FACTS).some((has) => has(game)) || attributesOf(game).some((key) => !isKindAttribute(key));
}

function hasCompany(game: GameLine, wanted: string): boolean {
  return releasesOf(game).some(({ companies }) => companies.some(({ role }) => role === wanted));
}

function attributesOf({ platforms }: GameLine): string[] {
  return platforms.flatMap(({ attributes = [] }) => attributes);
}

function releasesOf({ platforms }: GameLine) {
  return platforms.flatMap(({ releases = [] }) => releases);
}

/** The line of a game on one platform. Adds its groups, ratings and companies to the bundle. */
function toEnrichingLine(
  bundle: GameBundle,
  key: string,
  entries: readonly Entry[],
  enriches: boolean,
  parents?: readonly Entry[],
): GameLine {
  // Facts about a copy that others have changed may be wrong for the game.
  const own = withoutStatuses(entries, ['pirate', 'hack', 'crack']);
  const titled = withoutDemos(own);
  const chosen = chooseTitle(parents ?? titled);
  const groups = [...own.flatMap((entry) => entry.groups ?? []), ...listGroups(entries, enriches)];
  for (const { credits } of entries) for (const { name } of credits) bundle.companies.add(name);
  return {
    key,
    title: chosen.title,
    alternate_titles: alternateTitles(titled, chosen),
    ...describe(own),
    genres: sortedUnique(own.flatMap(({ genres }) => genres)),
    groups: sortedUnique(groups.map((group) => bundle.group(group))),
    platforms: [platformLine(bundle, entries, own)],
    ids: idsOf(entries),
    ...(enriches && { enriches }),
  };
}

/** The longest description, and the score with the most votes. */
function describe(entries: readonly Entry[]): Pick<GameLine, 'description' | 'catalog_score' | 'num_votes'> {
  const [description] = entries.flatMap((entry) => entry.description ?? []).toSorted((a, b) => b.length - a.length);
  const [score] = entries.flatMap((entry) => entry.score ?? []).toSorted((a, b) => b.votes - a.votes);
  return {
    ...(description && { description }),
    ...(score && { catalog_score: score.average, num_votes: score.votes }),
  };
}

function platformLine(bundle: GameBundle, entries: readonly Entry[], own: readonly Entry[]): GamePlatformLine {
  const line = toPlatformLine(entries);
  const players = Math.max(...own.map((entry) => entry.players ?? 0));
  const attributes = [
    ...own.flatMap((entry) => entry.attributes),
    ...kindAttributes(entries),
    ...(players > 0 ? [playersAttribute(players)] : []),
  ];
  const ratings = own.flatMap((entry) => entry.ratings ?? []).map(({ system, name }) => bundle.rating(system, name));
  const { releases, dumps } = withoutEmpty(line.releases ?? []);
  const others = [...(line.dumps ?? []), ...dumps];
  return {
    ...line,
    attributes: sortedUnique(attributes),
    ratings: sortedUnique(ratings),
    releases,
    ...(others.length > 0 && { dumps: others }),
  };
}

/**
 * Skips a release of which only the countries are known if another release covers these countries. Its files are those of the
 * covering release, or if several cover it, just files of the platform (`dumps`).
 */
function withoutEmpty(releases: readonly ReleaseLine[]): { releases: ReleaseLine[]; dumps: DumpLine[] } {
  const isEmpty = ({ release_date, companies, product_codes }: ReleaseLine) =>
    release_date === null && companies.length === 0 && product_codes.length === 0;
  const full = releases.filter((release) => !isEmpty(release));
  const coversOf = ({ description, countries }: ReleaseLine) =>
    full.filter(
      (other) => other.description === description && countries.every((country) => other.countries.includes(country)),
    );
  const moved = new Map<ReleaseLine | undefined, DumpLine[]>();
  const kept = releases.filter((release) => {
    const [cover, ...others] = isEmpty(release) ? coversOf(release) : [];
    if (!cover) return true;
    getOrInsert(moved, others.length === 0 ? cover : undefined, () => []).push(...(release.dumps ?? []));
    return false;
  });
  const withMoved = (release: ReleaseLine) => {
    const dumps = [...(release.dumps ?? []), ...(moved.get(release) ?? [])];
    return dumps.length > 0 ? { ...release, dumps } : release;
  };
  return { releases: kept.map(withMoved), dumps: moved.get(undefined) ?? [] };
}
