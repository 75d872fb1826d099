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

/** All that the folder of a bundle may hold, beside the folder of its pictures. */
export const BUNDLE_NAMES: ReadonlySet<string> = new Set([MANIFEST, ...Object.keys(BUNDLE_FILES)]);
/** Many times the largest catalog there is, with its pictures. */
const MOST_BYTES = 256 * 1024 ** 3;
/** The folder of pictures in a bundle. */
export const PICTURES = 'media';

export function isArchive(path: string): boolean {
  return /\.(tar\.gz|tgz)$/i.test(path);
}

/**
 * Unpacks a bundle into an empty folder and tells where in there it lies. Only the files of a bundle are written, from the
 * top of the archive or from one folder in it: what else an archive can hold makes it none of ours.
 */
export async function unpackBundle(file: string, folder: string, mostBytes = MOST_BYTES): Promise<string> {
  const gate = openGate(file, mostBytes);
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      preserveOwner: false,
      noMtime: true,
      filter: (path, entry) => gate.lets(path, 'type' in entry ? entry : { type: 'Unsupported', size: 0 }),
    });
  } catch (error) {
    const reason = (error as Error).message.replace(/^TAR_\w+: /, '');
    throw new OperatorError(`${file} cannot be unpacked: ${reason}; nothing was imported`);
  }
  gate.throwIfClosed();
  return join(folder, gate.top());
}

/** Packs a bundle. Deterministic: sorted, uid 0, mtime 0. */
export async function packBundle(folder: string, file: string): Promise<void> {
  const names = (await listNames(folder)).toSorted();
  const partial = markTemporary(`${file}.partial`);
  try {
    await pipeline(archive(folder, names), createGzip({ level: 9 }), createWriteStream(partial));
    renameSync(partial, file);
  } catch (error) {
    throw new OperatorError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  } finally {
    removeTemporary(partial);
  }
}

/** What is of the bundle in its folder. */
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

/** Looks at every entry before it is written, and remembers the first that must not be. */
function openGate(file: string, mostBytes: number) {
  const seen = new Set<string>();
  let top: string | undefined;
  let bytes = 0;
  let problem: string | undefined;
  const check = (path: string, { type, size }: Entry): string | undefined => {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    const name = nameIn(parts);
    const own = parts.slice(0, parts.length - name.split('/').length).join('/');
    top ??= own;
    bytes += size;
    if (path.startsWith('/') || parts.includes('..')) return `it holds ${path}, which leads out of it`;
    if (!/File$/.test(type)) return `it holds ${path}, which is no plain file`;
    if (!(BUNDLE_NAMES.has(name) || isPictureFile(name)) || own.includes('/'))
      return `it holds ${path}, which no bundle has`;
    if (own !== top || seen.has(name)) return `it holds ${name} twice, or in two places`;
    if (bytes > mostBytes) return `it unpacks to more than ${mostBytes.toLocaleString('en')} bytes`;
    seen.add(name);
    return undefined;
  };
  return {
    lets: (path: string, entry: Entry): boolean => {
      if (entry.type === 'Directory') return false;
      problem ??= check(path, entry);
      return problem === undefined;
    },
    top: () => top ?? '',
    throwIfClosed: () => {
      if (problem) throw new OperatorError(`${file} is not a bundle: ${problem}; nothing was imported`);
    },
  };
}

/** What the bundle calls it: a picture lies in its folder, which is at the top or in the one folder of the archive. */
function nameIn(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  const at = parts.indexOf(PICTURES, parts[1] === PICTURES ? 1 : 0);
  return at < 0 || BUNDLE_NAMES.has(last) ? last : parts.slice(at).join('/');
}

async function* archive(folder: string, names: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of names) {
    const path = join(folder, name);
    const { size } = await stat(path);
    yield* packEntry({ path: name, size, mode: 0o644, mtime: new Date(0) }, createReadStream(path));
  }
  yield TAR_END;
}
