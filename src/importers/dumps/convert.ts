import type { GameLine } from '../../bundle/lines.ts';
import { isKindAttribute } from '../../vocabulary/kinds.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { makeKindFilter } from '../kind-filter.ts';
import { isWellKnown, parseNewGames } from '../new-games.ts';
import { isComplete, type SourceFile, watchFiles } from '../source-files.ts';
import type { Unknowns } from '../unknowns.ts';
import { toEnrichingLine } from './enriching-line.ts';
import type { Entry } from './entry.ts';
import { kindOf } from './kinds.ts';

export interface DumpSource {
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
}

/** Converts a source that enriches the games of other sources. With `--new-games` and `--new-games-on` it creates games as well. */
export async function convertDumps(
  { paths, flags, folder, onProgress }: ConvertInput,
  { id, files, unknowns, complete = isComplete(paths), skipsBareGames = false, read }: DumpSource,
): Promise<ConvertReport> {
  const createsOn = parseNewGames({ flags });
  const filter = makeKindFilter(flags.include);
  const watch = watchFiles(files, onProgress);
  const bundle = openGameBundle(folder);
  const factCounts = Object.fromEntries(Object.keys(FACTS).map((fact) => [countName(fact), 0]));
  const put: PutGame = async (key, entries, { members = [], onlyEnriches = false } = {}) => {
    const isNew = createsOn !== undefined && (createsOn(entries[0]?.platform ?? '') || entries.some(isKnownEntry));
    const creates = isNew && !onlyEnriches && filter.includes(kindOf(entries));
    const game = toEnrichingLine(bundle, key, entries, !creates);
    const line = members.length > 0 ? { ...game, members: [...members] } : game;
    if (skipsBareGames && line.enriches && !hasFacts(line)) return;
    for (const [fact, has] of Object.entries(FACTS)) if (has(line)) factCounts[countName(fact)]!++;
    await bundle.put(line);
  };
  try {
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
  } finally {
    await bundle.close();
  }
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
