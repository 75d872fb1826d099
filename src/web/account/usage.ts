import { STATUS_CODES } from 'node:http';
import type { App } from '../../app.ts';
import type { StoredKey } from '../../store/service-tables.ts';
import type { UsageSum } from '../../store/usage.ts';
import { type Bar, chart } from '../kit/charts.ts';
import { type Column, table } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';
import type { SignedInRequest } from '../kit/page.ts';

export const NUMBERS: Column<{ requests: number; errors: number }>[] = [
  ['Requests', ({ requests }) => requests, 'number'],
  ['Errors', ({ errors }) => errors, 'number'],
];

/** Charts and tables of the requests of an account. */
export async function usageSection({ app }: SignedInRequest, keys: readonly StoredKey[]): Promise<Html> {
  // Writes the counts of this thread. Other threads write theirs every few seconds.
  await app.usage.flush();
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
${endpointTable('This month by endpoint', endpoints)}</div>
<div><h3>This month by status</h3>
${statusTable('This month by status', statuses)}</div></div>`
}</section>`;
}

export function endpointTable(caption: string, sums: readonly UsageSum[]): Html {
  return table(caption, sums, [['Endpoint', ({ name }) => String(name)], ...NUMBERS]);
}

export function statusTable(caption: string, sums: readonly UsageSum[]): Html {
  return table(caption, sums, [
    ['Status', ({ name }) => String(name)],
    ['Meaning', ({ name }) => STATUS_CODES[Number(name)]],
    ['Requests', ({ requests }) => requests, 'number'],
  ]);
}

const HOURS = 24;
const DAY_MS = HOURS * 3600 * 1000;

async function usageToday(app: App, keyIds: readonly number[]): Promise<Bar[]> {
  const first = Math.floor(app.clock() / DAY_MS) * HOURS;
  const found = new Map((await app.store.usage.sumHours(first, keyIds)).map((hour) => [hour.hour, hour]));
  return Array.from({ length: HOURS }, (_, i) => {
    const label = String(i).padStart(2, '0');
    return { ...NO_REQUESTS, ...found.get(first + i), label, name: `${label}:00 to ${label}:59 UTC` };
  });
}

/** One bar for each day of this month, in UTC. Without key ids it sums all keys. */
export async function usageThisMonth(app: App, keyIds?: readonly number[]): Promise<Bar[]> {
  const { first, length } = monthOf(app.clock());
  const found = new Map((await app.store.usage.sum('day', first, keyIds)).map((day) => [day.name, day]));
  return Array.from({ length }, (_, i) => ({
    ...NO_REQUESTS,
    ...found.get(first + i),
    label: String(i + 1),
    name: dayName(first + i),
  }));
}

const NO_REQUESTS = { requests: 0, errors: 0 };

/** The first day of the current month, counted from 1970, and the number of days. */
export function monthOf(now: number): { first: number; length: number } {
  const date = new Date(now);
  const start = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS;
  return { first: start(0), length: start(1) - start(0) };
}

export function dayName(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
