import { writeFileSync } from 'node:fs';
import { bundleSchema } from './bundle-schema.ts';

/** Writes the JSON Schema of a bundle. Run `npm run schema` after a change of its lines or descriptions. */
writeFileSync(new URL('bundle.schema.json', import.meta.url), `${JSON.stringify(bundleSchema(), null, 2)}\n`);
