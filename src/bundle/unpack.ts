import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { extract, type Parser } from 'tar';
import { isDiskFull, OperatorError } from '../errors.ts';
import { BUNDLE_NAMES, PICTURE_FOLDER } from './archive.ts';
import { isPictureFile } from './lines.ts';

/** The lines of real catalogs compress to a seventh, pictures not at all. */
const MAX_RATIO = 100;
/** A small archive may be mostly padding. */
const SMALL_BYTES = 64 * 1024 ** 2;

/**
 * Unpacks a bundle into an empty folder and returns the folder of its manifest. The files may be at the top of the archive or
 * in one folder. An archive with anything else is refused.
 */
export async function unpackBundle(file: string, folder: string): Promise<string> {
  const checker = makeEntryChecker();
  const target = extract({
    cwd: folder,
    strict: true,
    preserveOwner: false,
    noMtime: true,
    filter: (path, entry) => {
      const isAccepted = checker.accepts(path, 'type' in entry ? entry.type : 'Unsupported');
      const problem = checker.problem();
      if (problem !== undefined) target.abort(new Error(problem));
      return isAccepted;
    },
  });
  try {
    await readInto(file, target);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new OperatorError(explainFailure(file, checker.problem(), error as NodeJS.ErrnoException));
  }
  return join(folder, checker.top());
}

function explainFailure(
  file: string,
  problem: string | undefined,
  { code = '', message }: NodeJS.ErrnoException,
): string {
  if (problem !== undefined || code === '')
    return `${file} is not a bundle: ${problem ?? message}; nothing was imported`;
  const reason = message.replace(/^TAR_\w+: /, '');
  return /^(TAR|Z)_/.test(code)
    ? `${file} is damaged or incomplete (${reason}); nothing was imported. Copy or download it again`
    : `${file} cannot be unpacked: ${reason}; nothing was imported`;
}

/**
 * Streams the archive into a parser, until it ends, fails or is aborted. Decompresses it here, because the parser would
 * decompress whole chunks at once, up to a thousandfold.
 */
async function readInto(file: string, parser: Parser): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const source = createReadStream(file).on('error', reject);
  const unpacked = source.pipe(createGunzip({ chunkSize: 1 << 16 })).on('error', reject);
  let bytes = 0;
  unpacked.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > Math.max(SMALL_BYTES, source.bytesRead * MAX_RATIO))
      reject(new Error(`it unpacks to more than ${MAX_RATIO} times its size`));
  });
  const stop = () => {
    unpacked.unpipe(parser).destroy();
    source.destroy();
  };
  parser.once('eof', () => {
    // What follows the end of an archive may be endless.
    stop();
    setImmediate(() => parser.end());
  });
  parser.on('close', resolve).on('error', reject);
  unpacked.pipe(parser);
  return promise.finally(stop);
}

/** Checks every entry before it is written, and remembers the first one that is not allowed. */
function makeEntryChecker() {
  const seen = new Set<string>();
  let top: string | undefined;
  let problem: string | undefined;
  const check = (path: string, type: string): string | undefined => {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    const [, folder = '', name = ''] = IN_BUNDLE.exec(parts.join('/')) ?? [];
    if (path.startsWith('/') || parts.includes('..')) return `it contains ${path}, which is outside of it`;
    // `File`, `OldFile` or `ContiguousFile`.
    if (!/File$/.test(type)) return `it contains ${path}, which is not a plain file`;
    if (!BUNDLE_NAMES.has(name) && !isPictureFile(name)) return `it contains ${path}, which is not a file of a bundle`;
    top ??= folder;
    if (folder !== top) return `it contains ${path}, which is in another folder than its other files`;
    if (seen.has(name)) return `it contains ${name} twice`;
    seen.add(name);
    return undefined;
  };
  return {
    accepts: (path: string, type: string): boolean => {
      if (type === 'Directory') return false;
      problem ??= check(path, type);
      return problem === undefined;
    },
    problem: () => problem,
    top: () => top ?? '',
  };
}

/**
 * The folder and the name in the bundle: `games.jsonl` of `mine/games.jsonl`, `media/box/a.png` of `mine/media/box/a.png`. The
 * folder may itself be named `media`.
 */
const IN_BUNDLE = new RegExp(`^(?:([^/]+)/)?(${PICTURE_FOLDER}/.+|[^/]+\\.jsonl?)$`);
