import { compare, RULES, SAME } from '../../src/matching/compare.ts';
import { describe, type Evidence } from '../../src/matching/evidence.ts';
import { parseLayer } from '../../src/merging/load/layer-line.ts';
import type { CatalogReader } from '../../src/store/catalog/writer.ts';
import { type LabelledPair, readPairs, useOf } from './matching.ts';

/** Two lines alone, without the others of their games. */
interface Example extends LabelledPair {
  /** Indexes of the rules that hold. */
  rules: number[];
}

/** Judges the labelled pairs by the rules alone. */
export async function measureRules(reader: CatalogReader): Promise<string[]> {
  const examples = await readExamples(reader, readPairs());
  const weights = RULES.map(({ weight }) => weight);
  return Array.from(Map.groupBy(examples, useOf), ([use, own]) => `${use.padEnd(10)} ${describeErrors(own, weights)}`);
}

/**
 * Fits the weights of the rules to pairs that may be looked at: a logistic regression that stays near the weights that they have.
 * Rules that no evidence outweighs stay. Returns a row for each rule.
 */
export async function fitWeights(reader: CatalogReader): Promise<string[]> {
  const examples = await readExamples(
    reader,
    readPairs().filter((pair) => useOf(pair) === 'looked at'),
  );
  const given = RULES.map(({ weight }) => weight);
  const fitted = fit(examples, given);
  return [
    `now     ${describeErrors(examples, given)}`,
    `fitted  ${describeErrors(examples, fitted)}`,
    'same  different  weight  fitted  rule',
    ...RULES.map(({ name, weight }, i) => {
      const holding = examples.filter(({ rules }) => rules.includes(i));
      const same = holding.filter(({ isSame }) => isSame).length;
      const cells = [String(same).padStart(4), String(holding.length - same).padStart(10), String(weight).padStart(7)];
      return `${cells.join(' ')} ${(fitted[i] as number).toFixed(1).padStart(7)}  ${name}`;
    }),
  ];
}

async function readExamples(reader: CatalogReader, pairs: readonly LabelledPair[]): Promise<Example[]> {
  const examples: Example[] = [];
  for (const pair of pairs) {
    const [a, b] = [await findEvidence(reader, pair.a), await findEvidence(reader, pair.b)];
    if (a && b) examples.push({ ...pair, rules: listRules(a, b) });
  }
  return examples;
}

async function findEvidence(reader: CatalogReader, key: string): Promise<Evidence | undefined> {
  const layer = await reader.findLayer(key);
  return layer && describe(parseLayer(layer), layer.source);
}

function listRules(a: Evidence, b: Evidence): number[] {
  const { reasons } = compare(a, b);
  return reasons.map((reason) =>
    RULES.findIndex(({ name, weight }) => name === reason.name && weight === reason.weight),
  );
}

/** Half a point below the score from which on two lines are one game. */
const MIDDLE = SAME - 0.5;
/** Weights below are no evidence but laws. */
const LAW = -50;
const STEPS = 2000;
const STEP = 0.002;
/** How much a pair that tells otherwise must weigh to move a weight by one. */
const PRIOR = 0.5;

function fit(examples: readonly Example[], given: readonly number[]): number[] {
  const weights = [...given];
  for (let step = 0; step < STEPS; step++) {
    const slopes = weights.map((weight, i) => PRIOR * (weight - (given[i] as number)));
    for (const { isSame, rules } of examples) {
      const error = 1 / (1 + Math.exp(MIDDLE - sum(rules, weights))) - (isSame ? 1 : 0);
      for (const i of rules) slopes[i] = (slopes[i] as number) + error;
    }
    for (const [i, slope] of slopes.entries())
      if ((given[i] as number) > LAW) weights[i] = (weights[i] as number) - STEP * slope;
  }
  return weights;
}

function sum(rules: readonly number[], weights: readonly number[]): number {
  return rules.reduce((score, i) => score + (weights[i] as number), 0);
}

function describeErrors(examples: readonly Example[], weights: readonly number[]): string {
  const isFound = ({ rules }: Example) => sum(rules, weights) >= SAME;
  const count = (isSame: boolean, isJoined: boolean) =>
    examples.filter((one) => one.isSame === isSame && isFound(one) === isJoined).length;
  const [found, missed, wrong] = [count(true, true), count(true, false), count(false, true)];
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const figures = `precision ${percent(found / (found + wrong))}, recall ${percent(found / (found + missed))}`;
  return `${figures} (${missed} missed, ${wrong} wrong of ${examples.length} pairs)`;
}
