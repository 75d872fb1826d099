import type { UsageSum } from '../../store/usage.ts';
import { dayName, monthOf } from '../account/usage.ts';
import { html } from '../kit/html.ts';
import type { HtmlAnswer } from '../kit/page.ts';
import type { SignedIn } from '../kit/signed-in.ts';
import { type Column, table } from '../kit/tables.ts';
import { operatorPage } from './operator.ts';

const DAY_MS = 24 * 3600 * 1000;
const KEYS_SHOWN = 100;
const NUMBERS: Column[] = [
  ['Requests', 'number'],
  ['Errors', 'number'],
];

/** Since when the tables count, by the name in the address. */
const MONTH = { label: 'This month', firstDay: (now: number) => monthOf(now).first };
const SINCE: Record<string, typeof MONTH> = {
  today: { label: 'Today', firstDay: (now) => Math.floor(now / DAY_MS) },
  month: MONTH,
  year: { label: '365 days', firstDay: (now) => Math.floor(now / DAY_MS) - 364 },
};

export async function showUsage(request: SignedIn): Promise<HtmlAnswer> {
  const { app, query } = request;
  await app.usage.flush();
  const since = Object.entries(SINCE).find(([name]) => name === query.get('since'))?.[1] ?? MONTH;
  const first = since.firstDay(app.clock());
  const { usage } = app.store;
  const ways = Object.entries(SINCE).map(
    ([name, way]) =>
      html`<li><a href="/operator/usage?since=${name}"${way === since && html` aria-current="page"`}>${way.label}</a></li>`,
  );
  return operatorPage(
    request,
    'Use and errors',
    html`<ul class="links">${ways}</ul><p class="hint">Since ${dayName(first)}, UTC.</p>
<h2>By key</h2>${table('Use by key', [['Key'], ['Account'], ...NUMBERS], await keyRows(request, await usage.sum('key_id', first)))}
<h2>By endpoint</h2>${table('Use by endpoint', [['Endpoint'], ...NUMBERS], rows(await usage.sum('endpoint', first)))}
<h2>Errors by status</h2>${table(
      'Errors by status',
      [['Status'], ['Meaning'], ['Requests', 'number']],
      (await usage.sum('status', first))
        .filter(({ errors }) => errors > 0)
        .map(({ name, requests }) => [String(name), MEANINGS[Number(name)] ?? '', requests]),
    )}
<p class="hint">What failed on our side is in the log, under the request id that its answer carried.</p>`,
  );
}

const MEANINGS: Record<number, string> = {
  400: 'the parameters could not be read',
  401: 'no valid key',
  404: 'no such game or endpoint',
  405: 'a method that is not allowed',
  414: 'the address was too long',
  422: 'a value that is not allowed',
  429: 'over the limits',
  500: 'a mistake of ours',
  503: 'the store was away',
};

function rows(sums: readonly UsageSum[]) {
  return sums.map(({ name, requests, errors }) => [String(name), requests, errors]);
}

async function keyRows({ app }: SignedIn, sums: readonly UsageSum[]) {
  return Promise.all(
    sums.slice(0, KEYS_SHOWN).map(async ({ name, requests, errors }) => {
      const key = await app.store.accounts.findKey(Number(name));
      const account = key && (await app.store.accounts.findAccountById(key.accountId));
      const who = account && html`<a href="/operator/accounts/${account.accountId}">${account.email}</a>`;
      return [name === 0 ? 'no valid key' : `${key?.name ?? 'gone'} (${name})`, who, requests, errors];
    }),
  );
}
