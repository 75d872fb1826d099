import type { Reason } from '../../matching/compare.ts';
import { explain } from '../../matching/explain.ts';

/** Two games that are probably one. */
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

/** The evidence in sentences, the strongest first. */
export function explainDuplicate({ reasons }: Duplicate): { same: string[]; different: string[] } {
  const sorted = reasons.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const list = (isFor: boolean) => sorted.filter(({ weight }) => weight > 0 === isFor).map(explain);
  return { same: list(true), different: list(false) };
}
