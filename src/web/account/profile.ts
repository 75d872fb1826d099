import {
  addOwnKey,
  findBestKey,
  findOwnKey,
  GRACE_HOURS,
  isExpired,
  MAX_KEYS,
  rotateOwnKey,
} from '../../accounts/own-keys.ts';
import { AppError } from '../../errors.ts';
import { errorPage } from '../kit/error-pages.ts';
import { again, button, field, findTextProblem, form, PRIVATE, type Problems, typed } from '../kit/forms.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import { doneNotice } from '../kit/notices.ts';
import type { HtmlAnswer, PageAnswer, PageRequest, TextAnswer } from '../kit/page.ts';
import type { SignedIn } from '../kit/signed-in.ts';
import { staticUrl } from '../kit/static-files.ts';
import { time } from '../kit/times.ts';
import { chart } from './chart.ts';
import { firstCalls } from './first-calls.ts';
import { keyTable } from './key-table.ts';
import { useOfMonth, useOfToday } from './usage.ts';

const LONGEST_NAME = 60;
const LONGEST_MESSAGE = 2000;
/** Nobody needs more at a time; the operator answers first. */
const MOST_OPEN_MESSAGES = 5;

const DONE: Record<string, string> = {
  welcome: 'Welcome. Below is your key, and a first call to try it with.',
  'key-added': 'The new key works.',
  'key-rotated': `The new key works. The old one still does for ${GRACE_HOURS} hours, so that you can change your programs.`,
  'key-revoked': 'The key has ended. It may take a second until everybody knows.',
  message: 'Your message is with the operator. The answer will stand here.',
};

export function showProfile(request: SignedIn): Promise<HtmlAnswer> {
  return profilePage(request, {});
}

export async function doAddKey(request: SignedIn): Promise<PageAnswer> {
  const name = typed(request, 'name').trim();
  const problem = findTextProblem(name, LONGEST_NAME);
  if (problem) return profilePage(request, { name: problem });
  const added = await addOwnKey(request.app, request.account.accountId, name);
  if (!added) return profilePage(request, { name: `There can be ${MAX_KEYS} keys: revoke one, and wait an hour.` });
  return done('key-added');
}

export async function doRotateKey(request: SignedIn): Promise<PageAnswer> {
  const key = await findOwnKey(request.app, request.account.accountId, typed(request, 'key'));
  if (!key) return noSuchKey();
  const rotated = await rotateOwnKey(request.app, key);
  if (!rotated) return profilePage(request, { name: 'This key has ended, or too many were replaced of late.' });
  return done('key-rotated');
}

export async function doRevokeKey(request: SignedIn): Promise<PageAnswer> {
  const { app, account } = request;
  const key = await findOwnKey(app, account.accountId, typed(request, 'key'));
  if (!key) return noSuchKey();
  if (!isExpired(key, app.clock())) await app.store.accounts.changeKey(key.keyId, { expiresAt: app.clock() });
  return done('key-revoked');
}

export async function doSendMessage(request: SignedIn): Promise<PageAnswer> {
  const { app, account } = request;
  const text = typed(request, 'message').trim();
  const problem = findTextProblem(text, LONGEST_MESSAGE);
  if (problem) return profilePage(request, { message: problem });
  const open = (await app.store.messages.listOf(account.accountId)).filter(({ answer }) => answer === null);
  if (open.length >= MOST_OPEN_MESSAGES) {
    return profilePage(request, {
      message: `${open.length} messages of yours wait for an answer. Please wait for one.`,
    });
  }
  await app.store.messages.add({ accountId: account.accountId, sentAt: app.clock(), text });
  return done('message');
}

function done(what: string): PageAnswer {
  return { status: 303, location: `/profile?done=${what}` };
}

function noSuchKey(): HtmlAnswer {
  return errorPage('notFound', 'There is no such key in your profile.');
}

