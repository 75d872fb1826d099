import { companyKey, companyName } from './companies.ts';
import { readTable } from './tables.ts';

/** Companies that published lessons, drills and simulations for schools, and hardly a game. */
const publishers = new Set(
  readTable('courseware-publishers.tsv').map(([name = '']) => companyKey(companyName(name) ?? name)),
);

export function isCoursewarePublisher(name: string): boolean {
  return publishers.has(companyKey(name));
}
