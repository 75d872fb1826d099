import { join } from 'node:path';
import { extract } from 'tar';
import { isDiskFull, OperatorError } from '../errors.ts';
import { BUNDLE_NAMES, PICTURE_FOLDER } from './archive.ts';
import { isPictureFile } from './lines.ts';

/** The lines of real catalogs compress to a seventh, pictures not at all. */
const MAX_RATIO = 100;

/**
 * Unpacks a bundle into an empty folder and returns the folder of its manifest. The files may be at the top of the archive or
 * in one folder. An archive with anything else is refused.
 */
export async function unpackBundle(file: string, folder: string): Promise<string> {
  const checker = makeEntryChecker();
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      preserveOwner: false,
      noMtime: true,
      maxDecompressionRatio: MAX_RATIO,
      filter: (path, entry) => checker.accepts(path, 'type' in entry ? entry.type : 'Unsupported'),
    });
  } catch (error) {
    if (isDiskFull(error)) throw error;
    if (checker.problem() === undefined) throw new OperatorError(explainFailure(file, error as NodeJS.ErrnoException));
  }
  const problem = checker.problem();
  if (problem !== undefined) throw new OperatorError(`${file} is not a bundle: ${problem}; nothing was imported`);
  return join(folder, checker.top());
}

function explainFailure(file: string, { code = '', message }: NodeJS.ErrnoException): string {
  if (/^max decompression ratio/.test(message))
    return `${file} is not a bundle: it unpacks to more than ${MAX_RATIO} times its size; nothing was imported`;
  const reason = message.replace(/^TAR_\w+: /, '');
  return /^(TAR|Z|ZSTD)_/.test(code)
    ? `${file} is damaged or incomplete (${reason}); nothing was imported. Copy or download it again`
    : `${file} cannot be unpacked: ${reason}; nothing was imported`;
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
