import type { GameRecord } from '../../catalog/model/record.ts';
import { slugOf } from '../../catalog/model/slug.ts';
import { plainTitle } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { listMarks } from '../../matching/marks.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import { parseDumps } from '../../store/dumps.ts';
import { findPlatformsOfFolder } from '../../vocabulary/folders.ts';
import { findPlatform } from '../../vocabulary/platforms.ts';
import { entryKey } from '../../vocabulary/vocabulary.ts';
import type { Status } from '../dumps/tags.ts';
import { parseName } from '../libretro/name.ts';

export interface CatalogPlatform {
  key: string;
  platform_id: number;
  platform_name: string;
}

export interface CatalogGame {
  gameId: number;
  title: string;
  /** The first key that is bound to its id. */
  key: string;
  /** The countries of its releases by platform id, for each of its platforms. */
  countries: ReadonlyMap<number, readonly string[]>;
}

/** A game on one of its platforms. */
export interface PlacedGame {
  game: CatalogGame;
  platform: CatalogPlatform;
}

/** The reason why nothing was found. */
type NotFound = string;

export type GameFinder = Awaited<ReturnType<typeof openGameFinder>>;

/** Finds platforms and games by the names of folders and files. */
export async function openGameFinder(reader: CatalogReader) {
  const platforms = await listPlatforms(reader);
  const keys = await listOldestKeys(reader);
  const games = new Map<number, Promise<CatalogGame | undefined>>();
  const find: FindById = (gameId) => getOrInsert(games, gameId, () => findById(reader, gameId, keys));
  let dumps: Promise<DumpNames> | undefined;
  const findOn = async (name: GameName, platform: CatalogPlatform): Promise<CatalogGame | NotFound> => {
    const named = await findByKey(reader, find, name.text, platform);
    if (named) return named;
    dumps ??= readDumpNames(reader);
    const ids = (await dumps).get(dumpKey(platform.platform_id, name.text)) ?? new Set();
    const [dumped] = ids.size === 1 ? ids : [];
    const byDump = dumped === undefined ? undefined : await find(dumped);
    return byDump && isOn(byDump, platform) ? byDump : findByTitle(reader, find, name, platform);
  };
  return {
    /** The platforms of the catalog that a folder of this name has: by key, id or name, or as a frontend or libretro names it. */
    listPlatforms: (name: string): CatalogPlatform[] => {
      const own =
        platforms.find(({ key }) => key === name || key === `platform:${name}` || key === `platform:${slugOf(name)}`) ??
        platforms.find(({ platform_id }) => String(platform_id) === name) ??
        platforms.find(({ platform_name }) => slugOf(platform_name) === slugOf(name));
      const folder = findPlatformsOfFolder(name).flatMap((key) => platforms.find((one) => one.key === key) ?? []);
      return own && !folder.includes(own) ? [own, ...folder] : folder;
    },
    platformOf: (id: number) => platforms.find(({ platform_id }) => platform_id === id),
    findById: find,
    /** By a key, an id, the name of a file of its releases, or a title, on one of the platforms. */
    findGame: async (name: GameName, on: readonly CatalogPlatform[]): Promise<PlacedGame | NotFound> => {
      let problem: NotFound | undefined;
      for (const platform of on) {
        const game = await findOn(name, platform);
        if (typeof game !== 'string') return { game, platform };
        problem ??= game;
      }
      return problem ?? 'not on a platform';
    },
  };
}

async function findByKey(reader: CatalogReader, find: FindById, name: string, platform: CatalogPlatform) {
  const key = toKey(name);
  const bound = key === undefined ? undefined : await reader.findBinding(key);
  const game = bound && (await find(bound.id));
  return game && isOn(game, platform) ? game : undefined;
}

