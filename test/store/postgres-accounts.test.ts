import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chosen } from '../support/engines.ts';

/** What people do with their accounts on the site, and the operator with all of them, over PostgreSQL as well. */
chosen.engine = 'postgres';
const folder = fileURLToPath(new URL('../web/', import.meta.url));
for (const name of ['account-life', 'forms', 'mail', 'operator', 'throttle'])
  describe(name, () => import(`${folder}${name}.test.ts`));
