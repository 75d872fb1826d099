import type { UsageSum } from '../../store/usage.ts';
import { dayName, monthOf, STATUS_MEANINGS } from '../account/usage.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { type Column, table } from '../kit/table.ts';
import { operatorPage } from './operator.ts';

const DAY_MS = 24 * 3600 * 1000;
const MAX_KEYS = 100;
const NUMBERS: Column[] = [
  ['Requests', 'number'],
  ['Errors', 'number'],
];

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
  const links = Object.entries(PERIODS).map(
    ([name, { label }]) =>
      html`<li><a href="/operator/usage?since=${name}"${label === period.label && html` aria-current="page"`}>${label}</a></li>`,
  );
  return operatorPage(
    request,
    'Usage and errors',
    html`<ul class="links">${links}</ul><p class="hint">Since ${dayName(first)}, UTC.</p>
<h2>By key</h2>${await keyTable(request, 'Usage by key', (await usage.sum('key_id', first)).slice(0, MAX_KEYS))}
<h2>By endpoint</h2>${table('Usage by endpoint', [['Endpoint'], ...NUMBERS], rows(await usage.sum('endpoint', first)))}
<h2>Errors by status</h2>${table(
      'Errors by status',
      [['Status'], ['Meaning'], ['Requests', 'number']],
      (await usage.sum('status', first))
        .filter(({ errors }) => errors > 0)
        .map(({ name, requests }) => [String(name), STATUS_MEANINGS[Number(name)] ?? '', requests]),
    )}
<p class="hint">Server errors are in the log. Find them by the request id of the response.</p>`,
  );
}

function rows(sums: readonly UsageSum[]) {
  return sums.map(({ name, requests, errors }) => [String(name), requests, errors]);
}

/** Keys by their name and account. */
export async function keyTable({ app }: SignedInRequest, caption: string, sums: readonly UsageSum[]): Promise<Html> {
  const rows = await Promise.all(
    sums.map(async ({ name, requests, errors }) => {
      const key = await app.store.accounts.findKey(Number(name));
      const account = key && (await app.store.accounts.findAccountById(key.accountId));
      const accountLink = account && html`<a href="/operator/accounts/${account.accountId}">${account.email}</a>`;
      return [name === 0 ? 'no valid key' : `${key?.name ?? 'deleted'} (${name})`, accountLink, requests, errors];
    }),
  );
  return table(caption, [['Key'], ['Account'], ...NUMBERS], rows);
}
