import { readTable } from '../../vocabulary/tables.ts';
import type { Context } from './context.ts';
import type { Item } from './item.ts';

interface Review {
  reviewer: string;
  /** 0 to 10. */
  score: number;
  /** A percentage may be a share of reviewers instead of a score. */
  isPercentage: boolean;
}

const FRACTION = /^(\d+(?:[.,]\d+)?)\s*(?:\/|out of)\s*(\d+)(?: stars?| points?)?$/i;
const PERCENTAGE = /^(\d+(?:[.,]\d+)?)\s*%$/;
const grades = new Map(readTable('review-grades.tsv').map(([grade = '', score = '']) => [grade, Number(score)]));
/** Methods whose results are no scores of critics: the share of critics who recommend the game, or scores of players. */
const OTHER_METHODS = /recommend|positive|user|tomatometer/i;

/**
 * The score from the reviews (P444) of a game. One reviewer has one vote, whose value is the mean of its scores: an
 * aggregator has one for each platform.
 */
export function averageScore(item: Item, context: Context): { catalog_score: number; num_votes: number } | undefined {
  const votes = Map.groupBy(listReviews(item, context), ({ reviewer }) => reviewer)
    .values()
    .map((own) => mean(preferScores(own).map(({ score }) => score)))
    .toArray();
  if (votes.length === 0) return undefined;
  return { catalog_score: Math.round(mean(votes) * 10) / 10, num_votes: votes.length };
}

function listReviews({ statements }: Item, { names, unknowns }: Context): Review[] {
  return statements.scores.flatMap(({ value, reviewers, methods }) => {
    if (methods.some((method) => OTHER_METHODS.test(names.find(method) ?? ''))) return [];
    const score = parseScore(value.trim());
    if (score === undefined) unknowns.add('review score', value);
    if (score === undefined) return [];
    return { reviewer: reviewers[0] ?? value, score, isPercentage: PERCENTAGE.test(value.trim()) };
  });
}

/** A reviewer with scores and percentages is an aggregator, whose percentages are shares of its critics. */
function preferScores(reviews: readonly Review[]): readonly Review[] {
  const scores = reviews.filter(({ isPercentage }) => !isPercentage);
  return scores.length > 0 ? scores : reviews;
}

/** `85/100`, `4.5 out of 5`, `85 %` and `B+` on a scale from 0 to 10. A number without a maximum is ambiguous. */
export function parseScore(text: string): number | undefined {
  const grade = grades.get(text.replace('−', '-').toUpperCase());
  if (grade !== undefined) return grade;
  const [, points, maximum] = FRACTION.exec(text) ?? [...(PERCENTAGE.exec(text) ?? []), '100'];
  const score = (10 * Number(points?.replace(',', '.'))) / Number(maximum);
  return score >= 0 && score <= 10 ? score : undefined;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