/** Many keys contain a slash, which is written %2F in the name of a folder. */
function toKey(name: string): string | undefined {
  try {
    const key = decodeURIComponent(name);
    return /^[a-z][a-z0-9-]*:\S/.test(key) ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The names of files in lists of No-Intro and others, by platform, with the games that have these files. */
type DumpNames = ReadonlyMap<string, ReadonlySet<number>>;

function dumpKey(platformId: number, name: string): string {
  return `${platformId} ${name.replaceAll(/[&*/:`<>?\\|"]/g, '_').toLowerCase()}`;
}

async function readDumpNames(reader: CatalogReader): Promise<DumpNames> {
  const names = new Map<string, Set<number>>();
  for await (const { gameId, dumps } of reader.listDumped())
    for (const { name, platformId } of parseDumps(dumps)) {
      const base = name?.replace(/\.\w{1,4}$/, '');
      if (base) getOrInsert(names, dumpKey(platformId, base), () => new Set()).add(gameId);
    }
  return names;
}

type FindById = (gameId: number) => Promise<CatalogGame | undefined>;

/** Read at once: looking up the key of one game reads all keys. */
async function listOldestKeys(reader: CatalogReader): Promise<Map<number, string>> {
  const bindings = (await reader.listBindings()).filter(({ kind }) => kind === 'game');
  const oldest = new Map<number, { key: string; since: number }>();
  for (const { id, key, since } of bindings)
    if (since < (oldest.get(id)?.since ?? Infinity)) oldest.set(id, { key, since });
  return new Map(Array.from(oldest, ([id, { key }]) => [id, key]));
}

async function findById(
  reader: CatalogReader,
  id: number,
  keys: ReadonlyMap<number, string>,
): Promise<CatalogGame | undefined> {
  let gameId = id;
  for (let alias = await reader.findAlias(gameId); alias; alias = await reader.findAlias(gameId))
    gameId = alias.targetId;
  const [stored, key] = [await reader.findGame(gameId), keys.get(gameId)];
  if (!stored || key === undefined) return undefined;
  const { title, platforms } = JSON.parse(stored.record) as GameRecord;
  const countries = platforms.map(
    ({ platform_id, releases }) => [platform_id, releases.flatMap((release) => release.countries)] as const,
  );
  return { gameId, title, key, countries: new Map(countries) };
}

function isOn({ countries }: CatalogGame, { platform_id }: CatalogPlatform): boolean {
  return countries.has(platform_id);
}

/** What the name of a file or folder says: `Amazing Hop, The (Japan, USA) (Rev 1)`. */
export interface GameName {
  text: string;
  /** The titles in each of the spellings that the name may stand for, the most probable first. */
  spellings: string[][];
  countries: string[];
  statuses: Status[];
}

/**
 * A file name has `_` for every character that some file system forbids. So `Tom _ Jerry` may be Tom & Jerry, and
 * `Hop _ Jump` two titles of one game that a slash separates.
 */
export function parseGameName(name: string): GameName {
  const text = name.normalize('NFC');
  const texts = new Set([text.replaceAll('_', '&'), text.replaceAll('_', ' '), text.replaceAll(' _ ', ' ~ ')]);
  const spellings = Array.from(texts, parseName).map(({ title, others }) => [title, ...others]);
  const { countries, statuses } = parseName(text).tags;
  return { text, spellings, countries, statuses };
}

/** A hack is another game, even if it has the same title. Of several games, the one that was sold in the country. */
async function findByTitle(
  reader: CatalogReader,
  find: FindById,
  { text, spellings, countries, statuses }: GameName,
  platform: CatalogPlatform,
): Promise<CatalogGame | NotFound> {
  if (statuses.includes('hack')) return `hack on ${platform.platform_name}`;
  let found: CatalogGame[] = [];
  for (const titles of spellings) if (found.length === 0) found = await listByTitles(reader, find, titles, platform);
  const byId = /^\d{1,9}$/.test(text) ? await find(Number(text)) : undefined;
  if (byId && isOn(byId, platform) && !found.includes(byId)) found.unshift(byId);
  const isSold = ({ countries: sold }: CatalogGame) =>
    sold.get(platform.platform_id)?.some((country) => countries.includes(country));
  const [game, another] = found.length > 1 && countries.length > 0 ? found.filter(isSold) : found;
  if (game && !another) return game;
  if (found.length === 0) return `no game on ${platform.platform_name} has this key, id or title`;
  return `several games on ${platform.platform_name} match: ${found.map(({ gameId }) => gameId).join(', ')}; use a key or an id`;
}

async function listByTitles(
  reader: CatalogReader,
  find: FindById,
  [title = '', ...others]: readonly string[],
  platform: CatalogPlatform,
): Promise<CatalogGame[]> {
  const alternate_titles = others.map((other) => ({ title: other, description: '' }));
  const layers = await reader.findByMarks(
    listMarks({ title, alternate_titles, platforms: [{ platform: platform.key }] }),
  );
  const games: CatalogGame[] = [];
  for (const gameId of new Set(layers.flatMap((layer) => layer.gameId ?? []))) {
    const game = await find(gameId);
    if (game && isOn(game, platform)) games.push(game);
  }
  const plain = new Set([title, ...others].map(plainTitle));
  const exact = games.filter((game) => plain.has(plainTitle(game.title)));
  return exact.length > 0 ? exact : games;
}

async function listPlatforms(reader: CatalogReader): Promise<CatalogPlatform[]> {
  return (await reader.listEntries('platform')).map(({ id, body, key }) => {
    const { platform_name } = JSON.parse(body) as { platform_name: string };
    // Fixed ids have no keys of their own.
    const fixedName = findPlatform(id)?.name ?? platform_name;
    return { key: key ?? entryKey('platform', fixedName), platform_id: id, platform_name };
  });
}
