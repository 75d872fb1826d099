import { parseArgs } from 'node:util';
import type { Group } from '../src/catalog/model/resources.ts';
import { listCompanyGames, listSeries } from '../src/catalog/search/related-games.ts';
import { type ComparedGame, listSimilarGames } from '../src/catalog/search/similar-games.ts';
import { countTexts, textBytes } from '../src/catalog/snapshot/shared-arrays.ts';
import type { Facet } from '../src/catalog/snapshot/snapshot.ts';
import { lowerBound } from '../src/catalog/snapshot/sorted-lists.ts';
import { groupKind } from '../src/vocabulary/group-kinds.ts';
import { percentile } from './measure.ts';
import { openRepeatedCatalog } from './repeated-catalog.ts';

/**
 * Measures the CPU time of the related games of a page, for games all over the catalog and for those that share the most:
 * `npm run bench:related -- --data FOLDER --games 250000`.
 */
const { values } = parseArgs({
  options: { data: { type: 'string', default: 'data' }, games: { type: 'string', default: '250000' } },
});

/** As many games as the site lists. */
const [SERIES, COMPANY, SIMILAR] = [24, 6, 12];
const SAMPLES = 200;
/** The clock of CPU time ticks slowly. */
const REPEATED = 10;

const snapshot = await openRepeatedCatalog(values.data, Number(values.games));
const size = snapshot.ids.length;
console.log(`${size} games; CPU milliseconds`);
const groupTexts = Array.from({ length: countTexts(snapshot.groups) }, (_, i) =>
  textBytes(snapshot.groups, i).toString(),
);
const seriesIds = new Set(
  groupTexts
    .map((text) => JSON.parse(text) as Group)
    .filter(({ group_name }) => groupKind(group_name) === 'series')
    .map(({ group_id }) => group_id),
);
const step = Math.max(1, Math.floor(size / SAMPLES));
const lists: [name: string, positions: number[]][] = [
  ['games all over the catalog', Array.from({ length: Math.floor(size / step) }, (_, i) => i * step)],
  ['best known games', Array.from(snapshot.orders['-notability'].subarray(0, SAMPLES))],
];
for (const [name, positions] of lists) {
  const games = positions.map(toGame);
  report(`${name}, all lists`, games, listAll);
  report(`${name}, similar games alone`, games, (game) => listSimilarGames(snapshot, game, SIMILAR));
}

function report(name: string, games: readonly ComparedGame[], work: (game: ComparedGame) => void): void {
  for (const game of games) work(game);
  const timed = games.map((game) => ({ game, time: measure(() => work(game)) }));
  const times = timed.map(({ time }) => time);
  const cells = [percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)].map((time) => time.toFixed(2));
  const [slowest] = timed.toSorted((a, b) => b.time - a.time);
  const title = slowest && textBytes(snapshot.titles, slowest.game.position).toString();
  console.log(`${name}: median ${cells[0]}, p99 ${cells[1]}, slowest ${cells[2]} (${title})`);
}

/** What the page of a game lists. */
function listAll(game: ComparedGame): void {
  const { position, series, developers, publishers } = game;
  const shown = new Set(series.slice(0, 2).flatMap((id) => listSeries(snapshot, id, position, SERIES).positions));
  const role = developers.length > 0 ? 'developed' : 'published';
  const company = developers[0] ?? publishers[0];
  if (company !== undefined)
    for (const own of listCompanyGames(snapshot, role, company, position, COMPANY, shown)) shown.add(own);
  listSimilarGames(snapshot, game, SIMILAR, shown);
}

function measure(work: () => void): number {
  const before = process.threadCpuUsage();
  for (let i = 0; i < REPEATED; i++) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / REPEATED;
}

/** The entries of a game, which a page has from its record. */
function toGame(position: number): ComparedGame {
  const { platform, genre, group, filters } = snapshot;
  const groups = listIds(group, position);
  return {
    position,
    genres: listIds(genre, position),
    groups,
    series: groups.filter((id) => seriesIds.has(id)),
    platforms: listIds(platform, position),
    developers: listIds(filters.developed, position),
    publishers: listIds(filters.published, position),
  };
}

function listIds({ ids, offsets, positions }: Facet, position: number): number[] {
  return Array.from(ids).filter((_, i) => {
    const own = positions.subarray(offsets[i], offsets[i + 1]);
    return own[lowerBound(own, position)] === position;
  });
}
