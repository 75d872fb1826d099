import { readFileSync } from 'node:fs';

/** The rows of a shipped table in `vocabulary/`, without its head. A cell that is not there is empty. */
export function readTable(name: string): string[][] {
  const text = readFileSync(new URL(`../../vocabulary/${name}`, import.meta.url), 'utf8');
  const [head = '', ...rows] = text.replace(/\n+$/, '').split('\n');
  const columns = head.split('\t').length;
  return rows.map((row) => {
    const cells = row.split('\t');
    return Array.from({ length: Math.max(columns, cells.length) }, (_, i) => cells[i] ?? '');
  });
}
