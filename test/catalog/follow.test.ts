import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readSnapshot } from '../../src/catalog/snapshot/load-snapshot.ts';
import { buildSnapshot, type TitleMatch } from '../../src/catalog/snapshot/snapshot.ts';
import type { CatalogIndex } from '../../src/store/catalog-rows.ts';
import { packFacets } from '../../src/store/facets.ts';
import { dateNumber } from '../../src/store/game-filters.ts';
import { NO_FACETS } from '../support/samples/snapshot.ts';

interface Game {
  id: number;
  revision: number;
  title: string;
  names: string;
  modifiedAt: number;
  facets: Uint32Array;
}

const ids = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 3 });
const content = fc.record({
  title: fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'ß', '音', '\u{1f3ae}', ' '), minLength: 1, maxLength: 5 }),
  names: fc.constantFrom('', 'some\nnames', 'other', 'super some 2\nsuper2', 'すーぱー まりお2\n名前'),
  modifiedAt: fc.nat(5),
  facets: fc
    .record({
      dates: fc.tuple(fc.constantFrom(0, 1, dateNumber('1985')), fc.constantFrom(0, dateNumber('1999-05'))),
      platforms: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 4, max: 300 })),
      genres: ids,
      groups: ids,
      ...{ published: ids, developed: ids, credited: ids },
      terms: fc.array(fc.nat(3), { maxLength: 3 }),
      notability: fc.integer({ min: 1, max: 2047 }),
      flags: fc.nat(9),
      release: fc.constantFrom(0, dateNumber('1985'), dateNumber('1999-05')),
    })
    .map(packFacets),
});
/** Undefined if the game is removed. */
const wave = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.option(content, { nil: undefined })), {
  maxLength: 12,
});

const titleMatches = fc.constantFrom<TitleMatch[]>('contract', 'wide');

/** A catalog whose games are written and removed in revisions. */
function openCatalog() {
  const games = new Map<number, Game>();
  const asked: (number | undefined)[] = [];
  let revision = 0;
  const columns = (list: readonly Game[]) => ({
    ids: list.map((game) => game.id),
    revisions: list.map((game) => game.revision),
    titles: list.map((game) => game.title),
    names: list.map((game) => game.names),
    modifiedAt: list.map((game) => game.modifiedAt),
    facets: Uint32Array.from(list.flatMap((game) => [...game.facets])),
  });
  const readIndex = async (since = 0): Promise<CatalogIndex> => {
    asked.push(since);
    const all = [...games.values()].sort((a, b) => a.id - b.id);
    return {
      lineage: 'test',
      revision,
      games: columns(all.filter((game) => game.revision > since)),
      present: columns(all),
      ...{ genres: [], groups: [], platforms: [], companies: [] },
      aliases: [{ gameId: 20, targetId: 1 }],
      changes: { gameIds: [], sequences: [], createdSequences: [], modifiedAt: [] },
    };
  };
  return {
    games,
    asked,
    readIndex,
    write: (changes: readonly [number, Omit<Game, 'id' | 'revision'> | undefined][]) => {
      revision++;
      for (const [id, game] of changes) {
        if (game) games.set(id, { id, revision, ...game });
        else games.delete(id);
      }
    },
  };
}

test('an incrementally built snapshot equals one built from scratch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wave, { minLength: 1, maxLength: 5 }), titleMatches, async (waves, titleMatch) => {
      const catalog = openCatalog();
      let followed = await readSnapshot(catalog, undefined, titleMatch);
      for (const changes of waves) {
        catalog.write(changes);
        // Changes modification times without new revisions.
        for (const game of catalog.games.values()) if (game.id % 7 === 0) game.modifiedAt++;
        followed = await readSnapshot(catalog, followed, titleMatch);
        assert.deepEqual(followed, await readSnapshot(catalog, undefined, titleMatch));
      }
      assert.equal(followed.wideTitleIndex !== undefined, titleMatch === 'wide');
      // All arrays stay in shared memory.
      for (const array of [
        followed.ids,
        followed.titleIndex.trigrams.ids,
        followed.titleIndex.trigrams.positions,
        followed.orders.title,
      ])
        assert.ok(array.buffer instanceof SharedArrayBuffer);
    }),
  );
});

test('only changed games are read, unless the catalog is not a successor', async () => {
  const catalog = openCatalog();
  const game = (title: string) => ({
    title,
    names: '',
    modifiedAt: 1,
    facets: packFacets({ ...NO_FACETS, published: [7], release: 2 }),
  });
  catalog.write([
    [1, game('one')],
    [2, game('two')],
  ]);
  const first = await readSnapshot(catalog);
  catalog.write([[2, game('two again')]]);
  const second = await readSnapshot(catalog, first);
  assert.deepEqual(catalog.asked, [0, 1]);
  // A restored state in which the first game was written at another revision.
  catalog.games.set(1, { ...(catalog.games.get(1) as Game), revision: 0, title: 'older' });
  const third = await readSnapshot(catalog, second);
  assert.deepEqual(catalog.asked, [0, 1, 2, 0]);
  assert.deepEqual(third, await readSnapshot(catalog));
  const stranger = buildSnapshot({
    ...(await catalog.readIndex()),
    lineage: 'another',
    genres: [],
    groups: [],
    platforms: [],
    companies: [],
  });
  assert.deepEqual(await readSnapshot(catalog, stranger), third);
});
