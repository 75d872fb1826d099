import { readFileSync } from 'node:fs';

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
