import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BUNDLE_FILES } from '../src/bundle/lines.ts';

/** Updates the manifest. Run `npm run seal` after a file of the starter catalog was edited. */
const folder = new URL('./', import.meta.url);
const present = readdirSync(folder);

if (present.includes('media.jsonl')) updatePictureHashes();

const files = Object.keys(BUNDLE_FILES)
  .filter((path) => present.includes(path))
  .map((path) => {
    const bytes = readFileSync(new URL(path, folder));
    const records = bytes.toString().split('\n').length - 1;
    return { path, records, bytes: bytes.length, sha256: sha256(bytes) };
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
    // Each picture has the licence of its game; the texts are free for any use.
    {
      id: 'starter-pictures',
      name: 'Pictures of the Ludex starter catalog',
      version: new Date().toISOString().slice(0, 10),
      licence: 'LicenseRef-free-per-game',
      url: null,
    },
  ],
  files,
};

/** Updates the SHA-256 of every picture. */
function updatePictureHashes(): void {
  const path = new URL('media.jsonl', folder);
  const text = readFileSync(path, 'utf8').replaceAll(
    /"file":\s*"([^"]+)"(,\s*"sha256":\s*"[0-9a-f]*")?/g,
    (_, file: string) => `"file":"${file}","sha256":"${sha256(readFileSync(new URL(file, folder)))}"`,
  );
  writeFileSync(path, text);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

writeFileSync(new URL('manifest.json', folder), `${JSON.stringify(manifest, null, 2)}\n`);
