import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { networkOf } from '../network.ts';
import { openProxyCheck, withoutMapping } from './client-address.ts';

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
