import { statfs } from 'node:fs/promises';
import { findQuantileMs } from '../../quota/timings.ts';
import type { TimingSum } from '../../store/timings.ts';
import { VERSION } from '../../version.ts';
import { chart } from '../account/chart.ts';
import { usageThisMonth } from '../account/usage.ts';
import { formatDuration, formatNumber } from '../kit/format.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import type { HtmlResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { table } from '../kit/table.ts';
import { busiestKeys, cacheHits, nodesOfFleet, slowestRequests } from './dashboard-tables.ts';
import { operatorPage } from './operator.ts';

const HOUR_MS = 3600 * 1000;
const GIGABYTE = 1e9;
const MEGABYTE = 1e6;
const MEDIAN = 0.5;
const NEARLY_ALL = 0.99;

const DAY = { label: '24 hours', hours: 23 };
/** Periods by the `since` parameter of the URL, in full clock hours before this one. */
const PERIODS: Record<string, typeof DAY> = {
  hour: { label: 'This hour', hours: 0 },
  day: DAY,
  month: { label: '30 days', hours: 30 * 24 - 1 },
};

/** What the server does, and how it is. */
export async function showOperator(request: SignedInRequest): Promise<HtmlResponse> {
  const { app, query } = request;
  await app.usage.flush();
  await app.timings.flush();
  const period = Object.entries(PERIODS).find(([name]) => name === query.get('since'))?.[1] ?? DAY;
  const links = Object.entries(PERIODS).map(
    ([name, { label }]) =>
      html`<li><a href="/operator?since=${name}"${label === period.label && html` aria-current="page"`}>${label}</a></li>`,
  );
  const fromHour = Math.floor(app.clock() / HOUR_MS) - period.hours;
  const sums = await app.store.timings.sum(fromHour);
  return operatorPage(
    request,
    'Overview',
    html`<h2>Requests</h2><ul class="links">${links}</ul>
${table(
  'Requests by endpoint',
  [
    ['Endpoint'],
    ['Requests', 'number'],
    ['Errors', 'number'],
    ['Over the limit', 'number'],
    ['p50', 'number'],
    ['p99', 'number'],
  ],
  endpointRows(sums),
)}
<p class="hint">All nodes. Half of the requests took at most the time of p50, 99 of 100 at most that of p99.</p>
<h2>Busiest keys</h2>${await busiestKeys(request, fromHour)}
<p><a href="/operator/usage?since=today">All keys and errors</a></p>
<h2>Slowest requests</h2>${await slowestRequests(request, fromHour)}
<h2>Cache hits</h2>${await cacheHits(request, fromHour)}
${chart('This month, all keys', await usageThisMonth(app))}
<h2>Catalog and accounts</h2>${await catalogFacts(request)}
${await nodesOfFleet(request)}
<h2>Server</h2>${await serverFacts(request)}`,
  );
}

function endpointRows(sums: readonly TimingSum[]): Part[][] {
  const total = (rows: readonly TimingSum[], name: 'requests' | 'errors' | 'limited') =>
    rows.reduce((sum, row) => sum + row[name], 0);
  const toRow = (name: string, rows: readonly TimingSum[]) => [
    name,
    total(rows, 'requests'),
    total(rows, 'errors'),
    total(rows, 'limited'),
    formatQuantile(rows, MEDIAN),
    formatQuantile(rows, NEARLY_ALL),
  ];
  const rows = [...Map.groupBy(sums, ({ endpoint }) => endpoint)].map(([name, own]) => toRow(name, own));
  return rows.sort((a, b) => Number(b[1]) - Number(a[1]));
}

function formatQuantile(rows: readonly TimingSum[], share: number): string {
  const milliseconds = findQuantileMs(rows, share);
  return milliseconds === undefined ? 'over 5 s' : `≤ ${formatNumber(milliseconds)} ms`;
}

async function catalogFacts({ app, snapshot }: SignedInRequest): Promise<Html> {
  const counts = Object.entries(await app.store.catalog.countAll());
  const accounts = await app.store.accounts.listAccounts();
  const suspended = accounts.filter(({ suspendedAt }) => suspendedAt !== null).length;
  const [latest] = await app.store.catalog.listImports(1);
  const open = await app.store.messages.countUnanswered();
  return html`<dl class="facts overview">
${counts.map(([name, amount]) => fact(name, formatNumber(amount)))}
${fact('revision', snapshot.revision)}
${fact('last import', latest ? html`${latest.source}, ${formatDuration(app.clock() - latest.finishedAt)} ago` : 'none yet')}
${fact('accounts', `${accounts.length} (${suspended} suspended)`)}
${fact('messages', html`<a href="/operator/messages">${open} unanswered</a>`)}
</dl>`;
}

/** Of the node that answers this page. */
async function serverFacts({ app }: SignedInRequest): Promise<Html> {
  const { bavail, blocks, bsize } = await statfs(app.config.data);
  return html`<dl class="facts overview">
${fact('version', VERSION)}
${fact('running for', formatDuration(process.uptime() * 1000))}
${fact('memory', `${formatNumber(Math.round(process.memoryUsage.rss() / MEGABYTE))} MB`)}
${fact('disk', `${formatGigabytes(bavail * bsize)} free of ${formatGigabytes(blocks * bsize)}`)}
${fact('threads', app.config.threads)}
${fact('store', app.store.location)}
</dl>`;
}

function formatGigabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / GIGABYTE))} GB`;
}

function fact(name: string, value: Part): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}
