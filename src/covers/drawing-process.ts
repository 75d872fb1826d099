import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { CoverText } from '../catalog/render/generated-cover.ts';
import type { LinkPreview } from '../catalog/render/link-preview.ts';
import { PicturesBusy } from '../pictures/concurrency.ts';
import type { PictureType } from '../pictures/picture-paths.ts';
import { lowerPriority } from '../priority.ts';
import { makeQueue } from '../queue.ts';
import { threadFile } from '../thread-file.ts';
import { listDrawingPermissions } from './drawing-permissions.ts';

export type Drawing =
  | { kind: 'cover'; text: CoverText; width: number }
  | { kind: 'preview'; preview: LinkPreview; storedCover: Uint8Array | undefined }
  | { kind: 'picture'; original: Uint8Array; width?: number | undefined; type: PictureType };

export type Drawn = { bytes: Uint8Array } | { error: string };

/** A process that starts when a picture is to be drawn and stays for a while. */
export interface DrawingProcess {
  /** One after another. Rejects if the drawing failed or the process ended; the next one starts another. */
  draw(drawing: Drawing): Promise<Buffer>;
  close(): void;
}

/** The process that draws ended before it had drawn. The next one may succeed. */
class DrawingEnded extends PicturesBusy {}

/** A picture takes less than a second, and a machine may be busy. */
const LONGEST_MS = 60_000;
/** Loading the fonts takes longer than most drawings. */
const IDLE_MS = 60_000;

/**
 * Draws covers and makes thumbnails in another process, with a lower priority: one takes 50 ms of CPU, most of it in threads of
 * the image library, which would take both from the threads that serve (docs/decisions/0063).
 */
export function openDrawingProcess(): DrawingProcess {
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
    draw: (drawing) =>
      queue.run(async () => {
        clearTimeout(idle);
        if (!running?.connected) running = start();
        try {
          return await ask(running, drawing);
        } finally {
          idle = setTimeout(close, IDLE_MS).unref();
        }
      }),
    close,
  };
}

/** Without the environment, which has secrets, and with few permissions. It keeps this process from ending only while it draws. */
function start(): ChildProcess {
  const child = fork(threadFile('draw', import.meta.url), {
    env: {},
    execArgv: listDrawingPermissions(),
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
