import assert from 'node:assert/strict';
import type { Config } from '../../../src/config.ts';
import { makeDump } from '../../../src/merging/export/make-dump.ts';
import { type FollowEvent, type FollowOptions, followOnce } from '../../../src/merging/mirror/follow.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { lastFirst } from '../at-end.ts';
import { type Engine, newPlace } from './engines.ts';
import { startServer, untilServed } from './server.ts';

/** A server with a dump, the store that it serves, and how to wait until it shows what was changed there. */
export async function newOriginal(settings: Record<string, string> = {}) {
  const server = await startServer(settings);
  await dump(server);
  const store = await openStore(server.config);
  lastFirst(() => store.close());
  return { server, store, shown: async () => untilServed(server, await store.catalog.readRevision()) };
}

/** An empty catalog that follows a server when it is told to. */
export async function newMirror(original: { url: string; key?: string }, engine?: Engine) {
  const config = await newPlace(engine, { starter: 'false' });
  const store = await openStore(config);
  lastFirst(() => store.close());
  const events: FollowEvent[] = [];
  const follow = (more: Partial<FollowOptions> = {}) =>
    followOnce(store, {
      config,
      url: original.url,
      key: original.key,
      pictures: false,
      allowShrink: false,
      clock: Date.now,
      onEvent: (event) => events.push(event),
      ...more,
    });
  return { config, store, events, follow };
}

export async function dump({ config: settings, url }: { config: Config; url: string }): Promise<void> {
  const config = { ...settings, public_url: url };
  const store = await openStore(config);
  await makeDump(store, { config, onProgress: () => {} });
  await store.close();
}

/** All games with their ids, times and records, all redirects, and the genres, groups, platforms and companies that games name. */
export async function contentOf(store: Store, mediaUrl = '') {
  return store.catalog.read(async (reader, reads) => {
    const games: Record<number, unknown> = {};
    for await (const { gameId, record, modifiedAt, provenance } of reader.listGames())
      games[gameId] = [
        modifiedAt,
        JSON.parse(record.replaceAll('"/media/', `"${mediaUrl}/media/`)),
        JSON.parse(provenance),
      ];
    const present = (await reads.readPresent()).ids;
    const aliases = (await reader.listAliases()).map(({ gameId, targetId }) => `${gameId}→${targetId}`);
    return { games, aliases, present };
  });
}

export async function assertEqual(original: Store, mirror: Store, mediaUrl?: string): Promise<void> {
  assert.deepEqual(await contentOf(mirror), await contentOf(original, mediaUrl));
}
