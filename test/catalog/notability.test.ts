import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { notabilityOf } from '../../src/catalog/model/notability.ts';
import type { GameRecord } from '../../src/catalog/model/record.ts';

/** The points that docs/importing.md promises, by the first word of each row. */
const POINTS = Object.fromEntries(
  Array.from(
    readFileSync('docs/importing.md', 'utf8').matchAll(/^\| ([a-z]+)[^|]*\| (\d+) (?:× log2|× n|if there)/gm),
    ([, name, points]) => [name, Number(points)],
  ),
);
const points = (name: string, count = 1) => (POINTS[name] as number) * Math.log2(1 + count);

interface Sketch {
  sources?: string[];
  /** The countries of the releases on each platform. */
  platforms?: string[][];
  kinds?: (string | undefined)[];
  groups?: number;
  votes?: number;
  description?: string | null;
  covers?: number;
}

function rate({
  sources = ['mame'],
  platforms = [[]],
  kinds = [],
  groups = 0,
  votes = 0,
  description = 'Text',
  covers = 0,
}: Sketch): number {
  const record = {
    description,
    num_votes: votes,
    groups: Array.from({ length: groups }, (_, i) => ({ group_id: i + 1, group_name: 'x' })),
    platforms: platforms.map((countries, i) => ({
      attributes: [kinds[i]].flatMap((kind) =>
        kind ? [{ attribute_name: kind, attribute_category_name: 'Kind' }] : [],
      ),
      first_release_date: null,
      cover_groups: Array.from({ length: covers }, () => ({})),
      releases: countries.map((country) => ({ countries: [country], companies: [] })),
    })),
  };
  return notabilityOf(record as unknown as GameRecord, new Set(sources));
}

const ONE = points('platforms') + (POINTS.sources as number);

const CASES: [what: string, sketch: Sketch, notability: number][] = [
  ['one platform in one source', {}, ONE],
  ['three platforms', { platforms: [[], [], []] }, ONE + points('platforms')],
  [
    'releases count, and each country once',
    { platforms: [['Japan', 'Japan', 'France']] },
    ONE + points('releases', 3) + points('countries', 2),
  ],
  ['several series count once', { groups: 3 }, ONE + (POINTS.series as number)],
  ['covers count once', { covers: 2 }, ONE + (POINTS.cover as number)],
  ['votes', { votes: 1000 }, ONE + points('votes', 1000)],
  ['two sources', { sources: ['mame', 'wikidata'] }, ONE + (POINTS.sources as number)],
  ['two sources of one publisher', { sources: ['mame', 'mame-machines'] }, ONE],
  ['corrections and derived facts', { sources: ['mame', 'corrections', 'derived'] }, ONE],
  ['a compilation', { kinds: ['Compilation'] }, ONE],
  ['a prototype', { kinds: ['Prototype'] }, Math.floor(ONE / 16)],
  ['nothing but a title', { description: null }, Math.floor(ONE / 4)],
  ['a hack on one of two platforms', { platforms: [[], []], kinds: ['Hack'] }, ONE + points('platforms', 2) - 50],
];

for (const [what, sketch, notability] of CASES) {
  test(`notability of ${what}`, () => assert.equal(rate(sketch), Math.round(notability)));
}

test('another kind ranks below every ordinary game', () => {
  const countries = Array.from({ length: 500 }, (_, i) => `Country ${i}`);
  const famous: Sketch = { platforms: [countries], sources: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], votes: 1e6 };
  assert.ok(rate({ ...famous, kinds: ['Demo'] }) < rate({}));
});
