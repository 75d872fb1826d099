import type { GameRecord } from '../../catalog/model/record.ts';
import { slugOf } from '../../catalog/model/slug.ts';
import { plainTitle } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { listMarks } from '../../matching/marks.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import { findPlatform } from '../../vocabulary/platforms.ts';
import { entryKey } from '../../vocabulary/vocabulary.ts';

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

/** The reason why nothing was found. */
type NotFound = string;

export type GameFinder = Awaited<ReturnType<typeof openGameFinder>>;

/** Finds platforms and games by the names of folders. */
export async function openGameFinder(reader: CatalogReader) {
  const platforms = await listPlatforms(reader);
  const keys = await listOldestKeys(reader);
  const games = new Map<number, Promise<CatalogGame | undefined>>();
  const find: FindById = (gameId) => getOrInsert(games, gameId, () => findById(reader, gameId, keys));
  const findByKey = async (key: string) => {
    const bound = await reader.findBinding(key);
    return bound && find(bound.id);
  };
  return {
    /** The games on this platform that have any of the titles, as a main title if possible. */
    listByTitles: (titles: readonly string[], platform: CatalogPlatform) =>
      listByTitles(reader, find, titles, platform),
    findPlatform: (name: string): CatalogPlatform | NotFound =>
      platforms.find(({ key }) => key === name || key === `platform:${name}` || key === `platform:${slugOf(name)}`) ??
      platforms.find(({ platform_id }) => String(platform_id) === name) ??
      platforms.find(({ platform_name }) => slugOf(platform_name) === slugOf(name)) ??
      'not a platform of the catalog; use its key, id or name',
    /** By a key, an id or a title, among the games on this platform. */
    findGame: async (name: string, platform: CatalogPlatform): Promise<CatalogGame | NotFound> => {
      const isOnPlatform = (game: CatalogGame) => isOn(game, platform);
      const key = toKey(name);
      const byKey = key === undefined ? undefined : await findByKey(key);
      if (byKey) return isOnPlatform(byKey) ? byKey : notOnPlatform(byKey, platform);
      const byId = /^\d{1,9}$/.test(name) ? await find(Number(name)) : undefined;
      const byTitle = await listByTitles(reader, find, [name], platform);
      const found = new Map(
        [...(byId && isOnPlatform(byId) ? [byId] : []), ...byTitle].map((game) => [game.gameId, game]),
      );
      const [game] = found.values();
      if (game && found.size === 1) return game;
      if (game) return `several games match: ${[...found.keys()].join(', ')}; use a key or an id`;
      return byId ? notOnPlatform(byId, platform) : `no game on ${platform.platform_name} has this key, id or title`;
    },
  };
}

function notOnPlatform({ title }: CatalogGame, { platform_name }: CatalogPlatform): NotFound {
  return `the catalog does not have ${title} on ${platform_name}`;
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
