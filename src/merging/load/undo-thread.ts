import { parentPort, workerData } from 'node:worker_threads';
import { OperatorError } from '../../errors.ts';
import { openCatalogStore } from '../../store/open-catalog.ts';
import { undoImport } from './undo.ts';
import type { UndoMessage, UndoRequest } from './undo-in-thread.ts';

const { config, importId, now } = workerData as UndoRequest;
const startedAt = Date.now();
const post = (message: UndoMessage) => parentPort?.postMessage(message);

const { catalog, close } = await openCatalogStore(config, true);
try {
  await undoImport({ catalog }, () => now + Date.now() - startedAt, {
    importId,
    onProgress: (done, total, unit) => post({ done, total, unit }),
  });
  post({ outcome: undefined });
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  post({ outcome: error.message });
} finally {
  await close();
}
