import { once } from 'node:events';
import { type ListenOptions, Server } from 'node:net';
import { OperatorError } from '../errors.ts';

export interface Address {
  host: string;
  port: number;
}

/** Returns the port. `address` is for messages. */
export async function listen(server: Server, where: ListenOptions, address: Address): Promise<number> {
  server.listen(where);
  await once(server, 'listening').catch((error) => {
    throw describeListenError(error, address);
  });
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : address.port;
}

function describeListenError(error: NodeJS.ErrnoException, address: Address): Error {
  const where = `port ${address.port} of ${address.host}`;
  if (error.code === 'EADDRINUSE') {
    return new OperatorError(`Another program uses ${where}: stop it, or set LUDEX_PORT to another port`);
  }
  if (error.code === 'EACCES') return new OperatorError(`No permission for ${where}: set LUDEX_PORT to 1024 or more`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new OperatorError(`LUDEX_HOST ${address.host} is not an address of this machine`);
  }
  return error;
}

/** With SO_REUSEPORT our threads would silently share the port with another program, so bind it exclusively once. */
export async function findPort(address: Address): Promise<number> {
  const server = new Server();
  const port = await listen(server, { ...address, exclusive: true }, address);
  await close(server);
  return port;
}

/**
 * Until the first thread listens, two servers that start together would both find the port free. So the first takes a name for
 * it: an abstract socket, which like the port belongs to the network namespace and ends with the process.
 */
export async function claimPort(address: Address): Promise<() => Promise<void>> {
  if (process.platform !== 'linux' || address.port === 0) return async () => {};
  const server = new Server();
  await listen(server, { path: `\0ludex ${address.host}:${address.port}` }, address);
  return () => close(server);
}

function close(server: Server): Promise<void> {
  return new Promise((done) => void server.close(() => done()));
}
