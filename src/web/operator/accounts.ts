import { makeResetToken } from '../../accounts/change-password.ts';
import { formatKeyLimit, parseKeyLimit } from '../../accounts/keys.ts';
import { isExpired } from '../../accounts/own-keys.ts';
import { resume, suspend } from '../../accounts/suspension.ts';
import { PLANS } from '../../plans.ts';
import { type Account, ROLES, type StoredKey } from '../../store/service-tables.ts';
import { chart } from '../account/chart.ts';
import { monthOf, usageThisMonth } from '../account/usage.ts';
import { errorPage } from '../kit/error-pages.ts';
import { formatCount, timestamp } from '../kit/format.ts';
import {
  button,
  field,
  form,
  formProblem,
  hiddenField,
  type Problems,
  readField,
  selectField,
  withProblemStatus,
} from '../kit/forms.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import type { HtmlResponse, PageResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { table } from '../kit/table.ts';
import { copyableLink, operatorPage } from './operator.ts';

const MAX_ACCOUNTS = 200;

export async function showAccounts(request: SignedInRequest): Promise<HtmlResponse> {
  const { app, query } = request;
  const searchText = (query.get('q') ?? '').slice(0, 254);
  const accounts = await app.store.accounts.searchAccounts(searchText.trim().toLowerCase(), MAX_ACCOUNTS);
  const rows = accounts.map((account) => [
    html`<a href="/operator/accounts/${account.accountId}">${account.email}</a>`,
    account.plan,
    account.role,
    stateOf(account),
    timestamp(account.createdAt),
  ]);
  return operatorPage(
    request,
    'Accounts',
    html`<form class="search" action="/operator/accounts" role="search" aria-label="Accounts">
<label class="visually-hidden" for="q">Email</label>
<input id="q" type="search" name="q" value="${searchText}" maxlength="254" placeholder="Search by email"> <button>Search</button></form>
${table('Accounts', [['Email'], ['Plan'], ['Role'], ['Status'], ['Created']], rows)}
${accounts.length === MAX_ACCOUNTS && html`<p class="hint">Showing the newest ${MAX_ACCOUNTS}.</p>`}`,
  );
}

export async function showAccount(request: SignedInRequest): Promise<HtmlResponse> {
  return withAccount(request, (account) => accountPage(request, account, {})) as Promise<HtmlResponse>;
}

export function doChangeAccount(request: SignedInRequest): Promise<PageResponse> {
  return withAccount(request, async (account) => {
    const plan = PLANS.find((name) => name === readField(request, 'plan'));
    const role = ROLES.find((name) => name === readField(request, 'role'));
    if (!plan || !role) return accountPage(request, account, { form: 'Choose a plan and a role.' });
    const isOwn = account.accountId === request.account.accountId;
    if (isOwn && role !== 'operator') return accountPage(request, account, { form: OWN });
    await request.app.store.accounts.changeAccount(account.accountId, { plan, role });
    return done(account, 'saved');
  });
}

export function doSuspend(request: SignedInRequest): Promise<PageResponse> {
  return withAccount(request, async (account) => {
    if (account.accountId === request.account.accountId) return accountPage(request, account, { form: OWN });
    await suspend(request.app.store, account.accountId, request.app.clock());
    return done(account, 'suspended');
  });
}

export function doResume(request: SignedInRequest): Promise<PageResponse> {
  return withAccount(request, async (account) => {
    await resume(request.app.store, account.accountId);
    return done(account, 'resumed');
  });
}

/** Ends the sessions in all browsers. Keys and password stay valid. */
export function doSignOutEverywhere(request: SignedInRequest): Promise<PageResponse> {
  return withAccount(request, async (account) => {
    const isOwn = account.accountId === request.account.accountId;
    await request.app.store.sessions.removeAll(account.accountId, isOwn ? request.sessionId : undefined);
    return done(account, 'signed-out');
  });
}

/** A reset link that the operator hands to the account's owner. It is shown only once. */
export function doMakeReset(request: SignedInRequest): Promise<PageResponse> {
  return withAccount(request, async (account) => {
    const { app } = request;
    const link = `${app.publicUrl}/reset?token=${await makeResetToken(app, account, false)}`;
    return operatorPage(
      request,
      'Password reset link',
      html`<p>For <strong>${account.email}</strong>. The link works once, for two hours. Copy it now: it is shown only once.</p>
${copyableLink(link)}<p><a href="/operator/accounts/${account.accountId}">Back to account</a></p>`,
    );
  });
}

