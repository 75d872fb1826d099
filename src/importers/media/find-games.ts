import { slugOf } from '../../catalog/model/slug.ts';
import { titleMark } from '../../folding.ts';
import type { CatalogReader } from '../../store/catalog-store.ts';
import { readVocabulary } from '../../vocabulary/vocabulary.ts';

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
  platformIds: number[];
}

/** The reason why nothing was found. */
type NotFound = string;

/** Finds platforms and games by the names of folders. */
export interface GameFinder {
  findPlatform(name: string): CatalogPlatform | NotFound;
  /** By a key, an id or a title, among the games on this platform. */
  findGame(name: string, platform: CatalogPlatform): Promise<CatalogGame | NotFound>;
  findByKey(key: string): Promise<CatalogGame | undefined>;
}

export async function openGameFinder(reader: CatalogReader): Promise<GameFinder> {
  const platforms = await listPlatforms(reader);
  const find = (gameId: number) => findById(reader, gameId);
  const findByKey = async (key: string) => {
    const bound = await reader.findBinding(key);
    return bound && find(bound.id);
  };
  return {
    findByKey,
    findPlatform: (name) =>
      platforms.find(({ key }) => key === name || key === `platform:${name}` || key === `platform:${slugOf(name)}`) ??
      platforms.find(({ platform_id }) => String(platform_id) === name) ??
      platforms.find(({ platform_name }) => slugOf(platform_name) === slugOf(name)) ??
      'not a platform of the catalog; use its key, id or name',
    findGame: async (name, platform) => {
      const isOnPlatform = ({ platformIds }: CatalogGame) => platformIds.includes(platform.platform_id);
      const key = toKey(name);
      const byKey = key === undefined ? undefined : await findByKey(key);
      if (byKey) return isOnPlatform(byKey) ? byKey : notOnPlatform(byKey, platform);
      const byId = /^\d{1,9}$/.test(name) ? await find(Number(name)) : undefined;
      const byTitle = (await findByTitle(reader, name)).filter(isOnPlatform);
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

async function findById(reader: CatalogReader, id: number): Promise<CatalogGame | undefined> {
  let gameId = id;
  for (let alias = await reader.findAlias(gameId); alias; alias = await reader.findAlias(gameId))
    gameId = alias.targetId;
  const [stored, key] = [await reader.findGame(gameId), await reader.findKey(gameId)];
  if (!stored || key === undefined) return undefined;
  const { title, platforms } = JSON.parse(stored.record) as { title: string; platforms: { platform_id: number }[] };
  return { gameId, title, key, platformIds: platforms.map(({ platform_id }) => platform_id) };
}

/** By any of their titles. Games with this main title come before those with an alternate title. */
async function findByTitle(reader: CatalogReader, title: string): Promise<CatalogGame[]> {
  const layers = await reader.findByMarks([titleMark(title)]);
  const ids = new Set(layers.flatMap(({ gameId }) => gameId ?? []));
  const games: CatalogGame[] = [];
  for (const gameId of ids) {
    const game = await findById(reader, gameId);
    if (game) games.push(game);
  }
  const exact = games.filter((game) => titleMark(game.title) === titleMark(title));
  return exact.length > 0 ? exact : games;
}

async function listPlatforms(reader: CatalogReader): Promise<CatalogPlatform[]> {
  const vocabulary = readVocabulary();
  const found = new Map<string, CatalogPlatform>();
  for (const { source } of await reader.listSources()) {
    for (const { key, line } of await reader.listEntryLayersOfSource(source)) {
      const platform_id = key.startsWith('platform:')
        ? (vocabulary.findId(key) ?? (await reader.findId('platform', key)))
        : undefined;
      if (platform_id === undefined) continue;
      const { platform_name } = JSON.parse(line) as { platform_name: string };
      found.set(key, { key, platform_id, platform_name });
    }
  }
  return [...found.values()];
}
