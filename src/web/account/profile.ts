import {
  addOwnKey,
  findBestKey,
  findOwnKey,
  GRACE_HOURS,
  isExpired,
  MAX_KEYS,
  readBestKey,
  revokeKey,
  rotateOwnKey,
} from '../../accounts/keys.ts';
import { AppError } from '../../errors.ts';
import type { StoredKey } from '../../store/service-tables.ts';
import { timestamp } from '../kit/format.ts';
import { button, field, findTextProblem, form, PRIVATE, privatePage, readField, withProblems } from '../kit/forms.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import { successNotice } from '../kit/notices.ts';
import type { HtmlResponse, PageRequest, PageResponse, SignedInRequest, TextResponse } from '../kit/page.ts';
import { staticUrl } from '../kit/static-files.ts';
import { firstCall, keyElementId, keyList } from './keys.ts';
import { usageSection } from './usage.ts';

const MAX_NAME_LENGTH = 60;
const MAX_MESSAGE_LENGTH = 2000;
const MAX_OPEN_MESSAGES = 5;

const DONE: Record<string, string> = {
  welcome: 'Welcome! Your API key is ready.',
  'key-added': 'Key created. It is shown below.',
  'key-rotated': `Key rotated. The new key is shown below. The old key still works for ${GRACE_HOURS} hours, so that you can update your programs.`,
  'key-revoked': 'Key revoked. It stops working within a second.',
  password: 'Password set. You are signed in.',
  message: 'Message sent. The operator’s answer will appear here.',
};

export async function doAddKey(request: SignedInRequest): Promise<PageResponse> {
  const name = readField(request, 'name').trim();
  const problem = findTextProblem(name, MAX_NAME_LENGTH);
  if (problem) return showProfile(withProblems(request, { name: problem }));
  const added = await addOwnKey(request.app, request.account.accountId, name);
  return added ? done('key-added', added) : showProfile(withProblems(request, { name: TOO_MANY_KEYS }));
}

const TOO_MANY_KEYS = `You can have ${MAX_KEYS} keys. Revoke one and try again in an hour (a revoked key counts for one more hour).`;

export async function doRotateKey(request: SignedInRequest): Promise<PageResponse> {
  const key = await readOwnKey(request);
  const outcome = await rotateOwnKey(request.app, key);
  return typeof outcome === 'string'
    ? showProfile(withProblems(request, { [keyElementId(key)]: ROTATION_PROBLEMS[outcome] }))
    : done('key-rotated', outcome);
}

const ROTATION_PROBLEMS = {
  rotated: 'This key was rotated or revoked before. Rotate the newest key, or create another one.',
  tooManyKeys: 'Too many of your rotated keys still work. Revoke one and try again in an hour.',
};

export async function doRevokeKey(request: SignedInRequest): Promise<PageResponse> {
  await revokeKey(request.app, await readOwnKey(request));
  return done('key-revoked');
}

export async function doSendMessage(request: SignedInRequest): Promise<PageResponse> {
  const { app, account } = request;
  const text = readField(request, 'message').trim();
  const problem = findTextProblem(text, MAX_MESSAGE_LENGTH);
  if (problem) return showProfile(withProblems(request, { message: problem }));
  const sent = await app.store.messages.listByAccount(account.accountId);
  const open = sent.filter((message) => message.answer === null);
  if (open.length >= MAX_OPEN_MESSAGES) {
    const tooMany = `You have ${open.length} unanswered messages. Please wait for an answer first.`;
    return showProfile(withProblems(request, { message: tooMany }));
  }
  await app.store.messages.add({ accountId: account.accountId, sentAt: app.clock(), text });
  return done('message');
}

/** Leads to the new key, if the action created one. */
function done(action: string, keyId?: number): PageResponse {
  const shown = keyId === undefined ? '' : `&key=${keyId}#key-${keyId}`;
  return { status: 303, location: `/profile?done=${action}${shown}` };
}

async function readOwnKey(request: SignedInRequest): Promise<StoredKey> {
  const key = await findOwnKey(request.app, request.account.accountId, readField(request, 'key'));
  if (!key) throw new AppError('notFound', 'You have no such key.');
  return key;
}

