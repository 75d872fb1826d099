import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { type ListenOptions, Server as NetServer } from 'node:net';
import { OperatorError } from '../errors.ts';

export interface Address {
  host: string;
  port: number;
  reusePort: boolean;
}

/** One server for each address of the host: `localhost` is often both 127.0.0.1 and ::1. */
export interface Listeners {
  readonly servers: readonly Server[];
  port: number;
}

export interface ListenerOptions {
  http: ServerOptions;
  /** Without any progress of a connection. */
  stalledMs: number;
  handle: RequestListener;
  guard(server: Server): void;
}

export async function listen(address: Address, options: ListenerOptions): Promise<Listeners> {
  const first = await listenAt(address, options);
  const { port, address: bound } = first.address() as { port: number; address: string };
  const others = address.host === 'localhost' ? await lookup(address.host, { all: true }).catch(() => []) : [];
  const hosts = others.map((other) => other.address).filter((host) => host !== bound);
  // An address that another program uses is left out, as long as there is one.
  const more = await Promise.all(hosts.map((host) => listenAt({ ...address, host, port }, options).catch(() => [])));
  return { servers: [first, ...more.flat()], port };
}

async function listenAt({ host, port, reusePort }: Address, options: ListenerOptions): Promise<Server> {
  const server = createServer(options.http, options.handle);
  server.setTimeout(options.stalledMs);
  options.guard(server);
  const where: ListenOptions = { host, port, reusePort };
  server.listen(where);
  await once(server, 'listening').catch((error) => {
    throw describeListenError(error, { host, port });
  });
  return server;
}

/** Not http's own close: that also ends connections whose response is still on its way to a slow reader. */
export function stopAccepting({ servers }: Listeners): void {
  for (const server of servers) NetServer.prototype.close.call(server);
}

export function describeListenError(error: NodeJS.ErrnoException, address: { host: string; port: number }): Error {
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
