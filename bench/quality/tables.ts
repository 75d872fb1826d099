import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from '../processes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Tables that say of titles or games whether they are one. */
const TABLES = ['clone-lists', 'same-titles', 'namesakes', 'other-games', 'generic-titles', 'common-words'];

/** Measures the rules with each of the tables left out, in a copy of the checkout. */
export async function measureTables(data: string): Promise<string[]> {
  const copy = mkdtempSync(join(tmpdir(), 'ludex-tables-'));
  try {
    for (const name of ['src', 'bench', 'test/support', 'vocabulary', 'schema', 'package.json'])
      cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter: (path) => !path.includes('bench/data') });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const measure = async () => (await runNode([join(copy, 'bench/quality/run.ts'), '--rules', '--data', data])).stdout;
    const rows = [`all tables\n${await measure()}`];
    for (const table of TABLES) {
      const path = join(copy, 'vocabulary', `${table}.tsv`);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.slice(0, text.indexOf('\n') + 1));
      rows.push(`without the ${text.trimEnd().split('\n').length - 1} rows of ${table}\n${await measure()}`);
      writeFileSync(path, text);
    }
    return rows;
  } finally {
    rmSync(copy, { recursive: true });
  }
}
