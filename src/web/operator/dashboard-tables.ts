import { listNodes } from '../../store/nodes.ts';
import type { UsageSum } from '../../store/usage.ts';
import { formatDuration, formatNumber, timestamp } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { type Column, table } from '../kit/table.ts';
import { keyTable } from './usage.ts';

const MAX_KEYS = 10;
const MAX_SLOW = 10;
const HOURS_OF_DAY = 24;
const HOUR_MS = 3600 * 1000;
const MEGABYTE = 1e6;

/** The keys with the most requests. */
export async function busiestKeys(request: SignedInRequest, fromHour: number): Promise<Html> {
  return keyTable(request, 'Busiest keys', await listBusiest(request, fromHour));
}

/** Hours are known for two days only, so that a longer period is counted in days. */
async function listBusiest({ app }: SignedInRequest, fromHour: number): Promise<UsageSum[]> {
  const { usage } = app.store;
  if (app.clock() / HOUR_MS - fromHour <= HOURS_OF_DAY) return usage.listBusiest(fromHour, MAX_KEYS);
  return (await usage.sum('key_id', Math.floor(fromHour / HOURS_OF_DAY))).slice(0, MAX_KEYS);
}

/** The slowest requests, each once. */
export async function slowestRequests({ app }: SignedInRequest, fromHour: number): Promise<Html> {
  // More than are shown: the same request may be slow in several hours.
  const found = await app.store.slowRequests.list(fromHour, MAX_SLOW * MAX_SLOW);
  const slowest = found.filter(({ request }, i) => found.findIndex((other) => other.request === request) === i);
  return table(
    'Slowest requests',
    [['Request'], ['Time', 'number'], ['Status', 'number'], ['When']],
    slowest
      .slice(0, MAX_SLOW)
      .map(({ request, milliseconds, status, at }) => [
        html`<code>${request}</code>`,
        `${formatNumber(milliseconds)} ms`,
        String(status),
        timestamp(at),
      ]),
  );
}

const CACHES: Partial<Record<string, string>> = {
  answers: 'Whole answers of the API',
  games: 'Rendered games',
  lists: 'Lists and searches',
  pictures: 'Pictures',
  responses: 'Compressed answers',
};

export async function cacheHits({ app }: SignedInRequest, fromHour: number): Promise<Html> {
  const counts = await app.store.cacheCounts.sum(fromHour);
  return table(
    'Cache hits',
    [['Cache'], ['Lookups', 'number'], ['Hits', 'number']],
    counts.map(({ cache, hits, misses }) => [
      CACHES[cache] ?? cache,
      hits + misses,
      `${Math.round((100 * hits) / (hits + misses))} %`,
    ]),
  );
}

/** The processes that share a PostgreSQL. */
export async function nodesOfFleet({ app }: SignedInRequest): Promise<Html> {
  if (app.config.database_url === undefined) return nothing;
  const now = app.clock();
  const nodes = await listNodes(app.store.status, now);
  const rows = nodes.map(({ host, version, revision, startedAt, memoryBytes, threads }) => [
    host,
    version,
    String(revision),
    formatDuration(now - startedAt),
    `${formatNumber(Math.round(memoryBytes / MEGABYTE))} MB`,
    threads,
  ]);
  const columns: Column[] = [['Node'], ['Version'], ['Revision', 'number'], ['Running for'], ['Memory', 'number']];
  return html`<h2>Nodes</h2>${table('Nodes', [...columns, ['Threads', 'number']], rows)}
<p class="hint">Each node reports every minute.</p>`;
}
