import { ERRORS_KEPT } from '../../store/recent-errors.ts';
import type { StoredKey } from '../../store/service-tables.ts';
import { formatNumber, timestamp } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { type Column, table } from '../kit/table.ts';
import { chart } from './chart.ts';
import { keyLabel } from './key-list.ts';
import { monthOf, STATUS_MEANINGS, usageThisMonth, usageToday } from './usage.ts';

const NUMBERS: Column[] = [
  ['Requests', 'number'],
  ['Errors', 'number'],
];

/** Charts and tables of the requests of an account, and what was wrong with the last refused ones. */
export async function usageSection({ app }: SignedInRequest, keys: readonly StoredKey[]): Promise<Html> {
  // Writes the counts of this thread. Other threads write theirs every few seconds.
  await app.usage.flush();
  await app.errors.flush();
  const keyIds = keys.map(({ keyId }) => keyId);
  const month = monthOf(app.clock()).first;
  const endpoints = await app.store.usage.sum('endpoint', month, keyIds);
  const statuses = await app.store.usage.sum('status', month, keyIds);
  return html`<section aria-labelledby="usage"><h2 id="usage">Usage</h2>
${chart('Today', await usageToday(app, keyIds))}
${chart('This month', await usageThisMonth(app, keyIds))}
<p class="hint">All keys together, in UTC, with a delay of a few seconds. Requests over the limit appear as errors and
do not count against it.</p>
${
  endpoints.length > 0 &&
  html`<div class="side-by-side"><div><h3>This month by endpoint</h3>
${table(
  'This month by endpoint',
  [['Endpoint'], ...NUMBERS],
  endpoints.map(({ name, requests, errors }) => [String(name), requests, errors]),
)}</div>
<div><h3>This month by status</h3>
${table(
  'This month by status',
  [['Status'], ['Meaning'], ['Requests', 'number']],
  statuses.map(({ name, requests }) => [String(name), STATUS_MEANINGS[Number(name)] ?? '', requests]),
)}</div></div>`
}</section>
${await errorSection(app, keys)}`;
}

async function errorSection(app: SignedInRequest['app'], keys: readonly StoredKey[]): Promise<Html> {
  const names = new Map(keys.map((key) => [key.keyId, keyLabel(key)]));
  const errors = await app.store.recentErrors.list([...names.keys()], ERRORS_KEPT);
  const rows = errors.map(({ at, keyId, status, request, message, times }) => [
    timestamp(at),
    names.get(keyId) ?? '',
    String(status),
    html`<code>${request}</code>${times > 1 && html` <span class="hint">${formatNumber(times)} times</span>`}`,
    message,
  ]);
  return html`<section aria-labelledby="errors"><h2 id="errors">Recent errors</h2>
${
  rows.length === 0
    ? html`<p class="hint">No request with your keys was refused lately.</p>`
    : html`${table('Refused requests', [['Time'], ['Key'], ['Status'], ['Request'], ['What was wrong']], rows)}
<p class="hint">The last ${ERRORS_KEPT} of each key at most. <a href="/docs/api#errors">What the errors mean</a>.</p>`
}</section>`;
}
