import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors.ts';
import { parseUrlEncoded } from './url-encoded.ts';

/** The longest field has 2,000 characters, each up to 12 bytes when percent-encoded. */
export const MAX_FORM_BYTES = 32 * 1024;
/** Browsers send a form at once, so this many are only pending under a slow-body attack. */
const MAX_UNFINISHED = 256;

export class FormTooLarge extends Error {}

export type FormReader = (request: IncomingMessage) => Promise<URLSearchParams>;

/** Reads form bodies. When too many are pending, the oldest is rejected to make room. */
export function createFormReader(): FormReader {
  const unfinished = new Map<IncomingMessage, (error: Error) => void>();
  return async (request) => {
    const declaredBytes = Number(request.headers['content-length'] ?? MAX_FORM_BYTES);
    if (declaredBytes > MAX_FORM_BYTES) throw new FormTooLarge();
    if (request.destroyed) throw connectionClosed();
    const [rejectOldest] = unfinished.size < MAX_UNFINISHED ? [] : unfinished.values();
    rejectOldest?.(
      new AppError('requestTimeout', 'The form took too long to arrive. Please go back and send it again.'),
    );
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    unfinished.set(request, reject);
    receive(request, Buffer.allocUnsafeSlow(declaredBytes), resolve, reject);
    const text = await promise.finally(() => {
      unfinished.delete(request);
      // Node discards the rest of the body.
      request.removeAllListeners('data');
    });
    return parseUrlEncoded(text);
  };
}

/** Copies the chunks into one buffer: keeping one-byte chunks would take a hundred times the memory. */
function receive(
  request: IncomingMessage,
  body: Buffer,
  resolve: (text: string) => void,
  reject: (error: Error) => void,
): void {
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    if (length + chunk.length > body.length) reject(new FormTooLarge());
    else length += chunk.copy(body, length);
  });
  request.once('end', () => resolve(body.toString('utf8', 0, length)));
  request.once('error', () => reject(connectionClosed()));
  request.once('close', () => reject(connectionClosed()));
}

/** Nobody receives this response. It is an AppError so that it is not logged as a bug. */
function connectionClosed(): AppError {
  return new AppError('badRequest', 'The connection was closed before the whole form arrived.');
}
