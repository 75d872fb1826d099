import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listChanges, START } from '../../src/catalog/changes.ts';
import type { Change } from '../../src/catalog/model/resources.ts';
import { readSnapshot } from '../../src/catalog/snapshot/load-snapshot.ts';
import type { CatalogWriter } from '../../src/store/catalog/writer.ts';
import { openStore } from '../../src/store/open.ts';
import { storedGame } from '../support/samples/rows.ts';
import { ENGINES, newPlace, testStores } from '../support/servers/engines.ts';
import { openFollower } from '../support/servers/follower.ts';

type Work = (writer: CatalogWriter) => Promise<unknown>;

const put = (writer: CatalogWriter, gameId: number) => writer.putGame(storedGame(gameId));
const merge = (writer: CatalogWriter, gameId: number, targetId: number) =>
  writer.putAlias({ gameId, targetId, cause: 'match' });
const putOneToThree: Work = async (writer) => {
  for (const gameId of [1, 2, 3]) await put(writer, gameId);
};

/** Imports, and what the last of them changes for a follower who has read the ones before. */
const CASES: [name: string, works: Work[], expected: string[]][] = [
  ['a new game', [(writer) => put(writer, 1)], ['created 1']],
  ['a game that is stored twice', [(writer) => put(writer, 1).then(() => put(writer, 1))], ['created 1']],
  ['a removed game', [putOneToThree, (writer) => writer.removeGame(2)], ['deleted 2']],
  [
    'a game that is removed and put again in one import',
    [putOneToThree, (writer) => writer.removeGame(2).then(() => put(writer, 2))],
    ['updated 2'],
  ],
  [
    'a game that is put and removed in one import',
    [putOneToThree, (writer) => put(writer, 2).then(() => writer.removeGame(2))],
    ['deleted 2'],
  ],
  ['a game that nobody saw', [(writer) => put(writer, 1).then(() => writer.removeGame(1))], []],
  [
    'a game that comes back',
    [putOneToThree, (writer) => writer.removeGame(2), (writer) => put(writer, 2)],
    ['created 2'],
  ],
  [
    'a game that comes back for nobody to see',
    [putOneToThree, (writer) => writer.removeGame(2), (writer) => put(writer, 2).then(() => writer.removeGame(2))],
    [],
  ],
  ['a merge', [putOneToThree, (writer) => writer.removeGame(3).then(() => merge(writer, 3, 1))], ['merged 3 into 1']],
  [
    'an id that was merged before it was visible',
    [putOneToThree, (writer) => merge(writer, 9, 1)],
    ['merged 9 into 1'],
  ],
  [
    'the target of a merge that is merged itself',
    [
      putOneToThree,
      (writer) => writer.removeGame(3).then(() => merge(writer, 3, 2)),
      (writer) => writer.removeGame(2).then(() => merge(writer, 2, 1)),
    ],
    ['merged 2 into 1', 'merged 3 into 1'],
  ],
  [
    'the target of a merge that is removed',
    [putOneToThree, (writer) => writer.removeGame(3).then(() => merge(writer, 3, 2)), (writer) => writer.removeGame(2)],
    ['deleted 2', 'deleted 3'],
  ],
  [
    'the target of a merge that comes back',
    [
      putOneToThree,
      (writer) => writer.removeGame(3).then(() => merge(writer, 3, 2)),
      (writer) => writer.removeGame(2),
      (writer) => put(writer, 2),
    ],
    ['created 2', 'merged 3 into 2'],
  ],
  [
    'a merge that is taken back',
    [
      putOneToThree,
      (writer) => writer.removeGame(3).then(() => merge(writer, 3, 2)),
      (writer) => writer.removeAlias(3).then(() => put(writer, 3)),
    ],
    ['created 3'],
  ],
  [
    'a merge whose alias is dropped',
    [
      putOneToThree,
      (writer) => writer.removeGame(3).then(() => merge(writer, 3, 2)),
      (writer) => writer.removeAlias(3),
    ],
    ['deleted 3'],
  ],
];

function describe({ type, game_id, merged_into }: Change): string {
  return `${type} ${game_id}${merged_into === null ? '' : ` into ${merged_into}`}`;
}

const LAST_ID = 5;
const id = fc.integer({ min: 1, max: LAST_ID });
const step = fc.oneof(
  fc.record({ step: fc.constantFrom('put' as const, 'remove' as const, 'separate' as const), gameId: id }),
  fc.record({ step: fc.constant('merge' as const), gameId: fc.integer({ min: 2, max: LAST_ID }), targetId: id }),
);
/** The followers that poll after the import, by their numbers. */
const imports = fc.array(fc.record({ steps: fc.array(step, { maxLength: 6 }), polling: fc.subarray([0, 1, 2]) }), {
  minLength: 1,
  maxLength: 6,
});
type Step = { step: 'put' | 'remove' | 'separate' | 'merge'; gameId: number; targetId?: number };

async function take(writer: CatalogWriter, { step, gameId, targetId = 1 }: Step): Promise<void> {
  if (step === 'put') await put(writer, gameId);
  else if (step === 'remove') await writer.removeGame(gameId);
  else if (step === 'separate') await writer.removeAlias(gameId);
  else await merge(writer, gameId, Math.min(targetId, gameId - 1));
}

test('followers who poll at any time hold what the catalog has, whatever is imported', async () => {
  await fc.assert(
    fc.asyncProperty(imports, async (list) => {
      const { catalog, close } = await openStore(await newPlace('sqlite'));
      const followers = Array.from({ length: 4 }, openFollower);
      for (const { steps, polling } of list) {
        await catalog.write(async (writer) => {
          for (const one of steps) await take(writer, one);
        });
        const snapshot = await readSnapshot(catalog);
        for (const number of polling) followers[number]?.(snapshot);
      }
      const snapshot = await readSnapshot(catalog);
      for (const follow of followers) follow(snapshot);
      await close();
    }),
    { numRuns: 25 },
  );
});

testStores('a deletion stays, although the game came back for nobody to see', async ({ catalog }) => {
  await catalog.write(putOneToThree);
  const { next } = listChanges(await readSnapshot(catalog), START, 10);
  await catalog.write((writer) => writer.removeGame(2));
  await catalog.write((writer) => put(writer, 2).then(() => writer.removeGame(2)));
  assert.deepEqual(listChanges(await readSnapshot(catalog), next, 10).changes.map(describe), ['deleted 2']);
});

for (const engine of ENGINES) {
  test(`${engine}: the changes of an import are what became visible`, async () => {
    for (const [name, works, expected] of CASES) {
      const { catalog, close } = await openStore(await newPlace(engine));
      let position = START;
      let told: string[] = [];
      for (const work of works) {
        await catalog.write(work);
        const page = listChanges(await readSnapshot(catalog), position, 10);
        told = page.changes.map(describe);
        position = page.next;
      }
      assert.deepEqual(told, expected, name);
      await close();
    }
  });
}
