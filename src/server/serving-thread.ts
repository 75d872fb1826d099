import { parentPort, workerData } from 'node:worker_threads';
import { startThread, type ThreadOptions } from './thread.ts';

/** A worker that serves until it receives `stop`. */
const thread = await startThread(workerData as ThreadOptions);
// Later snapshots come as messages, and this would keep the first one in memory.
delete workerData.snapshot;
parentPort?.on('message', thread.send);
await thread.stopped;
parentPort?.close();
