import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OperatorError } from '../../src/errors.ts';
import type { CatalogWriter } from '../../src/store/catalog/writer.ts';
import type { RecordVersion } from '../../src/store/catalog-rows.ts';
import { openStore } from '../../src/store/open.ts';
import { storedGame } from '../support/samples/rows.ts';
import { ENGINES, type Engine, newPlace, testStores } from '../support/servers/engines.ts';

/** Two dates on two platforms, and a group; a hash, and the three numbers. */
const FACETS = Uint32Array.of(2, 0, 9, 2, 3, 1, 0, 1, 70_000, 0, 0, 0, 2, 8, 9, 3, 7, 0, 0);

const game = (gameId: number, title: string) =>
  storedGame(gameId, {
    ...{ title, names: title.toLowerCase(), modifiedAt: 1000, facets: FACETS, hash: title },
    card: `card of ${title}`,
    record: `record of ${title}`,
  });

testStores('the revision increases with every change, and only then', async (store) => {
  assert.equal(await store.catalog.readRevision(), 0);
  await store.catalog.write((writer) => writer.putGame(game(1, 'One')));
  const first = await store.catalog.readRevision();
  assert.ok(first > 0);
  await store.catalog.write(async (writer) => void (await writer.findGame(1)));
  assert.equal(await store.catalog.readRevision(), first);
  await store.catalog.write((writer) => writer.removeGame(1));
  assert.ok((await store.catalog.readRevision()) > first);
});

testStores('a game whose modification time alone changes stays readable for the same import', async (store) => {
  await store.catalog.write((writer) => writer.putGame(game(1, 'One')));
  await store.catalog.write(async (writer) => {
    await writer.setModified(1, 77);
    const found = await writer.findGame(1);
    assert.deepEqual([found?.record, found?.modifiedAt], ['record of One', 77]);
  });
});

testStores('a game is read as it was stored', async (store) => {
  await store.catalog.write((writer) => writer.putGame(game(7, 'Seven')));
  const { games, revision } = await store.catalog.readIndex();
  assert.deepEqual(games, {
    ids: [7],
    revisions: [revision],
    titles: ['Seven'],
    names: ['seven'],
    modifiedAt: [1000],
    facets: FACETS,
  });
  assert.deepEqual(await store.catalog.readCards([{ gameId: 7, revision }]), ['card of Seven']);
  assert.equal((await store.catalog.readRecords([{ gameId: 7, revision }]))[0], 'record of Seven');
});

testStores('the record of the previous revision stays readable', async (store) => {
  const names: RecordVersion[] = [];
  const write = async (work: (writer: CatalogWriter) => Promise<void>) => {
    await store.catalog.write(work);
    names.push({ gameId: 1, revision: await store.catalog.readRevision() });
  };
  await write((writer) => writer.putGame(game(1, 'Old')));
  await write((writer) => writer.putGame(game(1, 'New')));
  await write((writer) => writer.removeGame(1));
  assert.deepEqual(await store.catalog.readCards(names), ['card of Old', 'card of New', undefined]);
  assert.deepEqual(await store.catalog.readRecords(names), ['record of Old', 'record of New', undefined]);
  assert.deepEqual(await store.catalog.readProvenance(names), ['{}', '{}', undefined]);
});

testStores('a failed import changes nothing', async (store) => {
  const failing = store.catalog.write(async (writer) => {
    await writer.putGame(game(1, 'One'));
    throw new Error('on purpose');
  });
  await assert.rejects(failing, /on purpose/);
  assert.equal(await store.catalog.readRevision(), 0);
  assert.deepEqual((await store.catalog.readIndex()).games.ids, []);
});

testStores('an id is never given twice, not even after a removal', async (store) => {
  const ids = await store.catalog.write(async (writer) => [
    await writer.nextId('game', 0),
    await writer.nextId('game', 0),
  ]);
  assert.deepEqual(ids, [1, 2]);
  const high = await store.catalog.write((writer) => writer.nextId('platform', 1000));
  assert.equal(high, 1001);
  assert.equal(await store.catalog.write((writer) => writer.nextId('game', 0)), 3);
});

testStores('readers see the previous state while an import writes', async (store) => {
  await store.catalog.write((writer) => writer.putGame(game(1, 'Old')));
  const revision = await store.catalog.readRevision();
  await store.catalog.write(async (writer) => {
    await writer.putGame(game(1, 'New'));
    await Array.fromAsync(writer.listGames());
    assert.equal((await writer.findGame(1))?.record, 'record of New');
    assert.deepEqual(await store.catalog.readCards([{ gameId: 1, revision }]), ['card of Old']);
    assert.equal(await store.catalog.readRevision(), revision);
    assert.equal((await store.accounts.addAccount({ email: 'a@b', plan: 'free', createdAt: 1 }))?.email, 'a@b');
  });
  const after = await store.readRevisions();
  assert.ok(after.catalog > revision);
  assert.equal(after.accounts, 0);
});

testStores('all games are listed with their records, including uncommitted ones', async (store) => {
  await store.catalog.write(async (writer) => {
    for (let gameId = 1; gameId <= 1001; gameId++) await writer.putGame(game(gameId, `Game ${gameId}`));
  });
  await store.catalog.write(async (writer) => {
    await writer.putGame(game(2000, 'New'));
    await writer.removeGame(2);
    const ids: number[] = [];
    for await (const { gameId, ...rest } of writer.listGames()) {
      ids.push(gameId);
      if (gameId === 1) assert.deepEqual(rest, await writer.findGame(1));
      await writer.putGame(game(gameId, 'Renamed'));
    }
    assert.deepEqual(ids, [1, ...Array.from({ length: 999 }, (_, i) => i + 3), 2000]);
  });
});

