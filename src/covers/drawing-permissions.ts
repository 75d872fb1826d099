import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('..', import.meta.url));
/** How sharp finds out which C library the system has. */
const SYSTEM_FILES = ['/usr/bin/ldd', '/proc/self/exe'];

/**
 * Flags of Node for the process that draws: it may read the program and its packages. It may not read other files, write,
 * start processes and threads, or connect (which Node 24 does not refuse). Native code of the image library is not bound by
 * them (docs/decisions/0068).
 */
export function listDrawingPermissions(): string[] {
  const readable = [PROGRAM, join(dirname(PROGRAM), 'package.json'), ...listPackageFolders(), ...SYSTEM_FILES];
  return [
    '--permission',
    '--allow-addons',
    // Says at every start that --allow-addons was given.
    '--disable-warning=SecurityWarning',
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
}

/** Every folder in which Node looks for packages, whether it exists or not, and where it is if it is a link. */
function listPackageFolders(): string[] {
  const folders: string[] = [];
  for (let folder = PROGRAM; folder !== dirname(folder); folder = dirname(folder)) {
    const packages = join(folder, 'node_modules');
    folders.push(packages);
    if (existsSync(packages)) folders.push(realpathSync(packages));
  }
  return [...new Set(folders)].map((path) => join(path, '/'));
}
