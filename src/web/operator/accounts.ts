import { makeResetToken } from '../../accounts/change-password.ts';
import { formatKeyLimit, parseKeyLimit } from '../../accounts/key-limit.ts';
import { isExpired } from '../../accounts/own-keys.ts';
import { resume, suspend } from '../../accounts/suspension.ts';
import { PLANS } from '../../plans.ts';
import type { Account, StoredKey } from '../../store/store.ts';
import { ROLES } from '../../store/tables.ts';
import { chart } from '../account/chart.ts';
import { monthOf, useOfMonth } from '../account/usage.ts';
import { errorPage } from '../kit/error-pages.ts';
import { again, button, choice, field, form, hiddenField, type Problems, typed } from '../kit/forms.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import type { HtmlAnswer, PageAnswer } from '../kit/page.ts';
import type { SignedIn } from '../kit/signed-in.ts';
import { table } from '../kit/tables.ts';
import { time } from '../kit/times.ts';
import { linkToCopy, operatorPage } from './operator.ts';

const ACCOUNTS_SHOWN = 200;

export async function showAccounts(request: SignedIn): Promise<HtmlAnswer> {
  const { app, query } = request;
  const searched = (query.get('q') ?? '').slice(0, 254);
  const accounts = await app.store.accounts.searchAccounts(searched.trim().toLowerCase(), ACCOUNTS_SHOWN);
  const rows = accounts.map((account) => [
    html`<a href="/operator/accounts/${account.accountId}">${account.email}</a>`,
    account.plan,
    account.role,
    stateOf(account),
    time(account.createdAt),
  ]);
  return operatorPage(
    request,
    'Accounts',
    html`<form class="search" action="/operator/accounts" role="search" aria-label="Accounts">
<label for="q">Address</label> <input id="q" type="search" name="q" value="${searched}" maxlength="254"> <button>Find</button></form>
${table('Accounts', [['Address'], ['Plan'], ['Role'], ['State'], ['Since']], rows)}
${accounts.length === ACCOUNTS_SHOWN && html`<p class="hint">Only the newest ${ACCOUNTS_SHOWN} are shown.</p>`}`,
  );
}

export async function showAccount(request: SignedIn): Promise<HtmlAnswer> {
  return withAccount(request, (account) => accountPage(request, account, {})) as Promise<HtmlAnswer>;
}

export function doChangeAccount(request: SignedIn): Promise<PageAnswer> {
  return withAccount(request, async (account) => {
    const plan = PLANS.find((name) => name === typed(request, 'plan'));
    const role = ROLES.find((name) => name === typed(request, 'role'));
    if (!plan || !role) return accountPage(request, account, { form: 'Choose one of the plans and roles.' });
    const isOwn = account.accountId === request.account.accountId;
    if (isOwn && role !== 'operator') return accountPage(request, account, { form: OWN });
    await request.app.store.accounts.changeAccount(account.accountId, { plan, role });
    return done(account, 'saved');
  });
}

export function doSuspend(request: SignedIn): Promise<PageAnswer> {
  return withAccount(request, async (account) => {
    if (account.accountId === request.account.accountId) return accountPage(request, account, { form: OWN });
    await suspend(request.app.store, account.accountId, request.app.clock());
    return done(account, 'suspended');
  });
}

export function doResume(request: SignedIn): Promise<PageAnswer> {
  return withAccount(request, async (account) => {
    await resume(request.app.store, account.accountId);
    return done(account, 'resumed');
  });
}

/** A link with which the person can set a password, for the operator to hand over. It is shown only now. */
export function doMakeReset(request: SignedIn): Promise<PageAnswer> {
  return withAccount(request, async (account) => {
    const { app } = request;
    const link = `${app.publicUrl}/reset?token=${await makeResetToken(app, account, false)}`;
    return operatorPage(
      request,
      'A link to set a password',
      html`<p>For <strong>${account.email}</strong>. It works once, for two hours, and is shown only now.</p>
${linkToCopy(link)}<p><a href="/operator/accounts/${account.accountId}">Back to the account</a></p>`,
    );
  });
}