testStores('the last id of a kind never decreases', async (store) => {
  await store.catalog.write((writer) => writer.setCounter('game', 9));
  await store.catalog.write((writer) => writer.setCounter('game', 5));
  const next = await store.catalog.write(async (writer) => {
    assert.deepEqual(
      (await writer.listCounters()).map(({ kind, lastId }) => [kind, lastId]),
      [['game', 9]],
    );
    return writer.nextId('game', 0);
  });
  assert.equal(next, 10);
});

testStores('undo has the previous binding of a key, and new keys unless they found a new game', async (store) => {
  await store.catalog.write(async (writer) => writer.bindKey('game', 'a:1', await writer.nextId('game', 0)));
  await store.catalog.write(async (writer) => {
    await writer.bindKey('game', 'a:1', 2);
    await writer.bindKey('game', 'a:2', 3);
    await writer.bindKey('game', 'a:3', 4, undefined, false);
    await writer.bindKey('game', 'a:4', 1);
    await writer.bindKey('genre', 'genre:a', 1);
  });
  const undo = await store.catalog.write((writer) => writer.takeUndo());
  assert.deepEqual(
    undo.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    [
      { place: 'binding', key: 'game a:1', before: { id: 1, since: 1 } },
      { place: 'binding', key: 'game a:3', before: null },
      { place: 'binding', key: 'game a:4', before: null },
    ],
  );
});

testStores('the index since a revision has only the games written after it', async (store) => {
  await store.catalog.write(async (writer) => {
    for (const gameId of [1, 2, 3]) await writer.putGame(game(gameId, 'Old'));
  });
  const first = await store.catalog.readRevision();
  await store.catalog.write(async (writer) => {
    await writer.putGame(game(2, 'New'));
    await writer.removeGame(3);
  });
  const { revision, games, present } = await store.catalog.readIndex(first);
  assert.deepEqual([games.ids, games.titles], [[2], ['New']]);
  assert.deepEqual(
    [present.ids, present.revisions],
    [
      [1, 2],
      [first, revision],
    ],
  );
  assert.deepEqual((await store.catalog.readIndex(revision)).games.ids, []);
});

testStores('the last of two writes in one import counts, and undo has the state before the first', async (store) => {
  await store.catalog.write(async (writer) => {
    await writer.setCounter('game', 1);
    await writer.putGame(game(1, 'One'));
    await writer.putEntry('genre', 1, '"A"');
    await writer.bindKey('game', 'a:1', 1);
  });
  await store.catalog.write(async (writer) => {
    await writer.setModified(1, 77);
    await writer.putGame({ ...game(1, 'Two'), modifiedAt: 5 });
    for (const body of ['"B"', '"C"']) await writer.putEntry('genre', 1, body);
    for (const id of [3, 2]) await writer.bindKey('game', 'a:1', id);
  });
  const { games, genres } = await store.catalog.readIndex();
  assert.deepEqual([games.titles, games.modifiedAt, genres], [['Two'], [5], ['"C"']]);
  await store.catalog.write(async (writer) => {
    assert.deepEqual({ ...(await writer.findBinding('a:1')) }, { id: 2, since: 1 }, 'the import that brought it first');
    const undo = new Map((await writer.takeUndo()).map((entry) => [entry.place, entry.before]));
    assert.deepEqual(undo.get('binding'), { id: 1, since: 1 });
  });
});

testStores('only what the last import added is new', async (store) => {
  for (const id of [1, 2]) {
    await store.catalog.write(async (writer) => {
      const gameId = await writer.nextId('game', 0);
      await writer.putLayer({ key: `a:${id}`, source: 'a', gameId, hash: 'h', line: '{}' }, []);
      await writer.putGame(game(gameId, `Game ${id}`));
    });
  }
  const made = await store.catalog.write((writer) => writer.listNew());
  assert.deepEqual(made, ['a:2']);
});

testStores('a layer is found by its current marks only', async (store) => {
  const layer = { key: 'a:1', source: 'a', gameId: null, hash: 'h', line: '{}' };
  await store.catalog.write((writer) => writer.putLayer(layer, ['title x', 'sha1 1']));
  await store.catalog.write((writer) => writer.putLayer(layer, ['title y', 'sha1 1']));
  const found = await store.catalog.read((reader) => reader.findByMarks(['title x', 'title y', 'sha1 1']));
  assert.deepEqual(
    found.map(({ mark }) => mark),
    ['sha1 1', 'title y'],
  );
  await store.catalog.write((writer) => writer.removeLayer('a:1'));
  assert.deepEqual(await store.catalog.read((reader) => reader.findByMarks(['title y', 'sha1 1'])), []);
});

describe('a concurrent second import waits for some seconds', { concurrency: true }, () => {
  for (const engine of ENGINES) test(`${engine}: and is refused with one sentence`, () => assertRefused(engine));
});

async function assertRefused(engine: Engine): Promise<void> {
  const place = await newPlace(engine);
  const [store, other] = [await openStore(place), await openStore(place)];
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
  const first = store.catalog.write(async (writer) => {
    await writer.putGame(game(1, 'One'));
    begun();
    await isDone;
  });
  await hasBegun;
  await assert.rejects(
    other.catalog.write((writer) => writer.putGame(game(2, 'Two'))),
    (error) => error instanceof OperatorError && /Another import is running/.test(error.message),
  );
  done();
  await first;
  assert.deepEqual((await store.catalog.readIndex()).games.ids, [1]);
  await store.close();
  await other.close();
}
