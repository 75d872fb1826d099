import { readFileSync } from 'node:fs';

/** Reads the rows of a table in `vocabulary/`, without the heading. Missing cells are empty. */
export function readTable(name: string): string[][] {
  const text = readFileSync(new URL(`../../vocabulary/${name}`, import.meta.url), 'utf8');
  const [heading = '', ...rows] = text.replace(/\n+$/, '').split('\n');
  const columns = heading.split('\t').length;
  return rows.map((row) => {
    const cells = row.split('\t');
    return Array.from({ length: Math.max(columns, cells.length) }, (_, i) => cells[i] ?? '');
  });
}
