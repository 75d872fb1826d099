import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { DATABASES } from '../../store/sqlite/folder-marker.ts';

export const MANIFEST = 'manifest.json';
export const SECRET = 'secret';
export const MEDIA = 'media';
const NAMES: readonly string[] = [...DATABASES, SECRET, MEDIA, MANIFEST];

export function isBackupEntry(path: string): boolean {
  const [first = '', ...rest] = path.split('/').filter((part) => part !== '.' && part !== '');
  return NAMES.includes(first) && !rest.includes('..') && (first === MEDIA ? rest.length > 0 : rest.length === 0);
}

const Manifest = Type.Object({
  format: Type.Literal('ludex-backup'),
  version: Type.Literal(1),
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      bytes: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
  ),
});

export type ListedFile = Type.Static<typeof Manifest>['files'][number];

export function formatManifest(files: ListedFile[]): Buffer {
  const manifest: Type.Static<typeof Manifest> = { format: 'ludex-backup', version: 1, files };
  return Buffer.from(`${JSON.stringify(manifest)}\n`);
}

/** Compares an unpacked backup with its manifest. Returns the first difference, if any. */
export async function findDamage(
  folder: string,
  onProgress: (done: number, total: number) => void,
): Promise<string | undefined> {
  const listed = readManifest(folder);
  if (!listed) return `it has no valid ${MANIFEST}`;
  const others = new Set(listFiles(folder));
  others.delete(MANIFEST);
  for (const [done, file] of listed.entries()) {
    onProgress(done, listed.length);
    if (!others.delete(file.path)) return `${file.path} is missing`;
    const { bytes, sha256 } = await measureFile(join(folder, file.path));
    if (bytes !== file.bytes) return `${file.path} has ${bytes} bytes, not ${file.bytes}`;
    if (sha256 !== file.sha256) return `${file.path} has another SHA-256`;
  }
  for (const other of others) return `${other} is not in its ${MANIFEST}`;
  return undefined;
}

function readManifest(folder: string): ListedFile[] | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
    return Check(Manifest, value) ? value.files : undefined;
  } catch {
    return undefined;
  }
}

/** All files below a folder, with / as separator. Follows symbolic links. */
export function listFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile());
  return files.map((name) => name.replaceAll(sep, '/'));
}

async function measureFile(path: string): Promise<Pick<ListedFile, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
