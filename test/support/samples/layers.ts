import assert from 'node:assert/strict';
import { join } from 'node:path';
import { getTestContext, type TestContext } from 'node:test';
import { openBundle } from '../../../src/bundle/bundle.ts';
import type { GameRecord } from '../../../src/catalog/model/record.ts';
import { readSnapshot } from '../../../src/catalog/snapshot/load-snapshot.ts';
import type { Snapshot } from '../../../src/catalog/snapshot/snapshot.ts';
import { exportCatalog } from '../../../src/merging/export/export-catalog.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import type { ImportReport, LoadOptions } from '../../../src/merging/load/load-options.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { lastFirst } from '../at-end.ts';
import { newPlace } from '../servers/engines.ts';
import { openFollower } from '../servers/follower.ts';
import { temporaryFolder, writeBundle } from './bundle.ts';
import { attributes, companies, genres, groups, on, platforms, release } from './entries.ts';

export { on, release };

export type Sketch = { key: string; title?: string; platforms?: object[] } & Record<string, unknown>;

/** What a test can add to the entries of every bundle. */
type Entries = 'platforms' | 'groups' | 'companies';

const REFERENCES = {
  platforms: platforms('NES', 'SNES', 'GAME-BOY', 'GENESIS'),
  genres: [...genres('Basic Genres', 'Action', 'Puzzle'), ...genres('Gameplay', 'Platform')],
  groups: groups('Hop', 'Jump'),
  companies: companies('acme', 'bolt', 'acme-of-america'),
  attributes: [
    { key: 'attribute:players/1', attribute_name: '1 Player', attribute_category_name: 'Players' },
    { key: 'attribute:players/2', attribute_name: '2 Players', attribute_category_name: 'Players' },
    ...attributes('Kind', 'Prototype', 'Demo', 'Hack'),
  ],
};

/** Loads games of a source with the entries they reference. */
export async function load(
  store: Store,
  source: string,
  games: readonly Sketch[],
  options: Partial<LoadOptions> & { complete?: boolean; now?: number } & Partial<Record<Entries, object[]>> = {},
): Promise<ImportReport> {
  const lines = games.map((game) => ({
    title: game.key,
    platforms: [on('nes', release('1990', 'United States', 'acme'))],
    ...game,
    key: `${source}:${game.key}`,
  }));
  const added = (['platforms', 'groups', 'companies'] as const).map((name) => [
    name,
    [...REFERENCES[name], ...(options[name] ?? [])],
  ]);
  const folder = writeBundle(
    { ...REFERENCES, ...Object.fromEntries(added), games: lines },
    { source, complete: options.complete ?? true },
  );
  const { now = 1000 } = options;
  return followed(store, async () =>
    loadBundle(store, await openBundle(folder), { clock: () => now, allowShrink: true, ...options }),
  );
}

const lastSeen = new WeakMap<Store, Snapshot>();
const followers = new WeakMap<Store, ReturnType<typeof openFollower>>();

/** Asserts that an incrementally updated snapshot equals a new one, and that its changes lead to it. */
export async function followed<T>(store: Store, change: () => Promise<T>): Promise<T> {
  const before = lastSeen.get(store) ?? (await readSnapshot(store.catalog));
  const follow = followers.get(store) ?? openFollower();
  followers.set(store, follow);
  const result = await change();
  const after = await readSnapshot(store.catalog, before);
  assert.deepEqual(after, await readSnapshot(store.catalog));
  lastSeen.set(store, after);
  follow(after);
  openFollower()(after);
  return result;
}

export async function correct(store: Store, ...lines: object[]): Promise<ImportReport> {
  const corrections = lines.map((line, i) => ({ key: `correction:${i}`, ...line }));
  const folder = writeBundle({ corrections }, { source: 'corrections' });
  return followed(store, async () => loadBundle(store, await openBundle(folder), { clock: () => 5000 }));
}

/** Closed after the test. */
export async function newStore(): Promise<Store> {
  const store = await openStore(await newPlace());
  lastFirst(() => store.close(), getTestContext() as TestContext | undefined);
  return store;
}

/** Exports the catalog and imports that into another store, by default a new one. */
export async function copyOf(store: Store, licences?: string[], into?: Store): Promise<Store> {
  const folder = join(temporaryFolder('export'), 'bundle');
  await exportCatalog(store, folder, licences ? { licences } : {});
  const copy = into ?? (await newStore());
  await loadBundle(copy, await openBundle(folder), { clock: () => 99_000 });
  return copy;
}

/** The current id of a layer's game. */
export async function idOf(store: Store, key: string): Promise<number | null | undefined> {
  return store.catalog.read(async (reader) => (await reader.findLayer(key))?.gameId);
}

export async function gameOf(store: Store, key: string): Promise<GameRecord & { modifiedAt: number }> {
  const gameId = (await idOf(store, key)) as number;
  const game = await store.catalog.read((reader) => reader.findGame(gameId));
  return { ...(JSON.parse(game?.record as string) as GameRecord), modifiedAt: game?.modifiedAt as number };
}

export async function listGames(store: Store): Promise<string[]> {
  const { games } = await store.catalog.readIndex();
  return games.titles.map((title, i) => `${games.ids[i]} ${title}`);
}

export async function listMoved(store: Store): Promise<[number, number][]> {
  return (await store.catalog.readIndex()).aliases.map(({ gameId, targetId }) => [gameId, targetId]);
}
