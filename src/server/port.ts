import { createServer, type ListenOptions } from 'node:net';
import { describeListenError } from './listeners.ts';

interface Address {
  host: string;
  port: number;
}

/** With SO_REUSEPORT our threads would silently share the port with another program, so bind it exclusively once. */
export async function findPort(address: Address): Promise<number> {
  const { bound, close } = await hold({ ...address, exclusive: true }, address);
  await close();
  return typeof bound === 'object' && bound ? bound.port : address.port;
}

/**
 * Until the first thread listens, two servers that start together would both find the port free. So the first takes a name for
 * it: an abstract socket, which like the port belongs to the network namespace and ends with the process.
 */
export async function claimPort(address: Address): Promise<() => Promise<void>> {
  if (process.platform !== 'linux' || address.port === 0) return async () => {};
  const { close } = await hold({ path: `\0ludex ${address.host}:${address.port}` }, address);
  return close;
}

async function hold(where: ListenOptions, address: Address) {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error) => reject(describeListenError(error, address)));
  server.listen(where, resolve);
  await promise;
  const close = () => new Promise<void>((done) => void server.close(() => done()));
  return { bound: server.address(), close };
}
