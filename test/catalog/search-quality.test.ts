import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { listTitles, rankOf, readQueries, summarize } from '../../bench/search-quality/queries.ts';
import { estimateNotability } from '../../src/catalog/model/notability.ts';
import { buildSnapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { namesOf } from '../../src/merging/merge/stored-game.ts';
import { packFacets } from '../../src/store/facets.ts';

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

const snapshot = buildSnapshot({
  lineage: 'test',
  revision: 1,
  games: {
    ids: lines.map((_, i) => i + 1),
    revisions: lines.map(() => 1),
    titles: lines.map(({ title }) => title),
    names: lines.map(({ title, alternate_titles = [] }) => namesOf({ title, alternate_titles })),
    modifiedAt: lines.map(() => 0),
    filters: new Uint32Array(),
    facets: Uint32Array.from(
      lines.flatMap(({ platforms = [], groups = [] }) => [
        ...packFacets({
          platforms: [1],
          genres: [],
          groups: [],
          years: [],
          notability: estimateNotability({ platforms: platforms.length, series: groups.length }),
        }),
      ]),
    ),
  },
  genres: [],
  groups: [],
  platforms: [],
  aliases: [],
});

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
