import { createServer } from 'node:net';

/** A free port for a program that cannot use port 0. */
export function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address();
    probe.close(() => resolve((address as { port: number }).port));
  });
  return promise;
}
