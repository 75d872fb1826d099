import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rankedSearch } from '../../src/catalog/search/ranked-search.ts';
import { readSnapshot } from '../../src/catalog/snapshot/read-snapshot.ts';
import { textBytes } from '../../src/catalog/snapshot/shared-arrays.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { readConfig } from '../../src/config.ts';
import { openCatalogStore } from '../../src/store/open-catalog.ts';
import { runNode } from '../children.ts';
import { listTitles, type Quality, rankOf, readQueries, type SearchQuery, summarize } from './queries.ts';

const HELP = `Measures the quality of the search: how often the game that people mean is the first result, and among the
first five, in the starter catalog with MAME's console lists.

Usage: npm run bench:search -- [flags]

  --lists PATH     The lists; default /usr/share/games/mame/hash (Debian's mame-data)
  --data PATH      A data folder to search instead; nothing is imported
  --held-out       Also list the misses of the held-out queries
`;

const OPTIONS = {
  lists: { type: 'string', default: '/usr/share/games/mame/hash' },
  data: { type: 'string' },
  'held-out': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const { values } = parseArgs({ options: OPTIONS });
if (values.help) process.stdout.write(HELP);
else if (values.data === undefined && !existsSync(values.lists))
  process.stdout.write(`${values.lists} does not exist; name the folder of the lists with --lists\n`);
else await main(values.data ?? (await importLists(resolve(values.lists))), values['held-out'] ?? false);

/** The data folder is kept for the next run. */
async function importLists(lists: string): Promise<string> {
  const data = join(fileURLToPath(new URL('../data', import.meta.url)), 'search-quality');
  if (existsSync(data)) return data;
  const ludex = (...args: string[]) => runNode(['src/main.ts', ...args, '--data', data]);
  await ludex('import', 'starter');
  await ludex('import', 'mame', lists);
  return data;
}

async function main(data: string, withHeldOut: boolean): Promise<void> {
  const { catalog, close } = await openCatalogStore(readConfig({ data }, {}), true);
  const snapshot = await readSnapshot(catalog);
  await close();
  const titles = listTitles(snapshot);
  const queries = readQueries();
  const known = queries.filter((query) => query.titles.some((title) => titles.has(title)));
  const missing = queries.filter((query) => !known.includes(query)).map(({ text }) => text);
  if (missing.length > 0) process.stdout.write(`Not in this catalog: ${missing.join(', ')}\n`);
  process.stdout.write(
    `${snapshot.ids.length} games\n\n| Queries | Number | First | First five |\n|---|---|---|---|\n`,
  );
  const ranked = known.map((query) => ({ query, rank: rankOf(snapshot, query) }));
  printRow('all', ranked);
  printRow(
    'looked at',
    ranked.filter(({ query }) => !query.isHeldOut),
  );
  printRow(
    'held out',
    ranked.filter(({ query }) => query.isHeldOut),
  );
  const misses = ranked.filter(({ query, rank }) => rank > 1 && (withHeldOut || !query.isHeldOut));
  for (const { query, rank } of misses) process.stdout.write(describeMiss(snapshot, query, rank));
}

function printRow(name: string, ranked: readonly { rank: number }[]): void {
  const { queries, first, firstFive }: Quality = summarize(ranked.map(({ rank }) => rank));
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  process.stdout.write(`| ${name} | ${queries} | ${percent(first)} | ${percent(firstFive)} |\n`);
}

function describeMiss(snapshot: Snapshot, { text, titles }: SearchQuery, rank: number): string {
  const positions = Array.from(rankedSearch(snapshot, text).positions.subarray(0, 4));
  const found = positions.map(
    (position) => `${textBytes(snapshot.titles, position)} (${snapshot.notability[position]})`,
  );
  return `\n${text} → ${titles.join(' or ')} is number ${rank}: ${found.join(', ')}`;
}
