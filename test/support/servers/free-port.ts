import { type AddressInfo, createServer, type Server } from 'node:net';
import { after } from 'node:test';

/** Starts a server of the tests on a free port, and closes it after them. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, host, resolve);
  await promise;
  after(() => void server.close());
  return (server.address() as AddressInfo).port;
}

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

/** Below the ports that the system gives away by itself. */
const [FIRST, SLOTS, SLOT_PORTS] = [20_000, 1500, 8];

/** The first of eight ports in a row that nobody uses. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * SLOTS) * SLOT_PORTS;
    const found = await Promise.all(Array.from({ length: SLOT_PORTS }, (_, i) => isFree(first + i)));
    if (found.every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = createServer().once('error', () => resolve(false));
  probe.listen(port, () => probe.close(() => resolve(true)));
  return promise;
}
