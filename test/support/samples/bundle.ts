import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sortKey } from '../../../src/bundle/bundle.ts';
import { compareCodePoints } from '../../../src/catalog/model/order.ts';
import { DISC } from './catalog.ts';

type Lines = Partial<Record<string, object[]>>;

export interface BundleOptions {
  source?: string;
  complete?: boolean;
  licence?: string;
}

/** Writes a bundle into a new temporary folder. Sorts the lines, unless they are given as text. */
export function writeBundle(lines: Lines, options: BundleOptions = {}): string {
  const folder = temporaryFolder('bundle');
  const texts = Object.entries(lines).map(([name, list]) => [name, toJsonLines(list ?? [])] as const);
  writeLines(folder, texts, options);
  if (texts.some(([, text]) => text.includes(DISC.file))) writeDisc(folder);
  return folder;
}

/** A bundle of games with nothing but a title and a platform. `more` gives what else each has. */
export function writeGames(titles: readonly string[], source = 'test', more = (): object => ({})): string {
  const platforms = [{ platform: 'platform:nes' }];
  const games = titles.map((title, i) => ({ key: `${source}:${i}`, title, platforms, ...more() }));
  return writeBundle({ platforms: [{ key: 'platform:nes', platform_name: 'NES' }], games }, { source });
}

/** The titles of so many games. */
export const manyTitles = (count: number, of = 'test') => Array.from({ length: count }, (_, i) => `Game ${i} of ${of}`);

/** Writes a bundle from texts, which may be invalid. */
export function writeRawBundle(files: Record<string, string>, options: BundleOptions = {}): string {
  const folder = temporaryFolder('bundle');
  writeLines(folder, Object.entries(files), options);
  return folder;
}

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed when the process exits. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `ludex-test-${name}-`));
  folders.push(folder);
  return folder;
}

/** All files below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, Buffer | string>>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Bundles that reference the picture of the test catalog contain it. */
function writeDisc(folder: string): void {
  mkdirSync(join(folder, 'media'));
  writeFileSync(join(folder, DISC.file), DISC.bytes);
}

function toJsonLines(list: readonly object[]): string {
  const order = (line: object) => sortKey(line as { key: string });
  const sorted = list.toSorted((a, b) => compareCodePoints(order(a), order(b)));
  return sorted.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function writeLines(folder: string, files: readonly (readonly [string, string])[], options: BundleOptions): void {
  const named = files.map(([name, text]) => [`${name}.jsonl`, text] as const);
  for (const [path, text] of named) writeFileSync(join(folder, path), text);
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifestOf(named, options)));
}

/** The manifest of a bundle with these files. */
export function manifestOf(
  files: readonly (readonly [path: string, content: string | Buffer])[],
  { source: id = 'test', licence = 'CC0-1.0', complete = true }: BundleOptions,
): object {
  const listed = files.map(([path, content]) => ({
    path,
    records: String(content).split('\n').length - 1,
    bytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  const sources = [{ id, name: 'Test', version: '1', licence, url: null }];
  return { format: 'game-catalog-bundle', version: 1, complete, sources, files: listed };
}
