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
import { removeAtExit, removeTemporary } from './temporary-folder.ts';

/** The names of the manifest and of the files of lines. */
export const BUNDLE_NAMES: ReadonlySet<string> = new Set([MANIFEST, ...Object.keys(BUNDLE_FILES)]);
/** Many times the size of the largest real catalog with its pictures. */
const MAX_BYTES = 256 * 1024 ** 3;
export const PICTURE_FOLDER = 'media';

export function isArchive(path: string): boolean {
  return /\.(tar\.gz|tgz)$/i.test(path);
}

/**
 * Unpacks a bundle into an empty folder and returns the folder of its manifest. The files may be at the top of the archive or
 * in one folder. An archive with anything else is refused.
 */
export async function unpackBundle(file: string, folder: string, maxBytes = MAX_BYTES): Promise<string> {
  const checker = makeEntryChecker(file, maxBytes);
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
    throw new OperatorError(explainFailure(file, error as NodeJS.ErrnoException));
  }
  checker.throwIfRefused();
  return join(folder, checker.top());
}

function explainFailure(file: string, { code = '', message }: NodeJS.ErrnoException): string {
  const reason = message.replace(/^TAR_\w+: /, '');
  return /^(TAR|Z)_/.test(code)
    ? `${file} is damaged or incomplete (${reason}); nothing was imported. Copy or download it again`
    : `${file} cannot be unpacked: ${reason}; nothing was imported`;
}

/** Packs a bundle. Deterministic: sorted, uid 0, mtime 0. */
export async function packBundle(folder: string, file: string): Promise<void> {
  const names = (await listNames(folder)).toSorted();
  const partial = removeAtExit(`${file}.partial`);
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

interface TarEntry {
  type: string;
  size: number;
}

/** Checks every entry before it is written, and remembers the first one that is not allowed. */
function makeEntryChecker(file: string, maxBytes: number) {
  const seen = new Set<string>();
  let top: string | undefined;
  let bytes = 0;
  let problem: string | undefined;
  const check = (path: string, { type, size }: TarEntry): string | undefined => {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    const name = nameInBundle(parts);
    const parentFolder = parts.slice(0, parts.length - name.split('/').length).join('/');
    top ??= parentFolder;
    bytes += size;
    if (path.startsWith('/') || parts.includes('..')) return `it contains ${path}, which is outside of it`;
    // `File`, `OldFile` or `ContiguousFile`.
    if (!/File$/.test(type)) return `it contains ${path}, which is not a plain file`;
    if (!(BUNDLE_NAMES.has(name) || isPictureFile(name)) || parentFolder.includes('/'))
      return `it contains ${path}, which is not a file of a bundle`;
    if (parentFolder !== top) return `it contains ${path}, which is in another folder than its other files`;
    if (seen.has(name)) return `it contains ${name} twice`;
    if (bytes > maxBytes) return `it unpacks to more than ${maxBytes.toLocaleString('en')} bytes`;
    seen.add(name);
    return undefined;
  };
  return {
    accepts: (path: string, entry: TarEntry): boolean => {
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

/**
 * The name in the bundle: `games.jsonl` for `mine/games.jsonl`, `media/box/a.png` for `mine/media/box/a.png`. Its files, and
 * the folder of its pictures, are at the top or in one folder of the archive, which may itself be named `media`.
 */
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
