import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { listTitles, rankOf, readQueries, summarize } from '../../bench/quality/search.ts';
import { snapshotOf } from '../support/samples/snapshot.ts';

interface Line {
  title: string;
  enriches?: boolean;
  alternate_titles?: { title: string; description: string }[];
  platforms?: object[];
  groups?: object[];
}

const file = new URL('../../starter/games.jsonl', import.meta.url);
const lines = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((text) => JSON.parse(text) as Line)
  .filter(({ enriches }) => !enriches);

const snapshot = snapshotOf(
  lines.map(({ title, alternate_titles = [], platforms = [], groups = [] }) => ({
    title,
    alternates: alternate_titles.map((other) => other.title),
    notability: 80 + Math.round(50 * Math.log2(1 + platforms.length)) + (groups.length > 0 ? 60 : 0),
  })),
);

const titles = listTitles(snapshot);
const queries = readQueries().filter((query) => query.titles.some((title) => titles.has(title)));

test('a search in the starter catalog finds the game that people mean', () => {
  assert.ok(queries.length >= 100, `${queries.length} queries`);
  const ranks = queries.map((query) => rankOf(snapshot, query));
  const misses = queries.flatMap(({ text, isHeldOut }, i) =>
    ranks[i] === 1 || isHeldOut ? [] : [`${text}: ${ranks[i]}`],
  );
  const { first, firstFive } = summarize(ranks);
  assert.ok(first >= 0.95, `${first}: ${misses}`);
  assert.ok(firstFive >= 0.99, `${firstFive}: ${misses}`);
});

test('there are at least 150 queries, each once, a third of them held out', () => {
  const all = readQueries();
  assert.ok(all.length >= 150);
  assert.equal(new Set(all.map(({ text }) => text)).size, all.length);
  assert.equal(all.filter(({ isHeldOut }) => isHeldOut).length, Math.floor(all.length / 3));
});
