import { readFileSync } from 'node:fs';
import { getOrInsert } from '../get-or-insert.ts';

/** Reads the rows of a table in `vocabulary/`, without the heading. Missing cells are empty. */
export function readTable(name: string): string[][] {
  const text = readFileSync(new URL(`../../vocabulary/${name}`, import.meta.url), 'utf8');
  const [heading = '', ...rows] = text.replace(/\n+$/, '').split('\n');
  const columns = heading.split('\t').length;
  return rows.map((row) => {
    const cells = row.split('\t');
    while (cells.length < columns) cells.push('');
    return cells;
  });
}

export interface Scope {
  /** Keys; undefined is every platform. */
  platforms: ReadonlySet<string> | undefined;
  from: number;
  to: number;
}

const NO_YEAR = ['Infinity', '-Infinity'];

/** Rows of the same platforms share a set: the tables have thousands of rows. */
const sets = new Map<string, ReadonlySet<string>>();

/** Platforms by their slugs, and years as `1993`, `1990-1994`, `-1994` or `1990-`. Empty or `*` is all, and `?` no known year. */
export function parseScope(platforms: string, years: string): Scope {
  const [from = '', to = from] = years === '*' ? [] : years === '?' ? NO_YEAR : years.split('-');
  return {
    platforms: platforms === '' || platforms === '*' ? undefined : getOrInsert(sets, platforms, parsePlatforms),
    from: from === '' ? -Infinity : Number(from),
    to: to === '' ? Infinity : Number(to),
  };
}

function parsePlatforms(platforms: string): Set<string> {
  return new Set(platforms.split(' ').map((slug) => `platform:${slug}`));
}
