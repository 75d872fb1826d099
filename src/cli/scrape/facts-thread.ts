import { parentPort } from 'node:worker_threads';
import { readFacts } from './file-facts.ts';

parentPort?.on('message', async (file) => parentPort?.postMessage({ answer: await readFacts(file) }));
