import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BUNDLE_FILES } from '../src/bundle/lines.ts';

/** Writes the manifest anew after a file of the starter catalog was edited: `node starter/seal.ts`. */
const folder = new URL('./', import.meta.url);
const present = readdirSync(folder);

const files = Object.keys(BUNDLE_FILES)
  .filter((path) => present.includes(path))
  .map((path) => {
    const bytes = readFileSync(new URL(path, folder));
    const records = bytes.toString().split('\n').length - 1;
    return { path, records, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });

const manifest = {
  format: 'game-catalog-bundle',
  version: 1,
  complete: true,
  sources: [
    {
      id: 'starter',
      name: 'Ludex starter catalog',
      version: new Date().toISOString().slice(0, 10),
      licence: 'CC0-1.0',
      url: null,
    },
  ],
  files,
};

writeFileSync(new URL('manifest.json', folder), `${JSON.stringify(manifest, null, 2)}\n`);
