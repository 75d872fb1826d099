import { makeResetToken, resume, suspend } from '../../accounts/accounts.ts';
import { findOwnKey, formatKeyLimit, isExpired, parseKeyLimit, revokeKey } from '../../accounts/keys.ts';
import { makeToken, TOKEN_HOURS, type TokenContents } from '../../accounts/tokens.ts';
import { AppError } from '../../errors.ts';
import { PLANS } from '../../plans.ts';
import { type Account, ROLES, type StoredKey } from '../../store/service-tables.ts';
import { endpointTable, monthOf, usageThisMonth } from '../account/usage.ts';
import { chart } from '../kit/charts.ts';
import { formatCount, table, timestamp } from '../kit/format.ts';
import {
  button,
  field,
  findTextProblem,
  form,
  formProblem,
  hiddenField,
  readField,
  selectField,
  withProblems,
} from '../kit/forms.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import { type HtmlResponse, type PageResponse, readId, type SignedInRequest } from '../kit/page.ts';
import { copyableLink, operatorPage } from './operator.ts';

const MAX_ACCOUNTS = 200;

export async function showAccounts(request: SignedInRequest): Promise<HtmlResponse> {
  const { app, query } = request;
  const searchText = (query.get('q') ?? '').slice(0, 254);
  const accounts = await app.store.accounts.searchAccounts(searchText.trim().toLowerCase(), MAX_ACCOUNTS);
  return operatorPage(
    request,
    'Accounts',
    html`<form class="search" action="/operator/accounts" role="search" aria-label="Accounts">
<label class="visually-hidden" for="q">Email</label>
<input id="q" type="search" name="q" value="${searchText}" maxlength="254" placeholder="Search by email"> <button>Search</button></form>
${table('Accounts', accounts, [
  ['Email', accountLink],
  ['Plan', ({ plan }) => plan],
  ['Role', ({ role }) => role],
  ['Status', stateOf],
  ['Created', ({ createdAt }) => timestamp(createdAt)],
])}
${accounts.length === MAX_ACCOUNTS && html`<p class="hint">Showing the newest ${MAX_ACCOUNTS}.</p>`}`,
  );
}

export async function showAccount(request: SignedInRequest): Promise<HtmlResponse> {
  return accountPage(request, await readAccount(request));
}

export async function doChangeAccount(request: SignedInRequest): Promise<PageResponse> {
  const account = await readAccount(request);
  const plan = PLANS.find((name) => name === readField(request, 'plan'));
  const role = ROLES.find((name) => name === readField(request, 'role'));
  if (!plan || !role) return accountPage(withProblems(request, { form: 'Choose a plan and a role.' }), account);
  if (isOwn(request, account) && role !== 'operator') return accountPage(withProblems(request, { form: OWN }), account);
  await request.app.store.accounts.changeAccount(account.accountId, { plan, role });
  return done(account, 'saved');
}

export async function doSuspend(request: SignedInRequest): Promise<PageResponse> {
  const account = await readAccount(request);
  if (isOwn(request, account)) return accountPage(withProblems(request, { form: OWN }), account);
  await suspend(request.app.store, account.accountId, request.app.clock());
  return done(account, 'suspended');
}

export async function doResume(request: SignedInRequest): Promise<PageResponse> {
  const account = await readAccount(request);
  await resume(request.app.store, account.accountId);
  return done(account, 'resumed');
}

/** Ends the sessions in all browsers. Keys and password stay valid. */
export async function doSignOutEverywhere(request: SignedInRequest): Promise<PageResponse> {
  const account = await readAccount(request);
  const except = isOwn(request, account) ? request.sessionId : undefined;
  await request.app.store.sessions.removeAll(account.accountId, except);
  return done(account, 'signed-out');
}

/** A reset link that the operator hands to the account's owner. It is shown only once. */
export async function doMakeReset(request: SignedInRequest): Promise<PageResponse> {
  const { app } = request;
  const account = await readAccount(request);
  const link = `${app.publicUrl}/reset?token=${await makeResetToken(app, account)}`;
  return operatorPage(
    request,
    'Password reset link',
    html`<p>For <strong>${account.email}</strong>. The link works once, for two hours. Copy it now: it is shown only once.</p>
${copyableLink(link)}<p><a href="/operator/accounts/${account.accountId}">Back to account</a></p>`,
  );
}

export async function doRevokeKey(request: SignedInRequest): Promise<PageResponse> {
  const account = await readAccount(request);
  await revokeKey(request.app, await readKey(request, account));
  return done(account, 'revoked');
}

export async function doLimitKey(request: SignedInRequest): Promise<PageResponse> {
  const account = await readAccount(request);
  const key = await readKey(request, account);
  const perHour = parseKeyLimit(readField(request, 'per_hour').trim());
  const perSecond = parseKeyLimit(readField(request, 'per_second').trim());
  if (perHour === undefined || perSecond === undefined) {
    const problem = 'Enter a whole number from 0 to 999999999, "none" or "plan".';
    const problems = {
      [`per_hour_${key.keyId}`]: perHour === undefined && problem,
      [`per_second_${key.keyId}`]: perSecond === undefined && problem,
    };
    return accountPage(withProblems(request, problems), account);
  }
  await request.app.store.accounts.changeKey(key.keyId, { perHour, perSecond });
  return done(account, 'saved');
}

const OWN = 'You cannot do this to your own account. Ask another operator, or use the command line.';

function isOwn(request: SignedInRequest, { accountId }: Account): boolean {
  return accountId === request.account.accountId;
}

