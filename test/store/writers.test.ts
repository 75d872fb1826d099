import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CatalogWriter } from '../../src/store/catalog/writer.ts';
import type { CatalogIndex, EntryKind } from '../../src/store/catalog-rows.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { type Engine, newPlace } from '../support/servers/engines.ts';

/** All methods of a writer, as data. */
type Step = [name: keyof CatalogWriter, ...values: unknown[]];

const MAX_TIME = 99;
const keys = fc.constantFrom('a:1', 'a:2', 'b:1', 'b:é', 'b:\u{1f3ae}', 'b:\uffee', 'c:1');
const sources = fc.constantFrom('a', 'b', 'c');
const gameIds = fc.integer({ min: 1, max: 9 });
const kinds = fc.constantFrom<EntryKind | 'game'>('game', 'platform', 'genre');
const entryKinds = fc.constantFrom<EntryKind>('platform', 'genre');
const marks = fc.uniqueArray(fc.constantFrom('title x', 'title y', 'sha1 1', 'sha1 2', 'crc32 0000000c nes'), {
  maxLength: 3,
});
const files = [{ crc: '0000000a' }, { crc: '0000000b', name: 'b.bin', size: 7 }, { crc: '0000000c' }];
const dumps = fc
  .uniqueArray(fc.constantFrom(...files), { maxLength: 2 })
  .map((own) => own.map((one) => ({ ...one, platform: 0, platformId: 1 })))
  .map((own) => (own.length === 0 ? null : JSON.stringify(own)));
const layers = fc.record({
  key: keys,
  source: sources,
  gameId: fc.option(gameIds),
  hash: fc.constantFrom('h1', 'h2'),
  line: fc.constantFrom('{"a":1}', '{"a":"é"}', '{"a":"/media/1"}'),
});
const games = fc.record({
  gameId: gameIds,
  title: fc.constantFrom('One', 'Zwei “drei”', "O'Neill", 'half \ud83c'),
  names: fc.constantFrom('one', 'zwei\ndrei', ''),
  modifiedAt: fc.nat(MAX_TIME),
  facets: fc.constantFrom(new Uint32Array(9), Uint32Array.of(1, 5, 1, 70_000, 0, 0, 0, 0, 0, 0, 3, 7, 1, 2)),
  hash: fc.constantFrom('h1', 'h2', 'h3'),
  provenance: fc.constantFrom('{}', '{"a":["b"]}'),
  card: fc.constantFrom('card 1', 'card 2'),
  record: fc.constantFrom(
    '{"title":"/media/2"}',
    '{"title":"\\\\\\"é"}',
    '{"title":"\\"genre_id\\":1","genres":[{"genre_id":12,"genre_category_id":2}],"platforms":[{"platform_id":1}]}',
    '{"genres":[{"genre_id":2},{"genre_id":1}]}',
  ),
});
const aliases = fc.record({
  gameId: gameIds,
  targetId: gameIds,
  cause: fc.constantFrom<'match' | 'correction'>('match', 'correction'),
});
const sourceFields = {
  name: fc.constant('Name'),
  version: fc.constantFrom('1', '2'),
  licence: fc.constant('CC0-1.0'),
  url: fc.option(fc.constant('https://a.example')),
  importedAt: fc.nat(99),
};

const STEPS: fc.Arbitrary<Step>[] = [
  fc.tuple(fc.constant('findId'), kinds, keys),
  fc.tuple(fc.constant('findBinding'), keys),
  fc.tuple(fc.constant('bindKey'), kinds, keys, gameIds, fc.constant(undefined), fc.boolean()),
  fc.tuple(fc.constant('bindKey'), kinds, keys, gameIds, fc.nat(3)),
  fc.tuple(fc.constant('unbindKey'), kinds, keys),
  fc.tuple(fc.constant('findKey'), gameIds),
  fc.tuple(fc.constant('listBindings')),
  fc.tuple(fc.constant('nextId'), kinds, fc.constantFrom(0, 5)),
  fc.tuple(fc.constant('listCounters')),
  fc.tuple(fc.constant('setCounter'), kinds, fc.nat(12)),
  fc.tuple(fc.constant('findAlias'), gameIds),
  fc.tuple(fc.constant('putAlias'), aliases),
  fc.tuple(fc.constant('removeAlias'), gameIds),
  fc.tuple(fc.constant('listAliases')),
  fc.tuple(fc.constant('findEntry'), entryKinds, gameIds),
  fc.tuple(fc.constant('putEntry'), entryKinds, gameIds, fc.constantFrom('{}', '{"n":"é"}')),
  fc.tuple(fc.constant('removeEntry'), entryKinds, gameIds),
  fc.tuple(fc.constant('listEntryLayers'), keys),
  fc.tuple(fc.constant('listEntryLayersOfSource'), sources),
  fc.tuple(fc.constant('putEntryLayer'), fc.record({ key: keys, source: sources, line: fc.constantFrom('1', '2') })),
  fc.tuple(fc.constant('removeEntryLayer'), keys, sources),
  fc.tuple(fc.constant('findHead'), keys),
  fc.tuple(fc.constant('findLayer'), keys),
  fc.tuple(fc.constant('putLayer'), layers, marks, dumps),
  fc.tuple(fc.constant('putLayer'), layers, marks),
  fc.tuple(fc.constant('setGame'), keys, fc.option(gameIds)),
  fc.tuple(fc.constant('setGame'), keys, fc.option(gameIds)),
  fc.tuple(fc.constant('removeLayer'), keys),
  fc.tuple(fc.constant('listKeys'), sources),
  fc.tuple(fc.constant('listLayers'), gameIds),
  fc.tuple(fc.constant('listWaiting'), fc.oneof(keys, fc.constant('')), fc.integer({ min: 1, max: 3 })),
  fc.tuple(fc.constant('findByMarks'), marks),
  fc.tuple(fc.constant('findVersion'), gameIds),
  fc.tuple(fc.constant('findGame'), gameIds),
  fc.tuple(fc.constant('putGame'), games),
  fc.tuple(fc.constant('putGame'), games),
  fc.tuple(fc.constant('removeGame'), gameIds),
  fc.tuple(fc.constant('setModified'), gameIds, fc.nat(99)),
  fc.tuple(fc.constant('listSources')),
  fc.tuple(fc.constant('putSource'), fc.record({ source: sources, ...sourceFields })),
  fc.tuple(fc.constant('removeSource'), sources),
];

