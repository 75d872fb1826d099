import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CoverText } from '../catalog/render/generated-cover.ts';
import { PicturesBusy } from '../pictures/file-maker.ts';
import { newIncomingPath } from '../pictures/incoming.ts';
import type { PictureType } from '../pictures/picture-paths.ts';
import { lowerPriority } from '../priority.ts';
import { makeQueue } from '../queue.ts';
import { threadFile } from '../threads.ts';
import { fontsConfig, fontsFolder } from './fonts.ts';

export type Drawing =
  | { kind: 'cover'; text: CoverText; width: number }
  | { kind: 'picture'; original: Uint8Array; width?: number | undefined; type: PictureType }
  /** Unpacks the fonts into an empty folder, which will be renamed to the path. */
  | { kind: 'fonts'; folder: string; path: string };

export type Drawn = { bytes: Uint8Array } | { error: string };

export type DrawingProcess = ReturnType<typeof openDrawingProcess>;

/** The process that draws ended before it had drawn. The next one may succeed. */
class DrawingEnded extends PicturesBusy {}

/** A picture takes less than a second, and a machine may be busy. */
const LONGEST_MS = 60_000;
/** Starting takes longer than most drawings. */
const IDLE_MS = 60_000;

/**
 * Draws covers and makes thumbnails in another process, with a lower priority: one takes 50 ms of CPU, most of it in threads of
 * the image library, which would take both from the threads that serve (docs/decisions/0063). The first cover of an installation
 * waits until the fonts are unpacked into a folder beside the covers.
 */
export function openDrawingProcess(coversFolder: string) {
  const fonts = fontsFolder(coversFolder);
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const queue = makeQueue(1);
  const close = () => {
    clearTimeout(idle);
    // It ends when the channel is closed.
    if (running?.connected) running.disconnect();
    running = undefined;
  };
  return {
    /**
     * One after another, in a process that starts when it is needed and stays for a while. Rejects if the drawing failed or the
     * process ended; the next one starts another.
     */
    draw: (drawing: Drawing): Promise<Buffer> =>
      queue.run(async () => {
        clearTimeout(idle);
        // Each time, because the folder is a cache that may be deleted. A process may read only what existed when it started.
        if (drawing.kind !== 'picture' && !existsSync(fonts)) {
          close();
          await createFonts(coversFolder, fonts);
        }
        if (!running?.connected) running = start(fonts, listDrawingPermissions(fonts));
        try {
          return await ask(running, drawing);
        } finally {
          idle = setTimeout(close, IDLE_MS).unref();
        }
      }),
    close,
  };
}

/** Another thread or process may do the same: the first one that has finished wins. */
async function createFonts(coversFolder: string, fonts: string): Promise<void> {
  const folder = await newIncomingPath(coversFolder);
  await mkdir(folder);
  const child = start(fonts, [...listDrawingPermissions(fonts), `--allow-fs-write=${folder}`]);
  try {
    await ask(child, { kind: 'fonts', folder, path: fonts });
    await rename(folder, fonts);
  } catch (error) {
    if (!existsSync(fonts)) throw error;
  } finally {
    if (child.connected) child.disconnect();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Without the environment, which has secrets, and with few permissions. It keeps this process from ending only while it draws. */
function start(fonts: string, permissions: string[]): ChildProcess {
  const child = fork(threadFile('draw', import.meta.url), {
    // Without the second, Pango takes the fonts of the system on macOS and Windows.
    env: { FONTCONFIG_FILE: fontsConfig(fonts), PANGOCAIRO_BACKEND: 'fontconfig' },
    execArgv: permissions,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  child.unref();
  child.channel?.unref();
  child.on('error', () => {});
  return child;
}

async function ask(child: ChildProcess, drawing: Drawing): Promise<Buffer> {
  const done = new AbortController();
  const { signal } = done;
  child.ref();
  child.channel?.ref();
  const overdue = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  try {
    child.send(drawing);
    const ended = once(child, 'exit', { signal }).then(([code, killer]) => {
      throw new DrawingEnded(`the process that draws ended with ${killer ?? code}`);
    });
    const drawn = once(child, 'message', { signal });
    const [answer] = (await Promise.race([drawn, ended])) as [Drawn];
    if ('error' in answer) throw new Error(`drawing failed: ${answer.error}`);
    return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength);
  } finally {
    clearTimeout(overdue);
    done.abort();
    child.unref();
    child.channel?.unref();
  }
}

const PROGRAM = fileURLToPath(new URL('..', import.meta.url));
/** How sharp finds out which C library the system has. */
const SYSTEM_FILES = ['/usr/bin/ldd', '/proc/self/exe'];

/**
 * Flags of Node for the process that draws: it may read the program, its packages and the fonts. It may not read other files,
 * write, start processes and threads, or connect (which Node 24 does not refuse). Native code of the image library is not bound by
 * them (docs/decisions/0068).
 */
export function listDrawingPermissions(fonts: string): string[] {
  const readable = [PROGRAM, fonts, join(dirname(PROGRAM), 'package.json'), ...listPackageFolders(), ...SYSTEM_FILES];
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
