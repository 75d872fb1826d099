import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors.ts';
import { parsePairs } from './pairs.ts';

/** The longest text in a form has 2,000 characters, each of up to 12 bytes once it is percent-encoded. */
export const FORM_BYTES = 32 * 1024;
/** A browser sends a form at once: so many are unfinished only when somebody sends them slowly on purpose. */
const MOST_UNFINISHED = 256;

export class FormTooLong extends Error {}

export type FormReader = (request: IncomingMessage) => Promise<URLSearchParams>;

/** Reads forms, and holds only so many unfinished ones: for one more, the oldest is given up. */
export function openFormReader(): FormReader {
  const unfinished = new Map<IncomingMessage, (error: Error) => void>();
  return async (request) => {
    const announced = Number(request.headers['content-length'] ?? FORM_BYTES);
    if (announced > FORM_BYTES) throw new FormTooLong();
    if (request.destroyed) throw gone();
    const [giveUp] = unfinished.size < MOST_UNFINISHED ? [] : unfinished.values();
    giveUp?.(new AppError('requestTimeout', 'The form took too long to arrive. Please go back and send it again.'));
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    unfinished.set(request, reject);
    receive(request, Buffer.allocUnsafeSlow(announced), resolve, reject);
    const text = await promise.finally(() => {
      unfinished.delete(request);
      // Node drops what still arrives.
      request.removeAllListeners('data');
    });
    return parsePairs(text);
  };
}

/** Copies what arrives: a chunk for each byte, as a client may send them, would take a hundred times the memory. */
function receive(
  request: IncomingMessage,
  body: Buffer,
  resolve: (text: string) => void,
  reject: (error: Error) => void,
): void {
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    if (length + chunk.length > body.length) reject(new FormTooLong());
    else length += chunk.copy(body, length);
  });
  request.once('end', () => resolve(body.toString('utf8', 0, length)));
  request.once('error', () => reject(gone()));
  request.once('close', () => reject(gone()));
}

/** Nobody will read it; it only must not look like a bug. */
function gone(): AppError {
  return new AppError('badRequest', 'The connection was closed before all of the form had arrived.');
}
