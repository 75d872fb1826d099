import { writeFileSync } from 'node:fs';
import { collectExamples } from './collect-examples.ts';

/** Writes the examples of the OpenAPI document. Run `npm run examples` after a response for the starter catalog has changed. */
const file = new URL('openapi-examples.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(await collectExamples(), null, 2)}\n`);
