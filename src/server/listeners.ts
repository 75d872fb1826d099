import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createNetServer, type ListenOptions, Server as NetServer } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';

interface HostAndPort {
  host: string;
  port: number;
}

export interface Address extends HostAndPort {
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
  await listenAlone(server, { host, port, reusePort }, { host, port });
  return server;
}

/** Returns the port. */
export async function listenAlone(server: NetServer, where: ListenOptions, address: HostAndPort): Promise<number> {
  server.listen(where);
  await once(server, 'listening').catch((error) => {
    throw describeListenError(error, address);
  });
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : address.port;
}

/** Not http's own close: that also ends connections whose response is still on its way to a slow reader. */
export function stopAccepting({ servers }: Listeners): void {
  for (const server of servers) NetServer.prototype.close.call(server);
}

function describeListenError(error: NodeJS.ErrnoException, address: HostAndPort): Error {
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
export async function findPort(address: HostAndPort): Promise<number> {
  const server = createNetServer();
  const port = await listenAlone(server, { ...address, exclusive: true }, address);
  await closeServer(server);
  return port;
}

/**
 * Until the first thread listens, two servers that start together would both find the port free. So the first takes a name for
 * it: an abstract socket, which like the port belongs to the network namespace and ends with the process.
 */
export async function claimPort(address: HostAndPort): Promise<() => Promise<void>> {
  if (process.platform !== 'linux' || address.port === 0) return async () => {};
  const server = createNetServer();
  await listenAlone(server, { path: `\0ludex ${address.host}:${address.port}` }, address);
  return () => closeServer(server);
}

/** Also if it is already closed. */
export function closeServer(server: NetServer): Promise<void> {
  return new Promise<void>((done) => void server.close(() => done()));
}

/** A running server leaves its URL in the data folder, so that commands print links to it whatever its port is. */
export function writeAddress(config: Config, url: string): void {
  try {
    writeFileSync(addressFile(config), `${url}\n`, { mode: 0o600 });
  } catch {
    // The server also works with a folder that it cannot write to.
  }
}

export function removeAddress(config: Config): void {
  rmSync(addressFile(config), { force: true });
}

export function findAddress(config: Config): string | undefined {
  try {
    return readFileSync(addressFile(config), 'utf8').trim();
  } catch {
    return undefined;
  }
}

function addressFile({ data }: Config): string {
  return join(data, 'address');
}
