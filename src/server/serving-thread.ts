import { parentPort, workerData } from 'node:worker_threads';
import { openLog } from '../log.ts';
import { startThread, type ThreadOptions } from './thread.ts';
import { retryWhileUnavailable } from './wait-for-store.ts';

/** A worker that serves until it receives `stop`. */
const parts = workerData as ThreadOptions;
const start = () => startThread(parts);
const thread = await retryWhileUnavailable(parts.config, openLog(parts.config), start);
// Later snapshots come as messages, and this would keep the first one in memory.
delete workerData.snapshot;
parentPort?.on('message', thread.send);
await thread.stopped;
parentPort?.close();