export async function showProfile(request: SignedInRequest): Promise<HtmlResponse> {
  const { app, account } = request;
  const keys = (await app.store.accounts.listKeys(account.accountId)).reverse();
  const now = app.clock();
  const { active = [], expired = [] } = Object.groupBy(keys, (key) => (isExpired(key, now) ? 'expired' : 'active'));
  const best = findBestKey(keys, now);
  return privatePage(request, {
    title: 'Profile',
    head: html`<script type="module" src="${staticUrl('copy.js')}"></script>`,
    body: html`<h1>Profile</h1>
${successNotice(DONE, request)}
<p>You are signed in as <strong>${account.email}</strong>, on the <strong>${account.plan}</strong> plan.</p>
<ul class="links"><li><a href="/profile/settings">Settings</a></li>
<li><a href="/profile/proposals">Proposals</a></li>
${account.role === 'operator' && html`<li><a href="/operator">Operator</a></li>`}
<li>${button(request, '/signout', 'Sign out')}</li></ul>
${best && request.query.get('done') === 'welcome' && firstCall(`${app.publicUrl}/v1`, app.secret.decrypt(best.encrypted))}
<section aria-labelledby="keys"><h2 id="keys">API keys</h2>
${active.length === 0 ? html`<p>You have no active key. Create one to use the API.</p>` : await keyList(request, active)}
${best && html`<p class="hint">The samples of the <a href="/docs">guide</a> contain your key.</p>`}
${addKeyForm(request)}
${expired.length > 0 && (await oldKeys(request, expired))}
</section>
${await usageSection(request, keys)}
${await messagesPart(request)}`,
  });
}

async function oldKeys(request: SignedInRequest, keys: readonly StoredKey[]): Promise<Html> {
  const isOpen = keys.some((key) => request.problems[keyElementId(key)]);
  return html`<details${isOpen && html` open`}><summary>Old keys</summary>${await keyList(request, keys)}</details>`;
}

function addKeyForm(request: SignedInRequest): Html {
  const hint = `Helps you tell your keys apart. You can have up to ${MAX_KEYS}.`;
  return html`<details${request.problems.name && html` open`}><summary>Create a key</summary>
${form(request, '/profile/keys', [
  field(request, { name: 'name', label: 'Name', maxlength: MAX_NAME_LENGTH, hint }),
  html`<button>Create key</button>`,
])}</details>`;
}

const COMMERCIAL_PLAN = html`<section aria-labelledby="plan"><h2 id="plan">Commercial plan</h2>
<p>Commercial use needs a commercial plan, which has higher limits. Send the operator a <a href="#messages">message</a>:
what you are building, and how many requests you expect.</p></section>`;

async function messagesPart(request: SignedInRequest): Promise<Html> {
  const messages = await request.app.store.messages.listByAccount(request.account.accountId);
  const shown = messages.map(
    ({
      sentAt,
      text,
      answer,
      answeredAt,
    }) => html`<li><p class="state">You, ${timestamp(sentAt)}</p><p class="text">${text}</p>
${answer === null ? html`<p class="hint">Not answered yet.</p>` : html`<p class="state">The operator, ${timestamp(answeredAt ?? 0)}</p><p class="text">${answer}</p>`}</li>`,
  );
  return html`${request.account.plan === 'free' && COMMERCIAL_PLAN}
<section aria-labelledby="messages"><h2 id="messages">Messages</h2>
<p>Your questions to the operator, with the answers.</p>
${shown.length > 0 ? html`<ol class="messages">${shown}</ol>` : nothing}
${form(request, '/profile/messages', [
  field(request, { name: 'message', label: 'Message to the operator', type: 'textarea' }),
  html`<button>Send</button>`,
])}</section>`;
}

/**
 * The key that the API explorer fills in, or null. Other sites cannot read it: their requests carry no session cookie
 * (SameSite), and the response has no CORS headers.
 */
export async function showOwnKey({ app, account }: PageRequest): Promise<TextResponse> {
  if (!account) throw new AppError('notFound', 'Sign in to get your key.');
  const key = (await readBestKey(app, account.accountId)) ?? null;
  return {
    type: 'application/json; charset=utf-8',
    headers: PRIVATE,
    text: JSON.stringify({ key }),
  };
}
