import { slugOf } from '../../catalog/model/slug.ts';
import { titleMark } from '../../folding.ts';
import type { CatalogReader } from '../../store/catalog-store.ts';
import { readVocabulary } from '../../vocabulary/vocabulary.ts';

export interface FoundPlatform {
  key: string;
  platform_id: number;
  platform_name: string;
}

export interface FoundGame {
  gameId: number;
  title: string;
  /** The first key that its id hangs on. */
  key: string;
  platformIds: number[];
}

/** Why a name leads to nothing, in words that follow it. */
type NotFound = string;

/** Finds what the names of folders stand for. */
export interface GameFinder {
  findPlatform(name: string): FoundPlatform | NotFound;
  /** By a key, an id or a title, among the games of this platform. */
  findGame(name: string, platform: FoundPlatform): Promise<FoundGame | NotFound>;
  findByKey(key: string): Promise<FoundGame | undefined>;
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
      'it is no platform of the catalog: name it by its key, its id or its name',
    findGame: async (name, platform) => {
      const isHere = ({ platformIds }: FoundGame) => platformIds.includes(platform.platform_id);
      const key = toKey(name);
      const named = key === undefined ? undefined : await findByKey(key);
      if (named) return isHere(named) ? named : notHere(named, platform);
      const byId = /^\d{1,9}$/.test(name) ? await find(Number(name)) : undefined;
      const titled = (await findByTitle(reader, name)).filter(isHere);
      const found = new Map([...(byId && isHere(byId) ? [byId] : []), ...titled].map((game) => [game.gameId, game]));
      const [game] = found.values();
      if (game && found.size === 1) return game;
      if (game) return `it may be any of the games ${[...found.keys()].join(', ')}: name it by a key or its id`;
      return byId ? notHere(byId, platform) : `no game of this key, id or title is on ${platform.platform_name}`;
    },
  };
}

function notHere({ title }: FoundGame, { platform_name }: FoundPlatform): NotFound {
  return `the catalog does not have ${title} on ${platform_name}`;
}

/** A slash, which is part of many keys, is written %2F in the name of a folder. */
function toKey(name: string): string | undefined {
  try {
    const key = decodeURIComponent(name);
    return /^[a-z][a-z0-9-]*:\S/.test(key) ? key : undefined;
  } catch {
    return undefined;
  }
}

async function findById(reader: CatalogReader, id: number): Promise<FoundGame | undefined> {
  let gameId = id;
  for (let alias = await reader.findAlias(gameId); alias; alias = await reader.findAlias(gameId))
    gameId = alias.targetId;
  const [stored, key] = [await reader.findGame(gameId), await reader.findKey(gameId)];
  if (!stored || key === undefined) return undefined;
  const { title, platforms } = JSON.parse(stored.record) as { title: string; platforms: { platform_id: number }[] };
  return { gameId, title, key, platformIds: platforms.map(({ platform_id }) => platform_id) };
}

/** By any of their titles; of several, those whose own title it is. */
async function findByTitle(reader: CatalogReader, title: string): Promise<FoundGame[]> {
  const layers = await reader.findByMarks([titleMark(title)]);
  const ids = new Set(layers.flatMap(({ gameId }) => gameId ?? []));
  const games: FoundGame[] = [];
  for (const gameId of ids) {
    const game = await findById(reader, gameId);
    if (game) games.push(game);
  }
  const own = games.filter((game) => titleMark(game.title) === titleMark(title));
  return own.length > 0 ? own : games;
}

async function listPlatforms(reader: CatalogReader): Promise<FoundPlatform[]> {
  const vocabulary = readVocabulary();
  const found = new Map<string, FoundPlatform>();
  for (const { source } of await reader.listSources()) {
    for (const { key, line } of await reader.listEntryLayersOf(source)) {
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
