import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeSource } from '../../../src/merging/load/remove-source.ts';
import { undoImport } from '../../../src/merging/load/undo.ts';
import { follow } from '../../../src/merging/mirror/follow.ts';
import { readFollowing } from '../../../src/merging/mirror/follow-state.ts';
import { serve } from '../../../src/server/serve.ts';
import type { Store } from '../../../src/store/store.ts';
import { lastFirst } from '../../support/at-end.ts';
import { writeBundle } from '../../support/samples/bundle.ts';
import { save } from '../../support/samples/edits.ts';
import { groups, platforms as platformsOf } from '../../support/samples/entries.ts';
import { correct, gameOf, idOf, listGames, load } from '../../support/samples/layers.ts';
import { ENGINES, runSqlDirectly } from '../../support/servers/engines.ts';
import { assertEqual, dump, newMirror, newOriginal } from '../../support/servers/mirror.ts';
import { importInto, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

const HOUR = 3_600_000;
const OWN_IDS = 2 ** 31;

/** Everything that the API tells of all games, with the addresses of one server. */
async function readApi({ url, key }: Pick<TestServer, 'url' | 'key'>, original: string) {
  const ask = async (path: string) => {
    const answer = await fetch(`${url}/v1/${path}`, { headers: { 'x-api-key': key } });
    assert.equal(answer.status, 200, path);
    return JSON.parse((await answer.text()).replaceAll(url, original));
  };
  const parts = 'include=details,covers,screenshots,groups,companies,ids,files,sources';
  const games = await Promise.all([0, 100].map((offset) => ask(`games?${parts}&limit=100&offset=${offset}`)));
  const { changes } = await ask('changes?limit=1000');
  const lists = await Promise.all(['genres', 'groups?limit=100', 'platforms', 'companies?limit=100'].map(ask));
  return { games, changes: changes.map(describeChange).toSorted() as string[], entries: lists.flatMap(listTexts) };
}

/** Which was the last one of a game does not depend on when it was followed. */
function describeChange({ game_id, type, merged_into, modified_at }: Record<string, unknown>): string {
  const isThere = type === 'created' || type === 'updated';
  return `${game_id} ${isThere ? `there ${modified_at}` : `${type} ${merged_into}`}`;
}

function listTexts(list: object): string[] {
  return Object.values(list).flatMap((entries: object[]) => entries.map((entry) => JSON.stringify(entry)));
}

async function changeMuch(store: Store): Promise<void> {
  await load(store, 'mame', [{ key: 'a', title: 'Hop' }, { key: 'b', title: 'Skip' }, { key: 'c' }, { key: 'd' }]);
  await correct(store, { merge: ['mame:a', 'mame:b'] }, { game: 'mame:c', title: 'Renamed', genres: ['genre:puzzle'] });
  await load(store, 'mame', [
    { key: 'a', title: 'Hop' },
    { key: 'b', title: 'Skip' },
    { key: 'c', description: 'New.' },
  ]);
  await save(store, { action: 'correct', gameId: 1, change: { title: 'Edited' } });
}

for (const engine of ENGINES)
  test(`${engine}: a mirror that was cut off for an hour equals its original, by every answer of the API`, async () => {
    const { server, store, shown } = await newOriginal();
    const mirror = await newMirror(server, engine);
    await mirror.follow({ clock: () => server.now });
    await assertEqual(store, mirror.store, server.url);
    await assert.rejects(mirror.follow({ url: 'http://127.0.0.1:1' }), /This catalog follows http:\/\/localhost:\d+; /);
    await changeMuch(store);
    await shown();
    const later = server.now + HOUR;
    assert.equal((await readFollowing(mirror.store.status, later))?.secondsBehind, 3600);
    await mirror.follow({ clock: () => later });
    assert.equal((await readFollowing(mirror.store.status, later))?.secondsBehind, 0);
    await assertEqual(store, mirror.store, server.url);
    const serving = await serve({ ...mirror.config, anonymous: 'none' });
    lastFirst(serving.close);
    const copy = { url: `http://localhost:${serving.port}`, key: '' };
    const [here, there] = [await readApi(copy, server.url), await readApi(server, server.url)];
    assert.deepEqual(here.games, there.games);
    // Without games that it never had, and entries that no game has.
    assert.deepEqual(
      here.changes,
      there.changes.filter((change) => !change.endsWith('deleted null') || here.changes.includes(change)),
    );
    assert.deepEqual(
      here.entries.filter((entry) => !there.entries.includes(entry)),
      [],
    );
    assert.equal((await fetch(`${copy.url}/v1/games/${await idOf(store, 'mame:b')}`)).status, 200);
  });

test('sources without a stated licence stay with the original, and so do games that only they have', async () => {
  const { server, store, shown } = await newOriginal();
  const mirror = await newMirror(server);
  await mirror.follow();
  await changeMuch(store);
  const platforms = [{ platform: 'platform:nes' }];
  const games = [
    {
      key: 'launchbox:hop',
      title: 'Hop',
      description: 'Secret text.',
      enriches: true,
      ids: { key: ['mame:a'] },
      platforms,
    },
    { key: 'launchbox:own', title: 'Secret game', platforms, groups: ['group:secret'] },
  ];
  const lines = { platforms: platformsOf('NES'), groups: groups('Secret'), games };
  const bundle = writeBundle(lines, { source: 'launchbox', licence: 'LicenseRef-not-stated' });
  await importInto(server.config, bundle, () => 7000);
  assert.equal((await gameOf(store, 'mame:a')).description, 'Secret text.');
  await shown();
  await mirror.follow();
  const [here, there] = [await listGames(mirror.store), await listGames(store)];
  assert.deepEqual(
    here,
    there.filter((game) => !game.endsWith('Secret game')),
  );
  assert.equal(there.length, here.length + 1);
  assert.equal((await gameOf(mirror.store, 'mame:a')).description, null);
  // Merged with a game of the original, the game that only they have gives its id, and nothing else.
  await load(store, 'mame', ['a Hop', 'b Skip', 'c C', 'n New'].map(toGame));
  await correct(store, { merge: ['launchbox:own', 'mame:n'] });
  await shown();
  await mirror.follow();
  const merged = async () => [await idOf(mirror.store, 'launchbox:own'), await idOf(mirror.store, 'mame:n')];
  assert.deepEqual(await merged(), [undefined, await idOf(store, 'launchbox:own')]);
  await correct(mirror.store, { game: 'mame:a', title: 'Ours' });
  assert.deepEqual(await merged(), [undefined, await idOf(store, 'launchbox:own')], 'after a correction of its own');
  const bindings = await mirror.store.catalog.read((reader) => reader.listBindings());
  assert.deepEqual(
    bindings.filter(({ key }) => /secret|launchbox/.test(key)),
    [],
  );
  await correct(store);
  await shown();
  await mirror.follow();
  assert.deepEqual(await merged(), [undefined, await idOf(store, 'mame:n')], 'without the merge');
  // In the editor games are named by their ids.
  const [secret, other] = [await idOf(store, 'launchbox:own'), await idOf(store, 'mame:n')] as [number, number];
  await save(store, { action: 'merge', gameIds: [secret, other], change: {} });
  await shown();
  await mirror.follow();
  assert.deepEqual(await merged(), [undefined, secret], 'after a merge in the editor');
  await dump(server);
  const second = await newMirror(server);
  await second.follow();
  assert.equal(await idOf(second.store, 'mame:n'), secret, 'in a new mirror');
});

test('a game that the mirror splits off keeps its id', async () => {
  const { server, store, shown } = await newOriginal();
  const mirror = await newMirror(server);
  const again = async (...texts: string[]) => {
    await load(store, 'mame', [{ key: 'a', title: 'Hop', description: texts[0] }]);
    await load(store, 'other', [{ key: 'b', title: 'Hop', official_url: `https://x.example/${texts[1]}` }]);
    await shown();
    await mirror.follow();
  };
  await mirror.follow();
  await again('a1', 'b1');
  const game = await idOf(mirror.store, 'mame:a');
  assert.equal(await idOf(mirror.store, 'other:b'), game);
  await correct(mirror.store, { split: 'other:b' });
  const split = (await idOf(mirror.store, 'other:b')) as number;
  assert.ok(split > OWN_IDS);
  for (const texts of [
    ['a2', 'b1'],
    ['a2', 'b2'],
  ]) {
    await again(...texts);
    assert.deepEqual([await idOf(mirror.store, 'mame:a'), await idOf(mirror.store, 'other:b')], [game, split]);
    const [{ description }, { official_url }] = [
      await gameOf(mirror.store, 'mame:a'),
      await gameOf(mirror.store, 'other:b'),
    ];
    assert.deepEqual([description, official_url], [texts[0], `https://x.example/${texts[1]}`]);
  }
  await correct(mirror.store);
  assert.equal(await idOf(mirror.store, 'other:b'), game);
});

test('after a restore it starts over with the next dump', async () => {
  const { server, store, shown } = await newOriginal();
  const mirror = await newMirror(server);
  await mirror.follow();
  // As in a backup from before the cursor.
  await runSqlDirectly(server.config, 'catalog', 'DELETE FROM revisions');
  await load(store, 'mame', [{ key: 'a', title: 'Alpha' }]);
  await shown();
  await assert.rejects(mirror.follow(), /has no data dump of its present catalog yet/);
  await dump(server);
  await mirror.follow();
  await assertEqual(store, mirror.store, server.url);
});

function toGame(text: string) {
  return { key: text.slice(0, 1), title: text.slice(2) };
}

test('in another lineage ids are others: the mirror takes them, and own data finds its games again', async () => {
  const { server, store, shown } = await newOriginal();
  await load(store, 'mame', ['a Alpha', 'z Zeta Game'].map(toGame));
  await dump(server);
  const mirror = await newMirror(server);
  await mirror.follow();
  await load(mirror.store, 'mine', [
    { key: 'z', title: 'Zeta Game', description: 'Mine.' },
    { key: 'own', title: 'Own Game', groups: ['group:jump'] },
    { key: 'bonus', title: 'Bonus Game' },
  ]);
  const own = await idOf(mirror.store, 'mine:own');
  assert.ok((own ?? 0) > OWN_IDS);
  const joining = await idOf(mirror.store, 'mine:bonus');
  const gameId = (await idOf(store, 'mame:z')) as number;
  assert.equal(await idOf(mirror.store, 'mine:z'), gameId);
  await save(mirror.store, { action: 'correct', gameId, change: { title: 'Zeta Edited' } });
  await load(store, 'mame', ['a Alpha', 'z Zeta Game', 'j Bonus Game'].map(toGame));
  await shown();
  await mirror.follow();
  assert.equal(await idOf(mirror.store, 'mine:bonus'), await idOf(store, 'mame:j'));

  const other = await newOriginal();
  const lines = ['b Beta', 'a Alpha', 'z Zeta Game'].map(toGame);
  await load(other.store, 'mame', lines);
  await removeSource(other.store, 'test', { clock: () => 1 });
  await dump(other.server);
  const known = JSON.parse((await mirror.store.catalog.readMirror()) as string);
  await mirror.store.catalog.write((writer) => writer.putMirror(JSON.stringify({ ...known, url: other.server.url })));
  const there = { url: other.server.url, key: other.server.key };
  await assert.rejects(mirror.follow(there), /would remove \d+ of the \d+ games of test; nothing was changed/);
  await mirror.follow({ ...there, allowShrink: true });
  assert.notEqual(await idOf(other.store, 'mame:z'), gameId);
  assert.equal(await idOf(mirror.store, 'mine:z'), await idOf(other.store, 'mame:z'));
  assert.equal(await idOf(mirror.store, 'mine:own'), own);
  const game = await gameOf(mirror.store, 'mame:z');
  assert.deepEqual([game.title, game.description], ['Zeta Edited', 'Mine.']);
  const titles = (await listGames(other.store)).map((title) => title.replace('Zeta Game', 'Zeta Edited'));
  assert.deepEqual(await listGames(mirror.store), [...titles, `${joining} Bonus Game`, `${own} Own Game`]);
});

test('games that the mirror merges keep what the original says of each', async () => {
  const { server, store, shown } = await newOriginal();
  const original = (...keys: string[]) =>
    load(
      store,
      'mame',
      keys.map((key) => ({ key: key.slice(0, 1), title: `Title ${key.slice(0, 1)}`, description: key })),
    );
  await original('a1', 'b1');
  await shown();
  const mirror = await newMirror(server);
  await mirror.follow();
  const again = async () => {
    await shown();
    await mirror.follow();
  };
  await again();
  const [first, second] = [await idOf(mirror.store, 'mame:a'), await idOf(mirror.store, 'mame:b')];
  await correct(mirror.store, { merge: ['mame:a', 'mame:b'] });
  const merged = async () => [await idOf(mirror.store, 'mame:a'), await idOf(mirror.store, 'mame:b')];
  await original('a2', 'b1');
  await again();
  assert.deepEqual(await merged(), [first, first], 'after a change of the first');
  await original('a2', 'b2');
  await again();
  assert.deepEqual(await merged(), [first, first], 'after a change of the second');
  await original('a2', 'c1');
  await again();
  assert.deepEqual(await merged(), [first, undefined], 'the second is removed');
  await original('a2', 'b3', 'c1');
  await again();
  await correct(mirror.store);
  assert.deepEqual(await merged(), [first, second], 'without the correction');
  const texts = await Promise.all(['mame:a', 'mame:b'].map((key) => gameOf(mirror.store, key)));
  assert.deepEqual(
    texts.map(({ description }) => description),
    ['a2', 'b3'],
  );
});

test('own lines join a game that the original gets later, and never merge two of its games', async () => {
  const { server, store, shown } = await newOriginal();
  const mirror = await newMirror(server);
  await mirror.follow();
  await load(mirror.store, 'mine', [
    { key: 'x', title: 'Quux Saga' },
    { key: 'more', title: 'Later Game', enriches: true, description: 'More.' },
  ]);
  const before = (await idOf(mirror.store, 'mine:x')) as number;
  assert.ok(before > OWN_IDS);
  assert.equal(await idOf(mirror.store, 'mine:more'), null);
  await load(store, 'mame', [
    { key: 'x', title: 'Quux Saga' },
    { key: 'later', title: 'Later Game' },
  ]);
  await correct(store, { different: ['mame:x', 'test:a'] });
  await shown();
  await mirror.follow();
  const id = await idOf(store, 'mame:x');
  assert.equal(await idOf(mirror.store, 'mine:x'), id);
  assert.equal(await idOf(mirror.store, 'mine:more'), await idOf(store, 'mame:later'));
  const { aliases } = await mirror.store.catalog.readIndex();
  assert.ok(aliases.some(({ gameId, targetId }) => gameId === before && targetId === id));
});

test('own corrections win over those of the original, and stay when those change', async () => {
  const { server, store, shown } = await newOriginal();
  await correct(store, { game: 1, title: 'Theirs' }, { game: 2, title: 'Theirs, too' });
  await dump(server);
  await shown();
  const mirror = await newMirror(server);
  await mirror.follow();
  await correct(mirror.store, { game: 1, title: 'Ours' });
  const titles = async () => (await listGames(mirror.store)).slice(0, 2);
  assert.deepEqual(await titles(), ['1 Ours', '2 Theirs, too']);
  await correct(store, { game: 1, title: 'Changed' });
  await shown();
  await mirror.follow();
  const [, second] = await listGames(store);
  assert.deepEqual(await titles(), ['1 Ours', second]);
});

test('what would mix a mirror with something else is refused', async () => {
  const { server, store, shown } = await newOriginal();
  const mirror = await newMirror(server);
  await mirror.follow();
  await assert.rejects(
    load(mirror.store, 'test', []),
    /test comes from http:\/\/localhost:\d+, which this catalog follows/,
  );
  await assert.rejects(removeSource(mirror.store, 'test', { clock: () => 1 }), /"ludex follow --end" ends that/);
  await assert.rejects(
    undoImport(mirror.store, () => 1),
    /A mirror cannot undo imports/,
  );
  const full = await newMirror(server);
  await load(full.store, 'mine', [{ key: 'x' }]);
  await assert.rejects(full.follow(), /A mirror begins with an empty catalog/);
  await load(mirror.store, 'mame', [{ key: 'x' }]);
  await load(store, 'mame', [{ key: 'y' }]);
  await shown();
  await assert.rejects(mirror.follow(), /now has the source mame, too: run "ludex source remove mame" here/);
});

test('of several followers one follows at a time', async () => {
  const { server } = await newOriginal();
  const mirror = await newMirror(server);
  const outcomes = await Promise.allSettled([mirror.follow(), mirror.follow(), mirror.follow()]);
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? String(one.reason) : []));
  assert.deepEqual(refused.length, 2);
  for (const reason of refused) assert.match(reason, /Another process of this catalog follows already/);
  assert.equal((await mirror.store.catalog.listImports(10)).length, 1);
});

test('a follower goes on by itself, and says every problem once', async () => {
  const { server, store, shown } = await newOriginal();
  const mirror = await newMirror(server);
  const stopping = new AbortController();
  const ended = follow(mirror.store, {
    ...{
      config: mirror.config,
      url: server.url,
      key: server.key,
      pictures: false,
      allowShrink: false,
      clock: Date.now,
    },
    stop: stopping.signal,
    onEvent: (event) => mirror.events.push(event),
  });
  await until(async () => mirror.events.some((event) => 'isUpToDate' in event));
  await load(store, 'mame', [{ key: 'a', title: 'Soon' }]);
  await shown();
  await until(async () => (await listGames(mirror.store)).some((game) => game.endsWith(' Soon')));
  stopping.abort();
  await ended;
});
