import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { extract } from 'tar';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { packEntry, TAR_END } from '../../bundle/archive.ts';
import { measureFile } from '../../bundle/check-files.ts';
import { failureOf, isDiskFull, OperatorError } from '../../errors.ts';
import { DATABASES } from '../../store/sqlite/folder-marker.ts';

/** The backup contains the secret. */
const OWNER_ONLY = 0o600;
const PICTURE_MODE = 0o644;

export interface PackedFile {
  /** Path in the archive. */
  name: string;
  path: string;
}

/** Writes the files, then a manifest with the size and SHA-256 of each. The file appears when it is complete. */
export async function packBackup(
  files: readonly PackedFile[],
  file: string,
  temporaryFolder: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const partial = join(temporaryFolder, 'partial');
  try {
    const compression = /\.tar$/i.test(file) ? new PassThrough() : createGzip({ level: 6 });
    const target = createWriteStream(partial, { mode: OWNER_ONLY, flush: true });
    await pipeline(packFiles(files, onProgress), compression, target);
    renameSync(partial, file);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new OperatorError(`${file} cannot be written: ${(error as Error).message}; no backup was made. Try again`);
  }
}

/** Writes the same to standard output. */
export async function pipeBackup(
  files: readonly PackedFile[],
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  // A reader that ends early is an error here, unlike for other commands.
  process.stdout.removeAllListeners('error');
  await pipeline(packFiles(files, onProgress), process.stdout, { end: false }).catch((error) => {
    throw new OperatorError(`The backup cannot be written (${failureOf(error)}); what was written is not complete`);
  });
}

async function* packFiles(
  files: readonly PackedFile[],
  onProgress: (done: number, total: number) => void,
): AsyncGenerator<Buffer> {
  const listed: ListedFile[] = [];
  for (const { name, path } of files) {
    onProgress(listed.length, files.length);
    await using file = await open(path);
    const { size, mtime } = await file.stat();
    const hash = createHash('sha256');
    const mode = name.startsWith('media/') ? PICTURE_MODE : OWNER_ONLY;
    yield* packEntry({ path: name, size, mode, mtime }, readHashed(file, size, hash));
    listed.push({ path: name, bytes: size, sha256: hash.digest('hex') });
  }
  const manifest = formatManifest(listed);
  yield* packEntry({ path: MANIFEST, size: manifest.length, mode: OWNER_ONLY, mtime: new Date() }, [manifest]);
  yield TAR_END;
}

/** No more than `size` bytes: a file that grows meanwhile is packed as it was. */
async function* readHashed(file: FileHandle, size: number, hash: Hash): AsyncGenerator<Buffer> {
  if (size === 0) return;
  for await (const chunk of file.createReadStream({ end: size - 1, autoClose: false }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Stands for standard output and standard input. */
export const STANDARD = '-';

/** Unpacks a backup into an empty folder. Returns what is wrong with the archive, if anything. */
export async function unpackBackup(file: string, folder: string): Promise<string | undefined> {
  let [unexpected, sawEnd] = [undefined as string | undefined, false];
  const target = extract({
    cwd: folder,
    strict: true,
    preserveOwner: false,
    // The archive is the operator's own, and empty pages of a database are zeros.
    maxDecompressionRatio: Number.POSITIVE_INFINITY,
    filter: (path, entry) => {
      if ('type' in entry && entry.type === 'Directory') return false;
      const isAccepted = isBackupEntry(path) && 'type' in entry && /File$/.test(entry.type);
      if (!isAccepted) unexpected ??= path;
      return isAccepted;
    },
  });
  target.on('eof', () => {
    sawEnd = true;
  });
  const source = file === STANDARD ? process.stdin : createReadStream(file);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  target.on('close', resolve).on('error', reject);
  source.on('error', reject).pipe(target);
  try {
    await promise;
  } catch (error) {
    source.destroy();
    if (isDiskFull(error)) throw error;
    return (error as Error).message.replace(/^TAR_\w+: /, '');
  }
  if (unexpected !== undefined) return `it contains the unexpected file ${unexpected}`;
  return sawEnd ? undefined : 'its end is missing';
}

export const MANIFEST = 'manifest.json';
export const SECRET = 'secret';
export const MEDIA = 'media';
const NAMES: readonly string[] = [...DATABASES, SECRET, MEDIA, MANIFEST];

function isBackupEntry(path: string): boolean {
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

type ListedFile = Type.Static<typeof Manifest>['files'][number];

function formatManifest(files: ListedFile[]): Buffer {
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
