import { companyKey, companyName } from './companies.ts';
import { readTable } from './tables.ts';
import { openTitlePatterns, splitPatterns } from './title-patterns.ts';

/** Companies that published lessons, drills and simulations for schools, with the few titles of theirs that are games. */
const publishers = new Map(
  readTable('courseware-publishers.tsv').map(([name = '', games = '']) => [
    companyKey(companyName(name) ?? name),
    openTitlePatterns(splitPatterns(games).map((pattern) => [pattern, true])),
  ]),
);

/** Whether what the company sold under this title is courseware. */
export function isCourseware(company: string, title: string): boolean {
  const listGames = publishers.get(companyKey(company));
  return listGames !== undefined && listGames(title).length === 0;
}
