import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cluster, type Item, rankOf } from '../../src/matching/cluster.ts';
import { compare } from '../../src/matching/compare.ts';
import { type Evidence, join } from '../../src/matching/evidence.ts';
import { evidenceOf, type LineSketch } from '../support/samples/evidence.ts';

/** The groups of lines that are all compared with each other, as indexes. */
function groupsOf(...lines: LineSketch[]): number[][] {
  const pairs = lines.flatMap((_, a) => lines.slice(a + 1).map((_, b) => [a, a + 1 + b] as const));
  const items = lines.map((line, i) => ({ all: evidenceOf(line, `source${i}`) }));
  return cluster(items, pairs).map((group) => group.toSorted((a, b) => a - b));
}

test('a game of many platforms gathers its companies, and so its ports', () => {
  const arcade = { title: 'Hop', on: 'arcade', by: 'acme', year: 1984 };
  const home = { title: 'Hop', on: 'nes', by: 'acme', year: 1986 };
  const licensed = { title: 'Hop', on: 'nes', by: 'bolt', year: 1987 };
  const port = { title: 'Hop', on: 'msx', by: 'bolt', year: 1993 };
  assert.deepEqual(groupsOf(arcade, port), [[0], [1]]);
  assert.deepEqual(groupsOf(arcade, home, licensed, port), [[0, 1, 2, 3]]);
});

test('what can never be one game stays apart, also through a third', () => {
  const jaguar = { title: 'Alien vs Predator', on: 'jaguar', by: 'acme', year: 1994 };
  const arcade = { title: 'Alien vs Predator', on: 'arcade', by: 'acme', year: 1994 };
  const between = { title: 'Alien vs Predator', on: 'msx', by: 'acme', year: 1994 };
  const groups = groupsOf(jaguar, arcade, between);
  assert.equal(groups.length, 2);
  assert.ok(groups.every((group) => !(group.includes(0) && group.includes(1))));
});

test('what is joined to a dedicated machine keeps its distance from other games', () => {
  const machine = { title: 'Hop', on: 'dedicated-handheld', by: 'acme', year: 1982, ids: { wikidata: ['Q1'] } };
  const same = { title: 'Hop', on: 'nes', by: 'acme', year: 1982, ids: { wikidata: ['Q1'] } };
  const other = { title: 'Hop', on: 'nes', by: 'acme', year: 1982 };
  assert.deepEqual(groupsOf(machine, same, other), [[0, 1], [2]]);
  assert.deepEqual(groupsOf(same, other), [[0, 1]]);
});

test('of two games that are as much alike, a line joins the one on its platform, then the one with more entries', () => {
  const first = { title: 'Hop Bros. 2', by: 'acme', year: 1986 };
  const more = { title: 'Hop Bros. 2', by: 'bolt', year: 1994, members: ['mame:nes/x', 'mame:nes/y'] };
  assert.deepEqual(groupsOf({ title: 'Hop Bros. 2' }, first, more), [[0, 2], [1]]);
  const line = evidenceOf({ title: 'Hop Bros. 2', year: 1986 });
  const [here, elsewhere] = [
    evidenceOf({ title: first.title, by: first.by }),
    evidenceOf({ ...more, year: 1986, on: 'snes' }),
  ];
  const [own, other] = [compare(line, here), compare(line, elsewhere)];
  assert.equal(own.score, other.score);
  assert.ok(rankOf(own, line, here) > rankOf(other, line, elsewhere));
});

test('only the given pairs are compared', () => {
  const line = { title: 'Hop', by: 'acme', year: 1990 };
  assert.deepEqual(cluster([{ all: evidenceOf(line, 'a') }, { all: evidenceOf(line, 'b') }], []), [[0], [1]]);
});

test('games that were there before are joined only if what founds them is alike, too', () => {
  const creating = (on: string, year: number) => evidenceOf({ title: 'Hop', on, year, by: on });
  const enriched = (evidence: Evidence) =>
    join(evidence, evidenceOf({ title: 'Hop', by: 'acme', on: 'snes' }, 'libretro'));
  const games = [creating('nes', 1985), creating('msx', 1990)].map((one) => ({ all: enriched(one), creating: one }));
  const [a, b] = games as [Item, Item];
  assert.deepEqual(cluster([a, b], [[0, 1]]), [[0], [1]]);
  assert.deepEqual(cluster([{ all: a.all }, b], [[0, 1]]), [[0, 1]], 'one is new');
  const same = { title: 'Hop', on: 'nes', year: 1985, by: 'acme', ids: { wikidata: ['Q1'] } };
  const [one, other] = [evidenceOf(same), evidenceOf({ ...same, ids: {} }, 'own')];
  assert.deepEqual(
    cluster(
      [one, other].map((all) => ({ all, creating: all })),
      [[0, 1]],
    ),
    [[0, 1]],
  );
  const apart = { all: join(other, evidenceOf({ ...same, ids: { wikidata: ['Q2'] } }, 'libretro')), creating: other };
  assert.deepEqual(cluster([{ all: one, creating: one }, apart], [[0, 1]]), [[0], [1]], 'all evidence counts against');
});