export function doLimitKey(request: SignedIn): Promise<PageAnswer> {
  return withAccount(request, async (account) => {
    const keys = await request.app.store.accounts.listKeys(account.accountId);
    const key = keys.find(({ keyId }) => String(keyId) === typed(request, 'key'));
    if (!key) return errorPage('notFound', 'This account has no such key.');
    const perHour = readLimit(typed(request, 'per_hour'));
    const perSecond = readLimit(typed(request, 'per_second'));
    if (perHour === undefined || perSecond === undefined) {
      const problem = 'Write a whole number from 1 to 999999999, none or plan.';
      return accountPage(request, account, {
        ...(perHour === undefined && { [`per_hour_${key.keyId}`]: problem }),
        ...(perSecond === undefined && { [`per_second_${key.keyId}`]: problem }),
      });
    }
    await request.app.store.accounts.changeKey(key.keyId, { perHour, perSecond });
    return done(account, 'saved');
  });
}

const OWN = 'This is your own account: another operator must do that, or the command line.';

async function withAccount(request: SignedIn, handle: (account: Account) => Promise<PageAnswer>): Promise<PageAnswer> {
  const { id = '' } = request.path;
  const account = /^\d{1,15}$/.test(id) && (await request.app.store.accounts.findAccountById(Number(id)));
  return account ? handle(account) : errorPage('notFound', 'There is no such account.');
}

function done({ accountId }: Account, what: string): PageAnswer {
  return { status: 303, location: `/operator/accounts/${accountId}?done=${what}` };
}

function readLimit(text: string): number | null | undefined {
  try {
    return parseKeyLimit(text.trim());
  } catch {
    return undefined;
  }
}

async function accountPage(request: SignedIn, account: Account, problems: Problems): Promise<HtmlAnswer> {
  const { app } = request;
  await app.usage.flush();
  const path = `/operator/accounts/${account.accountId}`;
  const keys = await app.store.accounts.listKeys(account.accountId);
  const keyIds = keys.map(({ keyId }) => keyId);
  const month = monthOf(app.clock()).first;
  const byEndpoint = await app.store.usage.sum('endpoint', month, keyIds);
  const page = operatorPage(
    request,
    account.email,
    html`<p>${stateOf(account)}. Made ${time(account.createdAt)}.
${account.verifiedAt === null ? 'The address is not confirmed.' : html`The address was confirmed ${time(account.verifiedAt)}.`}
${account.password === null && 'No password is set.'}</p>
${form(request, path, [
  problems.form && html`<p class="problem" role="alert">${problems.form}</p>`,
  choice('plan', 'Plan', PLANS, account.plan),
  choice('role', 'Role', ROLES, account.role),
  html`<button>Save</button>`,
])}
<div class="acts">${
      account.suspendedAt === null
        ? button(request, `${path}/suspend`, 'Suspend the account')
        : button(request, `${path}/resume`, 'Let the account work again')
    }
${button(request, `${path}/reset`, 'Make a link to set a password')}</div>
<h2>Keys</h2>${keys.map((key) => keyPart(request, path, key, problems))}
<h2>Use</h2>${chart('This month', await useOfMonth(app, keyIds))}
${table(
  'Use by endpoint',
  [['Endpoint'], ['Requests', 'number'], ['Errors', 'number']],
  byEndpoint.map(({ name, requests, errors }) => [String(name), requests, errors]),
)}`,
  );
  return again(page, problems);
}

function keyPart(request: SignedIn, path: string, key: StoredKey, problems: Problems): Part {
  const isEnded = isExpired(key, request.app.clock());
  const limitField = (name: 'per_hour' | 'per_second', label: string, stored: number | null) => {
    const id = `${name}_${key.keyId}`;
    const value = problems[id] ? typed(request, name) : formatKeyLimit(stored);
    return field({ name, label, value, maxlength: 9 }, { [name]: problems[id] ?? '' }, id);
  };
  return html`<section class="key"><h3>${key.name} <span class="hint">key ${key.keyId}${isEnded && ', ended'}</span></h3>
${form(
  request,
  `${path}/limits`,
  [
    hiddenField('key', String(key.keyId)),
    limitField('per_hour', 'Requests an hour', key.perHour),
    limitField('per_second', 'Requests a second', key.perSecond),
    html`<button>Save</button>`,
  ],
  'form row',
)}</section>`;
}

function stateOf({ suspendedAt }: Account): Html {
  return suspendedAt === null ? html`Works` : html`<strong>Suspended ${time(suspendedAt)}</strong>`;
}