async function readAccount(request: SignedInRequest): Promise<Account> {
  const account = await request.app.store.accounts.findAccountById(readId(request));
  if (!account) throw new AppError('notFound', 'There is no such account.');
  return account;
}

async function readKey({ app, form }: SignedInRequest, { accountId }: Account): Promise<StoredKey> {
  const key = await findOwnKey(app, accountId, form.get('key') ?? '');
  if (!key) throw new AppError('notFound', 'This account has no such key.');
  return key;
}

function done({ accountId }: Account, action: string): PageResponse {
  return { status: 303, location: `/operator/accounts/${accountId}?done=${action}` };
}

async function accountPage(request: SignedInRequest, account: Account): Promise<HtmlResponse> {
  const { app } = request;
  await app.usage.flush();
  const path = `/operator/accounts/${account.accountId}`;
  const keys = await app.store.accounts.listKeys(account.accountId);
  const keyIds = keys.map(({ keyId }) => keyId);
  const month = monthOf(app.clock()).first;
  const sessions = await app.store.sessions.list(account.accountId);
  const byEndpoint = await app.store.usage.sum('endpoint', month, keyIds);
  return operatorPage(
    request,
    account.email,
    html`<p>${stateOf(account)}. Created ${timestamp(account.createdAt)}.
${account.password === null && 'No password set.'}</p>
${form(request, path, [
  formProblem(request.problems.form),
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
<h2>Keys</h2>${keys.map((key) => keyPart(request, path, key))}
<h2>Usage</h2>${chart('This month', await usageThisMonth(app, keyIds))}
${endpointTable('Usage by endpoint', byEndpoint)}`,
  );
}

function keyPart(request: SignedInRequest, path: string, key: StoredKey): Part {
  const ids = [`per_hour_${key.keyId}`, `per_second_${key.keyId}`];
  const limitField = (name: 'per_hour' | 'per_second', label: string, stored: number | null) => {
    const id = `${name}_${key.keyId}`;
    const problem = request.problems[id];
    const isSubmitted = ids.some((one) => request.problems[one]);
    const value = isSubmitted ? readField(request, name) : formatKeyLimit(stored);
    return field(withProblems(request, { [name]: problem }), { name, label, value, maxlength: 9 }, id);
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
)}${revocation(request, key)}</section>`;
}

/** Also beside the usage of a key. */
export function revocation(request: SignedInRequest, key: StoredKey): Part {
  if (isExpired(key, request.app.clock())) return '';
  const action = button(request, `/operator/accounts/${key.accountId}/revoke`, `Revoke key ${key.keyId}`, {
    key: String(key.keyId),
  });
  return confirmed('Revoke', 'Programs that use this key stop working within a second.', action);
}

export function accountLink({ accountId, email }: Account): Html {
  return html`<a href="/operator/accounts/${accountId}">${email}</a>`;
}

function confirmed(summary: string, consequence: string, action: Part): Html {
  return html`<details><summary>${summary}</summary><p>${consequence}</p>${action}</details>`;
}

function stateOf({ suspendedAt }: Account): Html {
  return suspendedAt === null ? html`Active` : html`<strong>Suspended ${timestamp(suspendedAt)}</strong>`;
}

const MAX_NOTE_LENGTH = 100;

/** The link is shown only once: the store keeps a hash of its token. */
export async function doInvite(request: SignedInRequest): Promise<PageResponse> {
  const { app } = request;
  const note = readField(request, 'note').trim();
  const plan = PLANS.find((name) => name === readField(request, 'plan')) ?? 'free';
  const problem = findTextProblem(note, MAX_NOTE_LENGTH);
  if (problem) return showInvites(withProblems(request, { note: problem }));
  const link = `${app.publicUrl}/invite/${await makeToken(app, 'invite', { note, plan })}`;
  return operatorPage(
    request,
    'Invitation link',
    html`<p>For ${note}. The link works once, for ${TOKEN_HOURS.invite / 24} days. Copy it now: it is shown only once.</p>
${copyableLink(link)}<p><a href="/operator/invites">Back to invitations</a></p>`,
  );
}

export async function doRemoveInvite(request: SignedInRequest): Promise<PageResponse> {
  await request.app.store.tokens.remove(readId(request), 'invite');
  return { status: 303, location: '/operator/invites?done=removed' };
}

export async function showInvites(request: SignedInRequest): Promise<HtmlResponse> {
  const { app } = request;
  await app.store.tokens.removeExpired(app.clock());
  const invites = await app.store.tokens.list('invite');
  const rows = invites.map((invite) => ({ ...invite, ...(JSON.parse(invite.content) as TokenContents['invite']) }));
  const hint =
    app.config.sign_up === 'closed' &&
    html`<p class="problem">Sign-up is closed in the settings, so invitations do not work.</p>`;
  return operatorPage(
    request,
    'Invitations',
    html`${hint}${form(request, '/operator/invites', [
      field(request, { name: 'note', label: 'For', maxlength: MAX_NOTE_LENGTH }),
      selectField('plan', 'Plan', PLANS, 'free'),
      html`<button>Create invitation</button>`,
    ])}
<h2>Open invitations</h2>${table('Invitations', rows, [
      ['For', ({ note }) => note],
      ['Plan', ({ plan }) => plan],
      ['Created', ({ createdAt }) => timestamp(createdAt)],
      ['Expires', ({ expiresAt }) => timestamp(expiresAt)],
      ['', ({ tokenId }) => button(request, `/operator/invites/${tokenId}/remove`, 'Remove')],
    ])}`,
  );
}
