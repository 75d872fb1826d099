import { parseArgs } from 'node:util';
import { rankedSearch } from '../../src/catalog/search/ranked-search.ts';
import { buildSnapshot, type Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { readConfig } from '../../src/config.ts';
import type { GameColumns } from '../../src/store/catalog-store.ts';
import { openCatalogStore } from '../../src/store/open-catalog.ts';
import { percentile } from '../measure.ts';
import { readQueries } from './queries.ts';

const HELP = `Measures the CPU time of searches in as many games as you like, with the titles of a real catalog: each copy of a
game has another word in its titles.

Usage: npm run bench:search-speed -- --data PATH [flags]

  --data PATH      A data folder with real games
  --games N        Default 250000
`;

/** Searches are repeated, because the clock of CPU time ticks slowly. */
const REPEATED = 10;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    games: { type: 'string', default: '250000' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help || values.data === undefined) process.stdout.write(HELP);
else await main(values.data, Number(values.games));

async function main(data: string, size: number): Promise<void> {
  const { catalog, close } = await openCatalogStore(readConfig({ data }, {}), true);
  const { games } = await catalog.readIndex();
  await close();
  const before = process.cpuUsage();
  const snapshot = buildSnapshot({
    lineage: '',
    revision: 1,
    games: multiply(games, size),
    ...{ genres: [], groups: [], platforms: [], aliases: [] },
  });
  const { user } = process.cpuUsage(before);
  process.stdout.write(`${size} games from ${games.ids.length}; snapshot: ${Math.round(user / 1000)} ms of CPU\n\n`);
  const texts = readQueries().map(({ text }) => text);
  const typing = texts.flatMap((text) => Array.from({ length: text.length - 1 }, (_, i) => text.slice(0, i + 2)));
  process.stdout.write('| Searches | Number | Median | p99 | Slowest |\n|---|---|---|---|---|\n');
  measure(snapshot, 'the queries', texts);
  measure(snapshot, 'the queries with a letter missing', texts.map(dropLetter));
  measure(snapshot, 'the queries while they are typed, from two letters', typing);
}

function measure(snapshot: Snapshot, name: string, texts: readonly string[]): void {
  for (const text of texts) rankedSearch(snapshot, text);
  const times = texts.map((text) => {
    const before = process.threadCpuUsage();
    // The last search is cached, so two spellings take turns.
    for (let i = 0; i < REPEATED; i++) rankedSearch(snapshot, i % 2 === 0 ? text : `${text} `);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000 / REPEATED;
  });
  const cells = [percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)].map(
    (ms) => `${ms.toFixed(2)} ms`,
  );
  process.stdout.write(`| ${[name, texts.length, ...cells].join(' | ')} |\n`);
}

function dropLetter(text: string): string {
  const at = Math.floor(text.length / 2);
  return text.slice(0, at) + text.slice(at + 1);
}

function multiply(games: GameColumns, size: number): GameColumns {
  const count = games.ids.length;
  const words = games.names.map((names) => names.split(/[ \n]/, 1)[0] as string);
  const wordOf = (i: number) => (i < count ? '' : ` ${words[(i * 7919) % count]}`);
  const all = Array.from({ length: size }, (_, i) => i);
  return {
    ids: all.map((i) => i + 1),
    revisions: all.map(() => 1),
    titles: all.map((i) => games.titles[i % count] + wordOf(i)),
    names: all.map((i) => (games.names[i % count] as string).replace(/$/gm, wordOf(i))),
    modifiedAt: all.map(() => 0),
    filters: new Uint32Array(),
    facets: new Uint32Array(4 * size),
  };
}
