import { globSync } from 'node:fs';
import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chosen } from '../support/engines.ts';

/** Everything that imports, corrections and their undoing promise, over PostgreSQL as well. */
chosen.engine = 'postgres';
const folder = fileURLToPath(new URL('../layers/', import.meta.url));
for (const file of globSync('*.test.ts', { cwd: folder }).toSorted()) describe(file, () => import(folder + file));
