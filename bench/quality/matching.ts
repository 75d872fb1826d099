import { readFileSync } from 'node:fs';
import { followAliases } from '../../src/merging/match/attach.ts';
import type { CatalogReader } from '../../src/store/catalog/writer.ts';

/** A row of pairs.tsv. */
interface Pair {
  a: string;
  b: string;
  isSame: boolean;
  category: string;
  reason: string;
}

type Outcome = 'right' | 'missed' | 'wrong' | 'absent';

/** Compares the catalog with labelled pairs of entries. */
export async function measureMatching(reader: CatalogReader, listsErrors: boolean): Promise<string[]> {
  const results = await judgePairs(reader);
  const categories = Map.groupBy(results, ({ pair }) => pair.category);
  const errors = results.filter(({ outcome }) => outcome !== 'right');
  return [
    'category     pairs  same  missed  different  wrong  absent  precision  recall',
    ...[...categories, ['all', results] as const].map(([name, own]) => renderRow(name, own)),
    ...(listsErrors ? errors.map(({ pair, outcome }) => `${outcome} ${pair.a} ${pair.b}: ${pair.reason}`) : []),
  ];
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
  return `${name.padEnd(12)}${[...cells, ...figures].map((cell, i) => ` ${String(cell).padStart(widths[i] as number)}`).join('')}`;
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
