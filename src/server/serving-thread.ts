import { parentPort, workerData } from 'node:worker_threads';
import { startThread, type ThreadParts } from './thread.ts';

/** A worker that serves until it is told to stop. */
const thread = await startThread(workerData as ThreadParts);
parentPort?.on('message', thread.tell);
parentPort?.postMessage('ready');
await thread.stopped;
parentPort?.close();
