import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { createFolder } from '../create-folder.ts';
import { type Line, MANIFEST, sortKey } from './bundle.ts';
import { type Measures, measureFile } from './check-files.ts';
import { BUNDLE_FILES, type BundleFile, type Manifest } from './lines.ts';
import { openSortedLines, type SortedLines } from './sorted-lines.ts';

export type BundleWriter = ReturnType<typeof openBundleWriter>;

/** Lets the event loop run after this many lines, so that Ctrl-C is handled. */
const LINES_BETWEEN_YIELDS = 1000;

/** Writes a bundle from lines in any order: sorts and counts them, and writes the manifest. */
export function openBundleWriter(folder: string) {
  const files = new Map<BundleFile, SortedLines>();
  let count = 0;
  return {
    /** Lines with the same key must be identical; they are written once. */
    put: async <F extends BundleFile>(file: F, line: Line<F>): Promise<void> => {
      const lines = files.get(file) ?? openSortedLines();
      files.set(file, lines);
      lines.add(sortKey(line), JSON.stringify(sortProperties(line)));
      if (++count % LINES_BETWEEN_YIELDS === 0) await setImmediate();
    },
    finish: async (about: Pick<Manifest, 'complete' | 'sources'>): Promise<Manifest> => {
      createFolder(folder);
      const written = [];
      for (const path of Object.keys(BUNDLE_FILES) as BundleFile[]) {
        const lines = files.get(path);
        if (lines) written.push({ path, ...(await writeLines(join(folder, path), lines)) });
      }
      const manifest: Manifest = { format: 'game-catalog-bundle', version: 1, ...about, files: written };
      await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
      return manifest;
    },
    [Symbol.dispose]: () => {
      for (const lines of files.values()) lines[Symbol.dispose]();
    },
  };
}

/** Sorts the properties of every object, so that equal lines are equal texts. */
function sortProperties(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sortProperties);
  const sorted: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) sorted[name] = sortProperties((value as Record<string, unknown>)[name]);
  return sorted;
}

async function writeLines(path: string, lines: SortedLines): Promise<Measures> {
  const texts = function* () {
    let previous: string | undefined;
    for (const { key, line } of lines.read()) {
      if (key === previous) throw new Error(`two different lines have the key ${key}`);
      previous = key;
      yield `${line}\n`;
    }
  };
  await pipeline(Readable.from(texts()), createWriteStream(path));
  return measureFile(path);
}
