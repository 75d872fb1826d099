import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../../src/config.ts';
import { plainTitle } from '../../src/folding.ts';
import { followAliases } from '../../src/merging/match/aliases.ts';
import type { CatalogReader } from '../../src/store/catalog-store.ts';
import { openStore } from '../../src/store/open.ts';
import { readTable } from '../../src/vocabulary/tables.ts';

const HELP = `Measures matching: compares a catalog of real sources with labelled pairs of entries.

Usage: npm run bench:matching -- --data FOLDER [flags]

  --data FOLDER  Data folder with the starter, MAME, GameDataBase and libretro (docs/sources.md)
  --errors       Also list every pair that is wrong
  --rows         Also list rows of same-titles.tsv of which no entry has the other title, or that join nothing
`;

/** A row of pairs.tsv. */
interface Pair {
  a: string;
  b: string;
  isSame: boolean;
  category: string;
  reason: string;
}

type Outcome = 'right' | 'missed' | 'wrong' | 'absent';

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    errors: { type: 'boolean' },
    rows: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (flags.help || flags.data === undefined) process.stdout.write(HELP);
else await main(flags.data);

async function main(data: string): Promise<void> {
  const store = await openStore(readConfig({ data }, {}));
  const results = await store.catalog.read(judgePairs);
  const idleRows = flags.rows ? await store.catalog.read(listIdleRows) : [];
  await store.close();
  const categories = Map.groupBy(results, ({ pair }) => pair.category);
  process.stdout.write('category     pairs  same  missed  different  wrong  absent  precision  recall\n');
  for (const [name, own] of [...categories, ['all', results] as const]) process.stdout.write(renderRow(name, own));
  for (const row of idleRows) process.stdout.write(`${row}\n`);
  if (!flags.errors) return;
  for (const { pair, outcome } of results)
    if (outcome !== 'right') process.stdout.write(`${outcome} ${pair.a} ${pair.b}: ${pair.reason}\n`);
}

type Result = Awaited<ReturnType<typeof judgePairs>>[number];

async function judgePairs(reader: CatalogReader) {
  const results = [];
  for (const pair of readPairs()) {
    const [a, b] = [await findGame(reader, pair.a), await findGame(reader, pair.b)];
    results.push({ pair, outcome: judge(pair, a, b) });
  }
  return results;
}

/** A row that does nothing in a catalog of all sources has a spelling that no source uses. */
async function listIdleRows(reader: CatalogReader): Promise<string[]> {
  const rows = [];
  for (const [title = '', other = '', platforms] of readTable('same-titles.tsv')) {
    const find = (text: string) => reader.findByMarks([`title ${plainTitle(text)}`]);
    const [ofOther, ofTitle] = [await find(other), await find(title)];
    const keys = new Set(ofOther.map(({ key }) => key));
    const games = new Set(ofOther.map(({ gameId }) => gameId));
    const rest = ofTitle.filter(({ key }) => !keys.has(key));
    const isApart = rest.length > 0 && !rest.some(({ gameId }) => games.has(gameId));
    if (ofOther.length === 0 || isApart)
      rows.push(`${isApart ? 'apart' : 'absent'}: ${title} | ${other} | ${platforms}`);
  }
  return rows;
}

/** An entry that waits for a game is in none. */
function judge({ isSame }: Pair, a: number | null | undefined, b: number | null | undefined): Outcome {
  if (a === undefined || b === undefined) return 'absent';
  const isOne = a !== null && a === b;
  if (isOne === isSame) return 'right';
  return isSame ? 'missed' : 'wrong';
}

/** Null if the entry waits; undefined if the catalog does not have it. */
async function findGame(reader: CatalogReader, key: string): Promise<number | null | undefined> {
  const layer = await reader.findLayer(key);
  if (layer) return layer.gameId;
  const bound = await reader.findBinding(key);
  return bound && followAliases(reader, bound.id);
}

function renderRow(name: string, results: readonly Result[]): string {
  const count = (outcome: Outcome, isSame: boolean) =>
    results.filter((result) => result.outcome === outcome && result.pair.isSame === isSame).length;
  const [found, missed, wrong] = [count('right', true), count('missed', true), count('wrong', false)];
  const absent = results.filter(({ outcome }) => outcome === 'absent').length;
  const cells = [results.length, found + missed, missed, wrong + count('right', false), wrong, absent];
  const percent = (part: number, whole: number) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
  const figures = [percent(found, found + wrong), percent(found, found + missed)];
  const widths = [5, 5, 7, 10, 6, 7, 10, 7];
  return `${name.padEnd(12)}${[...cells, ...figures].map((cell, i) => ` ${String(cell).padStart(widths[i] as number)}`).join('')}\n`;
}

function readPairs(): Pair[] {
  const text = readFileSync(new URL('pairs.tsv', import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'))
    .map(([a = '', b = '', verdict, category = '', reason = '']) => ({
      ...{ a, b, category, reason },
      isSame: verdict === 'same',
    }));
}
