import { statfs } from 'node:fs/promises';
import { listNodes } from '../../store/status.ts';
import type { UsageSum } from '../../store/usage.ts';
import type { RouteFacts } from '../../telemetry/metrics.ts';
import { VERSION } from '../../version.ts';
import { dayName, endpointTable, monthOf, NUMBERS, statusTable, usageThisMonth } from '../account/usage.ts';
import { chart } from '../kit/charts.ts';
import { fact, formatDuration, formatNumber, table } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { HtmlResponse, SignedInRequest } from '../kit/page.ts';
import { accountLink, revocation } from './accounts.ts';
import { dumpSection } from './dumps.ts';
import { openCatalogOffer, REFRESHING } from './imports.ts';
import { operatorPage } from './operator.ts';

const GIGABYTE = 1e9;
const MEGABYTE = 1e6;

export async function showOperator(request: SignedInRequest): Promise<HtmlResponse> {
  const { app } = request;
  await app.usage.flush();
  const dumps = await dumpSection(request);
  return operatorPage(
    request,
    'Overview',
    html`${await openCatalogOffer(request)}<h2>Requests</h2>${requestsByRoute(request)}
<p class="hint">Of this node, since it started ${formatDuration(process.uptime() * 1000)} ago, as in <code>/metrics</code>. Half of the
requests took at most the time of p50, 99 of 100 at most that of p99.</p>
<h2>Busiest keys</h2>${await busiestKeys(request)}
<p>Of all nodes, in the last 24 hours. <a href="/operator/usage?since=today">All keys and errors</a></p>
${chart('This month, all keys', await usageThisMonth(app))}
<h2>Catalog and accounts</h2>${await catalogFacts(request)}
${dumps.section}
${await nodesOfFleet(request)}
<h2>Server</h2>${await serverFacts(request)}`,
    dumps.isRunning ? REFRESHING : {},
  );
}

async function catalogFacts({ app, snapshot, waiting }: SignedInRequest): Promise<Html> {
  const counts = Object.entries(await app.store.catalog.countAll());
  const accounts = await app.store.accounts.listAccounts();
  const suspended = accounts.filter(({ suspendedAt }) => suspendedAt !== null).length;
  const [latest] = await app.store.catalog.listImports(1);
  return html`<dl class="facts overview">
${counts.map(([name, amount]) => fact(name, formatNumber(amount)))}
${fact('revision', snapshot.revision)}
${fact('last import', latest ? html`${latest.source}, ${formatDuration(app.clock() - latest.finishedAt)} ago` : 'none yet')}
${fact('accounts', `${accounts.length} (${suspended} suspended)`)}
${fact('messages', html`<a href="/operator/messages">${waiting?.messages ?? 0} unanswered</a>`)}
${fact('proposals', html`<a href="/operator/proposals">${waiting?.proposals ?? 0} open</a>`)}
</dl>`;
}

async function serverFacts({ app }: SignedInRequest): Promise<Html> {
  const { bavail, blocks, bsize } = await statfs(app.config.data);
  const gigabytes = (count: number) => `${formatNumber(Math.round((count * bsize) / GIGABYTE))} GB`;
  return html`<dl class="facts overview">
${fact('version', VERSION)}
${fact('running for', formatDuration(process.uptime() * 1000))}
${fact('memory', formatMegabytes(process.memoryUsage.rss()))}
${fact('disk', `${gigabytes(bavail)} free of ${gigabytes(blocks)}`)}
${fact('threads', app.config.threads)}
${fact('store', app.store.location)}
</dl>`;
}

function formatMegabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / MEGABYTE))} MB`;
}

const MAX_BUSIEST = 10;
const HOURS_OF_DAY = 24;
const HOUR_MS = 3600 * 1000;

async function busiestKeys(request: SignedInRequest): Promise<Html> {
  const { usage } = request.app.store;
  const fromHour = Math.floor(request.app.clock() / HOUR_MS) - HOURS_OF_DAY + 1;
  return keyTable(request, 'Busiest keys', await usage.listBusiest(fromHour, MAX_BUSIEST));
}

function requestsByRoute({ app }: SignedInRequest): Html {
  return table('Requests by route', app.metrics.listRoutes(), [
    ['Route', ({ route }) => route],
    ...NUMBERS,
    ['Over the limit', ({ limited }) => limited, 'number'],
    ['p50', ({ median }) => formatBound(median), 'number'],
    ['p99', ({ p99 }) => formatBound(p99), 'number'],
  ]);
}

function formatBound(seconds: RouteFacts['p99']): string {
  return seconds === undefined ? 'over 5 s' : `≤ ${formatNumber(seconds * 1000)} ms`;
}

async function nodesOfFleet({ app }: SignedInRequest): Promise<Html> {
  if (app.config.database_url === undefined) return nothing;
  const now = app.clock();
  const nodes = table('Nodes', await listNodes(app.store.status, now), [
    ['Node', ({ host }) => host],
    ['Version', ({ version }) => version],
    ['Revision', ({ revision }) => String(revision), 'number'],
    ['Running for', ({ startedAt }) => formatDuration(now - startedAt)],
    ['Memory', ({ memoryBytes }) => formatMegabytes(memoryBytes), 'number'],
    ['Threads', ({ threads }) => threads, 'number'],
  ]);
  return html`<h2>Nodes</h2>${nodes}<p class="hint">Each node reports every minute.</p>`;
}

const DAY_MS = 24 * 3600 * 1000;
const MAX_KEYS = 100;
const MONTH = { label: 'This month', firstDay: (now: number) => monthOf(now).first };
/** Periods by the `since` parameter of the URL. */
const PERIODS: Record<string, typeof MONTH> = {
  today: { label: 'Today', firstDay: (now) => Math.floor(now / DAY_MS) },
  month: MONTH,
  year: { label: '365 days', firstDay: (now) => Math.floor(now / DAY_MS) - 364 },
};

export async function showUsage(request: SignedInRequest): Promise<HtmlResponse> {
  const { app, query } = request;
  await app.usage.flush();
  const period = Object.entries(PERIODS).find(([name]) => name === query.get('since'))?.[1] ?? MONTH;
  const first = period.firstDay(app.clock());
  const { usage } = app.store;
  const statuses = (await usage.sum('status', first)).filter(({ errors }) => errors > 0);
  const links = Object.entries(PERIODS).map(
    ([name, { label }]) =>
      html`<li><a href="/operator/usage?since=${name}"${label === period.label && html` aria-current="page"`}>${label}</a></li>`,
  );
  return operatorPage(
    request,
    'Usage and errors',
    html`<ul class="links">${links}</ul><p class="hint">Since ${dayName(first)}, UTC.</p>
<h2>By key</h2>${await keyTable(request, 'Usage by key', (await usage.sum('key_id', first)).slice(0, MAX_KEYS))}
<h2>By endpoint</h2>${endpointTable('Usage by endpoint', await usage.sum('endpoint', first))}
<h2>Errors by status</h2>${statusTable('Errors by status', statuses)}
<p class="hint">Server errors are in the log. Find them by the request id of the response.</p>`,
  );
}

async function keyTable(request: SignedInRequest, caption: string, sums: readonly UsageSum[]): Promise<Html> {
  const { accounts } = request.app.store;
  const rows = await Promise.all(
    sums.map(async (sum) => {
      const key = await accounts.findKey(Number(sum.name));
      return { ...sum, key, account: key && (await accounts.findAccountById(key.accountId)) };
    }),
  );
  return table(caption, rows, [
    ['Key', ({ name, key }) => (name === 0 ? 'no valid key' : `${key?.name ?? 'deleted'} (${name})`)],
    ['Account', ({ account }) => account && accountLink(account)],
    ...NUMBERS,
    ['Revoke', ({ key }) => key && revocation(request, key)],
  ]);
}
