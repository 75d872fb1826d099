import type { IncomingMessage } from 'node:http';
import { AppError } from './errors.ts';

export class BodyTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`a body has more than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/**
 * Reads the body of a request. `what` is for the message. Chunks are copied into one buffer: keeping one-byte chunks would take a
 * hundred times the memory.
 */
export async function readBody(request: IncomingMessage, what: string, maxBytes: number): Promise<Buffer> {
  const declaredBytes = Number(request.headers['content-length'] ?? maxBytes);
  if (declaredBytes > maxBytes) throw new BodyTooLarge(maxBytes);
  const body = Buffer.allocUnsafeSlow(declaredBytes);
  let length = 0;
  // Node discards the rest of a body that is too large.
  const receive = (chunk: Buffer, fail: (error: Error) => void) => {
    if (length + chunk.length > body.length) fail(new BodyTooLarge(maxBytes));
    else length += chunk.copy(body, length);
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Nobody receives this response. It is an AppError so that it is not logged as a bug.
  const close = () => reject(new AppError('badRequest', `The connection was closed before the whole ${what} arrived.`));
  const onData = (chunk: Buffer) => receive(chunk, reject);
  if (request.destroyed) close();
  request.on('data', onData).once('end', resolve).once('error', close).once('close', close);
  await promise.finally(() => request.off('data', onData));
  return body.subarray(0, length);
}
