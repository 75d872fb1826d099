import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readSnapshot } from '../../src/catalog/snapshot/load-snapshot.ts';
import { readConfig } from '../../src/config.ts';
import type { CatalogReader } from '../../src/store/catalog/writer.ts';
import { openStore } from '../../src/store/open.ts';
import { runNode } from '../processes.ts';
import { measureMatching } from './matching.ts';
import { fitWeights, measureRules } from './rules.ts';
import { samplePairs } from './sample.ts';
import { measureSearch } from './search.ts';
import { measureTables } from './tables.ts';

const HELP = `Measures the quality of a catalog: whether labelled pairs of entries are one game or two, and how often the game
that people mean is the first result of a search.

Usage: npm run bench:quality -- [flags]

  --data FOLDER  Data folder with the starter, MAME, GameDataBase and libretro (docs/sources.md); default a new one with the
                 starter and MAME's console lists, which is kept for the next run
  --lists PATH   MAME's lists; default /usr/share/games/mame/hash (Debian's mame-data)
  --errors       Also list every wrong pair
  --held-out     Also list the misses of the held-out queries
  --rules        Only judge the pairs by the rules, two lines alone
  --tables       The same, with each table of known titles and games left out in turn
  --fit          Only print the weight of each rule, and what the pairs that may be looked at suggest
  --sample N     Only print so many random pairs of entries that share a title, a file or an id, to be judged by hand
  --seed N       Seed of the sample; default 1
`;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    lists: { type: 'string', default: '/usr/share/games/mame/hash' },
    errors: { type: 'boolean', default: false },
    'held-out': { type: 'boolean', default: false },
    rules: { type: 'boolean' },
    fit: { type: 'boolean' },
    tables: { type: 'boolean' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) process.stdout.write(HELP);
else if (values.data === undefined && !existsSync(values.lists))
  process.stdout.write(`${values.lists} does not exist; name the folder of the lists with --lists\n`);
else await main(values.data ?? (await importLists(resolve(values.lists))));

async function importLists(lists: string): Promise<string> {
  const data = fileURLToPath(new URL('../samples/quality', import.meta.url));
  if (existsSync(data)) return data;
  const ludex = (...args: string[]) => runNode(['src/main.ts', ...args, '--data', data]);
  await ludex('import', 'starter');
  await ludex('import', 'mame', lists);
  return data;
}

async function main(data: string): Promise<void> {
  const store = await openStore(readConfig({ data }, {}));
  const only = chooseWork(data);
  if (only) {
    const rows = await store.catalog.read(only);
    process.stdout.write(`${rows.join('\n')}\n`);
    return store.close();
  }
  const snapshot = await readSnapshot(store.catalog);
  const sections = await store.catalog.read(async (reader) => [
    [`Matching, in ${snapshot.ids.length} games`, ...(await measureMatching(reader, values.errors))],
    ['Search', ...measureSearch(snapshot, values['held-out'])],
  ]);
  await store.close();
  for (const lines of sections) process.stdout.write(`${lines.join('\n')}\n\n`);
}

function chooseWork(data: string): ((reader: CatalogReader) => Promise<string[]>) | undefined {
  const { sample, seed, rules, fit, tables } = values;
  if (sample !== undefined) return (reader) => samplePairs(reader, Number(sample), Number(seed));
  if (tables) return () => measureTables(data);
  return rules ? measureRules : fit ? fitWeights : undefined;
}
