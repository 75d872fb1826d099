import { globSync } from 'node:fs';
import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chosen } from '../support/engines.ts';

/** The whole contract, over PostgreSQL as well. */
chosen.engine = 'postgres';
const folder = fileURLToPath(new URL('../contract/', import.meta.url));
for (const file of globSync('*.test.ts', { cwd: folder }).toSorted()) describe(file, () => import(folder + file));
