import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { byFirstRelease, type GameRecord } from '../../src/catalog/model/record.ts';
import { followAliases } from '../../src/merging/match/attach.ts';
import type { CatalogReader } from '../../src/store/catalog/writer.ts';
import { findPlatform } from '../../src/vocabulary/platforms.ts';

/** A row of pairs.tsv. */
export interface LabelledPair {
  a: string;
  b: string;
  isSame: boolean;
  category: string;
  reason: string;
}

type Outcome = 'right' | 'missed' | 'wrong' | 'absent';

/** Pairs of the category `random` were drawn at random, and so were those of `drawn`. The others are hard ones by choice. */
const RANDOM = 'random';
const DRAWN = 'drawn';

/** `held out`: not looked at when rules, weights and tables change. So are the pairs of the first draw, `random`. */
export type Use = 'looked at' | 'held out' | 'random';

export function useOf({ a, b, category }: LabelledPair): Use {
  if (category === RANDOM) return RANDOM;
  const isHeldOut = Number.parseInt(hash('sha256', `${a} ${b}`).slice(0, 2), 16) % 2 === 1;
  return isHeldOut && category !== DRAWN ? 'held out' : 'looked at';
}

/** Compares the catalog with labelled pairs of entries. Errors are those of pairs that may be looked at. */
export async function measureMatching(reader: CatalogReader, listsErrors: boolean): Promise<string[]> {
  const results = await judgePairs(reader);
  const isChosen = ({ category }: LabelledPair) => category !== RANDOM && category !== DRAWN;
  const chosen = results.filter(({ pair }) => isChosen(pair));
  const groups = [
    ...Map.groupBy(results, ({ pair }) => pair.category),
    ['chosen', chosen] as const,
    ...Map.groupBy(chosen, ({ pair }) => `  ${useOf(pair)}`),
    ...Map.groupBy(results, ({ platformType }) => platformType),
    ...Map.groupBy(results, ({ era }) => era),
  ];
  const errors = results.filter(({ pair, outcome }) => outcome !== 'right' && useOf(pair) === 'looked at');
  return [
    `${''.padEnd(NAME_WIDTH)}pairs  same  missed  different  wrong  absent  precision  recall`,
    ...groups.map(([name, own]) => renderRow(name, own)),
    ...(listsErrors ? errors.map(({ pair, outcome }) => `${outcome} ${pair.a} ${pair.b}: ${pair.reason}`) : []),
  ];
}

const NAME_WIDTH = 18;

type Result = Awaited<ReturnType<typeof judgePairs>>[number];

async function judgePairs(reader: CatalogReader) {
  const results = [];
  for (const pair of readPairs()) {
    const [a, b] = [await findGame(reader, pair.a), await findGame(reader, pair.b)];
    results.push({ pair, outcome: judge(pair, a, b), ...(await classify(reader, a ?? b)) });
  }
  return results;
}

/** Where and when the game was first released. */
async function classify(reader: CatalogReader, gameId: number | null | undefined) {
  const game = gameId ? await reader.findGame(gameId) : undefined;
  const [first] = game ? byFirstRelease((JSON.parse(game.record) as GameRecord).platforms) : [];
  const year = Number(first?.first_release_date?.slice(0, 4));
  return {
    platformType: (first && findPlatform(first.platform_id)?.type) || 'no platform',
    era: year ? `${Math.floor(year / 10) * 10}s` : 'no year',
  };
}

/** An entry that waits for a game is in none. */
function judge({ isSame }: LabelledPair, a: number | null | undefined, b: number | null | undefined): Outcome {
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
  return `${name.padEnd(NAME_WIDTH)}${[...cells, ...figures].map((cell, i) => ` ${String(cell).padStart(widths[i] as number)}`).join('')}`;
}

export function readPairs(): LabelledPair[] {
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
