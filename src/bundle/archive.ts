import { createReadStream, createWriteStream, renameSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { extract } from 'tar';
import { OperatorError } from '../errors.ts';
import { MANIFEST } from './bundle.ts';
import { BUNDLE_FILES, isPictureFile } from './lines.ts';
import { packEntry, TAR_END } from './tar-entry.ts';
import { markTemporary, removeTemporary } from './temporary-folder.ts';

/** Every file that a bundle may contain, apart from its pictures. */
export const BUNDLE_NAMES: ReadonlySet<string> = new Set([MANIFEST, ...Object.keys(BUNDLE_FILES)]);
/** Many times the size of the largest real catalog with its pictures. */
const MOST_BYTES = 256 * 1024 ** 3;
export const PICTURE_FOLDER = 'media';

export function isArchive(path: string): boolean {
  return /\.(tar\.gz|tgz)$/i.test(path);
}

/**
 * Unpacks a bundle into an empty folder and returns the folder of its manifest. The files may be at the top of the archive or
 * in one folder. An archive with anything else is refused.
 */
export async function unpackBundle(file: string, folder: string, mostBytes = MOST_BYTES): Promise<string> {
  const checker = openEntryChecker(file, mostBytes);
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      preserveOwner: false,
      noMtime: true,
      filter: (path, entry) => checker.accepts(path, 'type' in entry ? entry : { type: 'Unsupported', size: 0 }),
    });
  } catch (error) {
    const reason = (error as Error).message.replace(/^TAR_\w+: /, '');
    throw new OperatorError(`${file} cannot be unpacked: ${reason}; nothing was imported`);
  }
  checker.throwIfRefused();
  return join(folder, checker.top());
}

/** Packs a bundle. Deterministic: sorted, uid 0, mtime 0. */
export async function packBundle(folder: string, file: string): Promise<void> {
  const names = (await listNames(folder)).toSorted();
  const partial = markTemporary(`${file}.partial`);
  try {
    await pipeline(packFiles(folder, names), createGzip({ level: 9 }), createWriteStream(partial));
    renameSync(partial, file);
  } catch (error) {
    throw new OperatorError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  } finally {
    removeTemporary(partial);
  }
}

/** The files of the bundle in its folder. */
async function listNames(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'));
  return names.filter((name) => BUNDLE_NAMES.has(name) || isPictureFile(name));
}

interface Entry {
  type: string;
  size: number;
}

/** Checks every entry before it is written, and remembers the first one that is not allowed. */
function openEntryChecker(file: string, mostBytes: number) {
  const seen = new Set<string>();
  let top: string | undefined;
  let bytes = 0;
  let problem: string | undefined;
  const check = (path: string, { type, size }: Entry): string | undefined => {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    const name = nameInBundle(parts);
    const own = parts.slice(0, parts.length - name.split('/').length).join('/');
    top ??= own;
    bytes += size;
    if (path.startsWith('/') || parts.includes('..')) return `it contains ${path}, which is outside of it`;
    if (!/File$/.test(type)) return `it contains ${path}, which is not a plain file`;
    if (!(BUNDLE_NAMES.has(name) || isPictureFile(name)) || own.includes('/'))
      return `it contains ${path}, which is not a file of a bundle`;
    if (own !== top || seen.has(name)) return `it contains ${name} twice, or in two folders`;
    if (bytes > mostBytes) return `it unpacks to more than ${mostBytes.toLocaleString('en')} bytes`;
    seen.add(name);
    return undefined;
  };
  return {
    accepts: (path: string, entry: Entry): boolean => {
      if (entry.type === 'Directory') return false;
      problem ??= check(path, entry);
      return problem === undefined;
    },
    top: () => top ?? '',
    throwIfRefused: () => {
      if (problem) throw new OperatorError(`${file} is not a bundle: ${problem}; nothing was imported`);
    },
  };
}

/** The name in the bundle. Its files, and the folder of its pictures, are at the top or in one folder of the archive. */
function nameInBundle(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  const at = parts.indexOf(PICTURE_FOLDER, parts[1] === PICTURE_FOLDER ? 1 : 0);
  return at < 0 || BUNDLE_NAMES.has(last) ? last : parts.slice(at).join('/');
}

async function* packFiles(folder: string, names: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of names) {
    const path = join(folder, name);
    const { size } = await stat(path);
    yield* packEntry({ path: name, size, mode: 0o644, mtime: new Date(0) }, createReadStream(path));
  }
  yield TAR_END;
}