const imports = fc.array(fc.array(fc.oneof(...STEPS), { maxLength: 40 }), { minLength: 1, maxLength: 4 });

interface Run {
  store: Store;
  /** After each import. */
  revisions: number[];
}

async function openRun(engine: Engine): Promise<Run> {
  return { store: await openStore(await newPlace(engine)), revisions: [] };
}

/** The answers of one import, then the undo entries of the one before it. */
async function runImport({ store, revisions }: Run, steps: readonly Step[]): Promise<unknown> {
  const told = await store.catalog.write(async (writer) => {
    const answers: unknown[] = [];
    for (const [name, ...values] of steps) {
      const answer = await (writer[name] as (...all: unknown[]) => Promise<unknown>)(...values);
      answers.push([name, answer ?? null]);
    }
    const seen: string[] = [];
    await writer.visitMarks((list) => seen.push(JSON.stringify(list)));
    return plain([answers, seen.toSorted(), await Array.fromAsync(writer.listGames())]);
  });
  revisions.push(await store.catalog.readRevision());
  return told;
}

/** The undo entries of the last import and the whole catalog. Changes nothing. */
async function readState({ store, revisions }: Run): Promise<unknown> {
  const undo: unknown[] = [];
  const pictures: string[] = [];
  const stop = new Error('seen');
  await store.catalog
    .write(async (writer) => {
      // Undo entries have the same JSON, with other whitespace on each engine.
      for await (const text of writer.listPictureTexts()) pictures.push(JSON.stringify(sorted(JSON.parse(text))));
      undo.push((await writer.listNew()).toSorted());
      undo.push((await writer.takeUndo()).map((entry) => JSON.stringify(sorted(entry))).toSorted());
      throw stop;
    })
    .catch((error) => assert.equal(error, stop));
  const { lineage: _lineage, ...index } = await store.catalog.readIndex();
  const names = index.games.ids.flatMap((gameId) => revisions.map((revision) => ({ gameId, revision })));
  const cards = await store.catalog.readCards(names);
  return plain([
    undo,
    withRanks(index, revisions),
    cards,
    pictures.toSorted(),
    await store.catalog.countSources(),
    await store.catalog.countAll(),
    await store.catalog.findDumps(files),
  ]);
}

/**
 * Revisions are random, so both engines are compared by the import that each revision belongs to. Removals have the time of
 * the clock.
 */
function withRanks(index: Omit<CatalogIndex, 'lineage'>, revisions: readonly number[]): object {
  const rank = (revision: number) => revisions.indexOf(revision);
  const ranked = <T extends { revisions: number[] }>(games: T) => ({ ...games, revisions: games.revisions.map(rank) });
  const modifiedAt = index.changes.modifiedAt.map((time) => (time > MAX_TIME ? 'now' : time));
  const changes = { ...index.changes, modifiedAt };
  return {
    ...index,
    revision: rank(index.revision),
    games: ranked(index.games),
    present: ranked(index.present),
    changes,
  };
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
const sorted = (value: unknown): unknown =>
  value && typeof value === 'object'
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted()
          .map(([name, one]) => [name, sorted(one)]),
      )
    : value;

test('random imports give the same answers and the same undo entries on both engines', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(imports, async (list) => {
      const stores = [await openRun('sqlite'), await openRun('postgres')] as const;
      try {
        for (const steps of list) {
          const [one, other] = [await runImport(stores[0], steps), await runImport(stores[1], steps)];
          assert.deepEqual(other, one);
          assert.deepEqual(await readState(stores[1]), await readState(stores[0]));
        }
      } finally {
        for (const { store } of stores) await store.close();
      }
    }),
    { numRuns: 12 },
  );
});
