import type { IncomingMessage } from 'node:http';
import { isIP, type Socket, SocketAddress } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { Config } from '../config.ts';
import { networkOf } from '../network.ts';

const MAPPED = '::ffff:';
const IN_BRACKETS = /^"?\[([^\]]+)\](?::\d+)?"?$/;
const IPV4_WITH_PORT = /^"?([\d.]+)(?::\d+)?"?$/;

/**
 * The address of the client, in one spelling: that of the connection, or the last one in `X-Forwarded-For` that is not a
 * trusted proxy. Limits count by it, so no spelling, port or invalid text may make it another one.
 */
export function openAddressFinder(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string {
  const isTrusted = openProxyCheck(trustedProxies);
  return ({ socket, headers }) => {
    // A connection that was reset has no address any more.
    let address = withoutMapping(socket.remoteAddress ?? '');
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined || address === '') return address;
    const hops = String(forwarded).split(',').reverse();
    for (const [i, hop] of hops.entries()) {
      if (!isTrusted(address, i)) return address;
      const next = parseAddress(hop.trim());
      if (next === undefined) return address;
      address = next;
    }
    return address;
  };
}

/** Whether the client uses https, as a trusted proxy says. */
export function openHttpsCheck(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'socket' | 'headers'>) => boolean {
  const isTrusted = openProxyCheck(trustedProxies);
  return ({ socket, headers }) => {
    const last = String(headers['x-forwarded-proto']).split(',').at(-1)?.trim();
    return last === 'https' && isTrusted(withoutMapping(socket.remoteAddress ?? ''), 0);
  };
}

/** Whether an address is that of a trusted proxy. `hop` counts from the connection. */
function openProxyCheck(trustedProxies: readonly string[]): (address: string, hop: number) => boolean {
  return trustedProxies.length === 0 ? () => false : proxyAddress.compile([...trustedProxies]);
}

/** Some proxies add the port, and write IPv6 addresses in brackets. Undefined if it is no address, such as `unknown`. */
function parseAddress(text: string): string | undefined {
  const address = (IN_BRACKETS.exec(text) ?? IPV4_WITH_PORT.exec(text))?.[1] ?? text;
  if (isIP(address) === 6) return withoutMapping(new SocketAddress({ address, family: 'ipv6' }).address);
  return isIP(address) === 4 ? address : undefined;
}

/** An IPv4 address that an IPv6 socket shows. */
function withoutMapping(address: string): string {
  return address.startsWith(MAPPED) ? address.slice(MAPPED.length) : address;
}

type Limits = Pick<Config, 'connections_per_address' | 'trusted_proxies'>;

/** Counts open connections by address. Returns false for one too many. A trusted proxy has those of many clients. */
export function openConnectionCounter(limits: Limits): (socket: Socket) => boolean {
  const max = limits.connections_per_address ?? Number.POSITIVE_INFINITY;
  const isProxy = openProxyCheck(limits.trusted_proxies);
  const counts = new Map<string, number>();
  return (socket) => {
    const address = withoutMapping(socket.remoteAddress ?? '');
    if (address === '' || isProxy(address, 0)) return true;
    const network = networkOf(address);
    const count = (counts.get(network) ?? 0) + 1;
    if (count > max) return false;
    counts.set(network, count);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left === 0) counts.delete(network);
      else counts.set(network, left);
    });
    return true;
  };
}
