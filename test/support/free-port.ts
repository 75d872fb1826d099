import { createServer } from 'node:net';

/** For a program that has to be told its port. */
export function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address();
    probe.close(() => resolve((address as { port: number }).port));
  });
  return promise;
}
