import { makeQueue } from '../queue.ts';
import { writeFileAtomically } from './picture-store.ts';

/** Too many requests are waiting for pictures to be made. */
export class PicturesBusy extends Error {}

const MAX_QUEUED = 100;

/**
 * Makes files one at a time, which leaves CPU for other requests, and coalesces concurrent requests for the same one. Write
 * errors are reported, and the caller gets the content anyway. Throws PicturesBusy if too many wait.
 */
export function openFileMaker(folder: string, onProblem: (error: unknown, path: string) => void) {
  const queue = makeQueue(1);
  const pending = new Map<string, Promise<Buffer | undefined>>();
  return (path: string, make: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> => {
    const started = pending.get(path);
    if (started) return started;
    if (queue.waiting >= MAX_QUEUED) throw new PicturesBusy();
    const makeAndWrite = async () => {
      const bytes = await make();
      if (bytes) await writeFileAtomically(folder, path, bytes).catch((error) => onProblem(error, path));
      return bytes;
    };
    const made = queue.run(makeAndWrite).finally(() => pending.delete(path));
    pending.set(path, made);
    return made;
  };
}