async function profilePage(request: SignedIn, problems: Problems): Promise<HtmlAnswer> {
  const { app, account } = request;
  // What this thread has counted; the others write theirs within seconds.
  await app.usage.flush();
  const keys = (await app.store.accounts.listKeys(account.accountId)).reverse();
  const keyIds = keys.map(({ keyId }) => keyId);
  const now = app.clock();
  const working = keys.filter((key) => !isExpired(key, now));
  const ended = keys.filter((key) => isExpired(key, now));
  const best = findBestKey(keys, now);
  const page = {
    title: 'Profile',
    headers: PRIVATE,
    head: html`<script type="module" src="${staticUrl('copy.js')}"></script>`,
    body: html`<h1>Profile</h1>
${doneNotice(DONE, request)}
<p>You are signed in as <strong>${account.email}</strong>, on the <strong>${account.plan}</strong> plan.</p>
<ul class="links"><li><a href="/profile/settings">Settings</a></li>
${account.role === 'operator' && html`<li><a href="/operator">Operator</a></li>`}
<li>${button(request, '/signout', 'Sign out')}</li></ul>
<section aria-labelledby="keys"><h2 id="keys">Your keys</h2>
${working.length === 0 ? html`<p>You have no key that works. Make one here.</p>` : await keyTable(request, working)}
${addKeyForm(request, problems)}
${ended.length > 0 && html`<details><summary>Keys that have ended</summary>${await keyTable(request, ended)}</details>`}
</section>
${best && firstCallsPart(`${app.publicUrl}/v1`, app.secret.unseal(best.sealed))}
<section aria-labelledby="use"><h2 id="use">Your use</h2>
${chart('Today', await useOfToday(app, keyIds))}
${chart('This month', await useOfMonth(app, keyIds))}
<p class="hint">All your keys together, in UTC, a few seconds late. Requests that were refused for the limits are errors
here, and do not count against them.</p></section>
${await planPart(request, problems)}`,
  };
  return again(page, problems);
}

function addKeyForm(request: SignedIn, problems: Problems): Html {
  return html`<details${problems.name && html` open`}><summary>Make another key</summary>
${form(request, '/profile/keys', [
  field(
    {
      name: 'name',
      label: 'What is it for?',
      value: typed(request, 'name'),
      maxlength: LONGEST_NAME,
      hint: `Only for you, to tell them apart. There can be ${MAX_KEYS}.`,
    },
    problems,
  ),
  html`<button>Make a key</button>`,
])}</details>`;
}

function firstCallsPart(apiUrl: string, key: string): Html {
  return html`<section aria-labelledby="calls"><h2 id="calls">First calls</h2>
<p>Games with “mario” in their title, with your key in place. <a href="/docs">The documentation</a> says what else there is.</p>
<details><summary>Show them with my key</summary>${firstCalls(apiUrl, key)}</details></section>`;
}

async function planPart(request: SignedIn, problems: Problems): Promise<Html> {
  const messages = await request.app.store.messages.listOf(request.account.accountId);
  const shown = messages.map(
    ({
      sentAt,
      text,
      answer,
      answeredAt,
    }) => html`<li><p class="state">You, ${time(sentAt)}</p><p class="text">${text}</p>
${answer === null ? html`<p class="hint">Not answered yet.</p>` : html`<p class="state">The operator, ${time(answeredAt ?? 0)}</p><p class="text">${answer}</p>`}</li>`,
  );
  const [title, hint] =
    request.account.plan === 'free'
      ? [
          'A commercial plan',
          'What earns money needs a plan of its own, and gets higher limits. Say what you make and how much it will ask.',
        ]
      : ['Messages', 'What you ask the operator, and the answers.'];
  return html`<section aria-labelledby="plan"><h2 id="plan">${title}</h2>
<p>${hint}</p>
${shown.length > 0 ? html`<ol class="messages">${shown}</ol>` : nothing}
${form(request, '/profile/messages', [
  field(
    { name: 'message', label: 'Message to the operator', type: 'textarea', value: typed(request, 'message') },
    problems,
  ),
  html`<button>Send</button>`,
])}</section>`;
}

/**
 * The key that the explorer fills in, or null. Other sites cannot read it: their requests come without the session, and
 * this answer has no CORS headers.
 */
export async function showOwnKey({ app, account }: PageRequest): Promise<TextAnswer> {
  if (!account) throw new AppError('notFound', 'Only who is signed in has a key here.');
  const best = findBestKey((await app.store.accounts.listKeys(account.accountId)).reverse(), app.clock());
  return {
    type: 'application/json; charset=utf-8',
    headers: PRIVATE,
    text: JSON.stringify({ key: best ? app.secret.unseal(best.sealed) : null }),
  };
}
