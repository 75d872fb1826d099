import { writeFileSync } from 'node:fs';
import { bundleSchema } from './bundle-schema.ts';

/** Writes the JSON Schema of a bundle anew after its lines have changed: `npm run schema`. */
writeFileSync(new URL('bundle.schema.json', import.meta.url), `${JSON.stringify(bundleSchema(), null, 2)}\n`);
