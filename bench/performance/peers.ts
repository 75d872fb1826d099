import type { PeerName } from '../peers/cases.ts';
import type { PeerCost } from '../peers/measure.ts';
import { format } from './chart.ts';
import { describeConditions } from './conditions.ts';
import type { PeerResults } from './results.ts';
import { table } from './table.ts';

const METHOD = `What people would use instead, over the same games and with the same fields in the answers:

- [PostGraphile](https://postgraphile.org) 5 makes a GraphQL API of tables in PostgreSQL. The tables are normalized and have the indexes
  that these requests need; a title is searched with \`ILIKE\`. Its CPU time includes that of PostgreSQL.
- [json-server](https://github.com/typicode/json-server) 0.17 makes an API of one JSON file, which it keeps in memory. It is meant for prototypes, so it
  gets 10,000 games only.

Each server gets 20 different requests of a kind in turn, from 16 connections, or from 2 if one takes half a second. Ludex keeps
the answers to repeated requests, as it does for popular ones; what a page costs that was never asked for is in the table above
(*cold*). Only Ludex checks a key, counts the request, and sends an ETag. For deep pages PostGraphile recommends cursors: with an
offset, PostgreSQL also computes the lists of the games that it skips.`;

export function renderPeers(results: PeerResults): string {
  return [METHOD, `Measured on ${results.date}: ${describeConditions(results)}`, peerTable(results.costs)].join('\n\n');
}

const PEERS: readonly PeerName[] = ['Ludex', 'PostGraphile', 'json-server'];

function peerTable(costs: readonly PeerCost[]): string {
  const rows = [...Map.groupBy(costs, ({ name, games }) => `${name}, ${format(games)} games`)];
  return table(
    ['Request', ...PEERS.flatMap((peer) => [`${peer}: CPU µs`, 'requests/s', 'p50 ms', 'p99 ms'])],
    rows.map(([name, own]) => [
      name,
      ...PEERS.flatMap((peer) => {
        const cost = own.find((one) => one.peer === peer);
        if (!cost) return ['', '', '', ''];
        return [format(cost.cpuUs), format(cost.requestsPerSecond), cost.p50Ms.toFixed(1), cost.p99Ms.toFixed(1)];
      }),
    ]),
  );
}
