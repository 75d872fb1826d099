import type { IncomingMessage } from 'node:http';
import { AppError } from './errors.ts';

/** Clients send a body at once, so this many are only pending under a slow-body attack. */
const MAX_UNFINISHED = 256;

export class BodyTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`a body has more than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

export type BodyReader = (request: IncomingMessage) => Promise<Buffer>;

/** Reads the bodies of requests. When too many are pending, the oldest is rejected to make room. `what` is for the message. */
export function createBodyReader(what: string, maxBytes: number, maxUnfinished = MAX_UNFINISHED): BodyReader {
  const unfinished = new Map<IncomingMessage, (error: Error) => void>();
  return async (request) => {
    const declaredBytes = Number(request.headers['content-length'] ?? maxBytes);
    if (declaredBytes > maxBytes) throw new BodyTooLarge(maxBytes);
    if (request.destroyed) throw connectionClosed(what);
    const [rejectOldest] = unfinished.size < maxUnfinished ? [] : unfinished.values();
    rejectOldest?.(
      new AppError('requestTimeout', `The ${what} took too long to arrive. Please go back and send it again.`),
    );
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    unfinished.set(request, reject);
    receive(request, Buffer.allocUnsafeSlow(declaredBytes), resolve, (error) =>
      reject(error ?? connectionClosed(what)),
    );
    return promise.finally(() => {
      unfinished.delete(request);
      // Node discards the rest of the body.
      request.removeAllListeners('data');
    });
  };
}

/** Copies the chunks into one buffer: keeping one-byte chunks would take a hundred times the memory. */
function receive(
  request: IncomingMessage,
  body: Buffer,
  resolve: (bytes: Buffer) => void,
  reject: (error?: Error) => void,
): void {
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    if (length + chunk.length > body.length) reject(new BodyTooLarge(body.length));
    else length += chunk.copy(body, length);
  });
  request.once('end', () => resolve(body.subarray(0, length)));
  request.once('error', () => reject());
  request.once('close', () => reject());
}

/** Nobody receives this response. It is an AppError so that it is not logged as a bug. */
function connectionClosed(what: string): AppError {
  return new AppError('badRequest', `The connection was closed before the whole ${what} arrived.`);
}