export function doLimitKey(request: SignedInRequest): Promise<PageResponse> {
  return withAccount(request, async (account) => {
    const keys = await request.app.store.accounts.listKeys(account.accountId);
    const key = keys.find(({ keyId }) => String(keyId) === readField(request, 'key'));
    if (!key) return errorPage('notFound', 'This account has no such key.');
    const perHour = readLimit(readField(request, 'per_hour'));
    const perSecond = readLimit(readField(request, 'per_second'));
    if (perHour === undefined || perSecond === undefined) {
      const problem = 'Enter a whole number from 1 to 999999999, "none" or "plan".';
      return accountPage(request, account, {
        [`per_hour_${key.keyId}`]: perHour === undefined && problem,
        [`per_second_${key.keyId}`]: perSecond === undefined && problem,
      });
    }
    await request.app.store.accounts.changeKey(key.keyId, { perHour, perSecond });
    return done(account, 'saved');
  });
}

const OWN = 'You cannot do this to your own account. Ask another operator, or use the command line.';

async function withAccount(
  request: SignedInRequest,
  handle: (account: Account) => Promise<PageResponse>,
): Promise<PageResponse> {
  const { id = '' } = request.path;
  const account = /^\d{1,15}$/.test(id) && (await request.app.store.accounts.findAccountById(Number(id)));
  return account ? handle(account) : errorPage('notFound', 'There is no such account.');
}

function done({ accountId }: Account, action: string): PageResponse {
  return { status: 303, location: `/operator/accounts/${accountId}?done=${action}` };
}

function readLimit(text: string): number | null | undefined {
  try {
    return parseKeyLimit(text.trim());
  } catch {
    return undefined;
  }
}

async function accountPage(request: SignedInRequest, account: Account, problems: Problems): Promise<HtmlResponse> {
  const { app } = request;
  await app.usage.flush();
  const path = `/operator/accounts/${account.accountId}`;
  const keys = await app.store.accounts.listKeys(account.accountId);
  const keyIds = keys.map(({ keyId }) => keyId);
  const month = monthOf(app.clock()).first;
  const sessions = await app.store.sessions.list(account.accountId);
  const byEndpoint = await app.store.usage.sum('endpoint', month, keyIds);
  const page = operatorPage(
    request,
    account.email,
    html`<p>${stateOf(account)}. Created ${timestamp(account.createdAt)}.
${account.verifiedAt === null ? 'Email not confirmed.' : html`Email confirmed ${timestamp(account.verifiedAt)}.`}
${account.password === null && 'No password set.'}</p>
${form(request, path, [
  formProblem(problems.form),
  selectField('plan', 'Plan', PLANS, account.plan),
  selectField('role', 'Role', ROLES, account.role),
  html`<button>Save</button>`,
])}
<div class="actions">${
      account.suspendedAt === null
        ? confirmed(
            'Suspend account',
            'Its keys and its password stop working within a second, and all its browsers are signed out.',
            button(request, `${path}/suspend`, `Suspend ${account.email}`),
          )
        : button(request, `${path}/resume`, 'Resume account')
    }
${
  sessions.length > 0 &&
  confirmed(
    `Sign out everywhere (${formatCount(sessions.length, 'session')})`,
    'All browsers of this account have to sign in again. Its keys keep working.',
    button(request, `${path}/sign-out`, `Sign out ${account.email}`),
  )
}
${button(request, `${path}/reset`, 'Create password reset link')}</div>
<h2>Keys</h2>${keys.map((key) => keyPart(request, path, key, problems))}
<h2>Usage</h2>${chart('This month', await usageThisMonth(app, keyIds))}
${table(
  'Usage by endpoint',
  [['Endpoint'], ['Requests', 'number'], ['Errors', 'number']],
  byEndpoint.map(({ name, requests, errors }) => [String(name), requests, errors]),
)}`,
  );
  return withProblemStatus(page, problems);
}

function keyPart(request: SignedInRequest, path: string, key: StoredKey, problems: Problems): Part {
  const limitField = (name: 'per_hour' | 'per_second', label: string, stored: number | null) => {
    const id = `${name}_${key.keyId}`;
    const value = problems[id] ? readField(request, name) : formatKeyLimit(stored);
    return field({ name, label, value, maxlength: 9 }, { [name]: problems[id] }, id);
  };
  return html`<section class="key"><h3>${key.name} <span class="hint">key ${key.keyId}${isExpired(key, request.app.clock()) && ', no longer works'}</span></h3>
${form(
  request,
  `${path}/limits`,
  [
    hiddenField('key', String(key.keyId)),
    limitField('per_hour', 'Requests per hour', key.perHour),
    limitField('per_second', 'Requests per second', key.perSecond),
    html`<button>Save</button>`,
  ],
  'form row',
)}</section>`;
}

/** A button behind a summary that says what it does. */
function confirmed(summary: string, consequence: string, action: Part): Html {
  return html`<details><summary>${summary}</summary><p>${consequence}</p>${action}</details>`;
}

function stateOf({ suspendedAt }: Account): Html {
  return suspendedAt === null ? html`Active` : html`<strong>Suspended ${timestamp(suspendedAt)}</strong>`;
}
