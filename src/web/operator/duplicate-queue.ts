import type { App } from '../../app.ts';
import { type DuplicateQueue, openDuplicateQueue } from '../../merging/duplicates/duplicate-queue.ts';

const queues = new WeakMap<App, DuplicateQueue>();

/** The likely duplicates of a serving thread, opened when an operator asks first. */
export function duplicateQueueOf(app: App): DuplicateQueue {
  const known = queues.get(app);
  if (known) return known;
  const opened = openDuplicateQueue(app.config, (error) => app.log.error({ err: error }, 'comparing games failed'));
  queues.set(app, opened);
  return opened;
}
