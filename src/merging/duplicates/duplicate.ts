import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Reason } from '../../matching/compare.ts';
import { explain } from '../../matching/explain.ts';

export interface Duplicate {
  /** Ascending. */
  gameIds: readonly [number, number];
  score: number;
  reasons: readonly Reason[];
  /** Of the better known game. */
  notability: number;
  /** An operator said that they are different, or split one of them off. */
  isDecided: boolean;
}

/** All of a catalog at one revision, in the order in which an operator should look at them. */
export interface DuplicateList {
  /** Of Ludex: another one may have other rules. */
  version: string;
  lineage: string;
  revision: number;
  pairs: readonly Duplicate[];
}

/** So much notability counts as much as one point of the score. */
const NOTABILITY_PER_POINT = 100;

/** The most likely and the best known first. */
export function sortDuplicates(pairs: readonly Duplicate[]): Duplicate[] {
  const rank = ({ score, notability }: Duplicate) => score * NOTABILITY_PER_POINT + notability;
  return pairs.toSorted((a, b) => rank(b) - rank(a) || a.gameIds[0] - b.gameIds[0] || a.gameIds[1] - b.gameIds[1]);
}

export function explainDuplicate({ reasons }: Duplicate): { same: string[]; different: string[] } {
  const sorted = reasons.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const list = (isFor: boolean) => sorted.filter(({ weight }) => weight > 0 === isFor).map(explain);
  return { same: list(true), different: list(false) };
}

/**
 * The list is a file in the data folder: all threads read it, and it survives a restart. It can be removed at any time. Undefined if
 * it is missing or damaged.
 */
export async function readDuplicates(config: Pick<Config, 'data'>): Promise<DuplicateList | undefined> {
  try {
    return JSON.parse(await readFile(pathOf(config), 'utf8')) as DuplicateList;
  } catch {
    return undefined;
  }
}

export async function findWritten(config: Pick<Config, 'data'>): Promise<number | undefined> {
  return (await stat(pathOf(config)).catch(() => undefined))?.mtimeMs;
}

/** Renames a complete file, so that nobody reads half of one. */
export async function writeDuplicates(config: Pick<Config, 'data'>, list: DuplicateList): Promise<void> {
  const partial = `${pathOf(config)}.${process.pid}-${Math.random().toString(36).slice(2)}`;
  await writeFile(partial, JSON.stringify(list), { mode: 0o600 });
  await rename(partial, pathOf(config));
}

function pathOf({ data }: Pick<Config, 'data'>): string {
  return join(data, 'duplicates.json');
}
