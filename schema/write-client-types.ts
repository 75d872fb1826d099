import { writeFileSync } from 'node:fs';
import { writeClientTypes } from './client-types.ts';

/** Writes the types of the client. Run `npm run client-types` after a change of the API. */
writeFileSync(new URL('../client/schemas.d.ts', import.meta.url), writeClientTypes());
