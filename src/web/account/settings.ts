import {
  confirmEmail,
  findNewEmail,
  normalizeEmail,
  requestEmailChange,
  setPassword,
} from '../../accounts/accounts.ts';
import { findPasswordProblem } from '../../accounts/passwords.ts';
import { checkThrottled } from '../../accounts/sign-in.ts';
import { countMailForm, holdDeletedAddress } from '../../accounts/throttle.ts';
import { clearCookie } from '../kit/browser-session.ts';
import { timestamp } from '../kit/format.ts';
import {
  button,
  checkbox,
  form,
  formPage,
  hasProblems,
  hiddenField,
  privatePage,
  readField,
  withProblems,
} from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import { expiredLink, successNotice } from '../kit/notices.ts';
import type { HtmlResponse, PageResponse, Problems, SignedInRequest } from '../kit/page.ts';
import {
  clientOf,
  currentPasswordField,
  emailField,
  INVALID_EMAIL,
  newPasswordField,
  SHOW_PASSWORD,
  waitMessage,
} from './sign-in.ts';

const DONE: Record<string, string> = {
  password: 'Password changed. All other browsers were signed out.',
  'email-sent': 'We have sent a link to the new address. Open it to confirm the change.',
  email: 'Email address changed.',
  sessions: 'All other browsers were signed out.',
};

const BACK_TO_SETTINGS = html`<p><a href="/profile/settings">Go to settings</a></p>`;

export async function doChangePassword(request: SignedInRequest): Promise<PageResponse> {
  const { app, account, sessionId } = request;
  const newPassword = request.form.get('new_password') ?? '';
  const problems = {
    new_password: findPasswordProblem(newPassword, account.email),
    ...(await findPasswordMismatch(request, 'old_password')),
  };
  if (hasProblems(problems)) return showSettings(withProblems(request, problems));
  await setPassword(app, account, newPassword, sessionId);
  return done('password');
}

export async function doChangeEmail(request: SignedInRequest): Promise<PageResponse> {
  const { app, account, address } = request;
  if (!app.mail.isConfigured) return done('');
  const email = normalizeEmail(readField(request, 'email'));
  const problems: Problems = {
    email: email === undefined ? INVALID_EMAIL : email === account.email && 'This is already your address.',
    ...(await findPasswordMismatch(request, 'email_password')),
  };
  if (email === undefined || hasProblems(problems)) return showSettings(withProblems(request, problems));
  const waitMs = await countMailForm(app, address);
  if (waitMs > 0) return showSettings(withProblems(request, { email: waitMessage(waitMs) }, 429));
  requestEmailChange(app, account, email);
  return done('email-sent');
}

/** The page that the emailed link opens. Mail scanners open links, so the change needs a button. */
export async function showNewEmail(request: SignedInRequest): Promise<PageResponse> {
  const token = request.query.get('token') ?? '';
  const found = await findNewEmail(request.app, request.account, token);
  if (!found) return expiredLink(BACK_TO_SETTINGS);
  const content = html`<p>Your account will use <strong>${found.content.email}</strong>.</p>
${form(request, '/profile/email/confirm', [hiddenField('token', token), html`<button>Confirm</button>`])}`;
  return formPage(request, 'Confirm your new email address', content);
}

export async function doConfirmEmail(request: SignedInRequest): Promise<PageResponse> {
  const isChanged = await confirmEmail(request.app, request.account, readField(request, 'token'));
  return isChanged ? done('email') : expiredLink(BACK_TO_SETTINGS);
}

export async function doEndSessions({ app, account, sessionId }: SignedInRequest): Promise<PageResponse> {
  await app.store.sessions.removeAll(account.accountId, sessionId);
  return done('sessions');
}

export async function doDeleteAccount(request: SignedInRequest): Promise<PageResponse> {
  const { app, account } = request;
  const problems: Problems = {
    sure: request.form.get('sure') !== 'yes' && 'Please check this box.',
    ...(await findPasswordMismatch(request, 'delete_password')),
  };
  if (hasProblems(problems)) return showSettings(withProblems(request, problems));
  await holdDeletedAddress(app, account.email);
  await app.store.accounts.removeAccount(account.accountId);
  const headers = { 'set-cookie': [clearCookie(request, 'session'), clearCookie(request, 'device')] };
  return { status: 303, location: '/signin?done=deleted', headers };
}

function done(action: string): PageResponse {
  return { status: 303, location: `/profile/settings${action && `?done=${action}`}` };
}

/** Asks for the password again, so that an unattended browser is not enough to take over the account. */
async function findPasswordMismatch(request: SignedInRequest, name: string): Promise<Problems> {
  const password = request.form.get(name) ?? '';
  const { email } = request.account;
  const result = await checkThrottled(request.app, { email, account: request.account, password }, clientOf(request));
  if (result === 'correct') return {};
  return { [name]: result.outcome === 'throttled' ? waitMessage(result.waitMs) : 'Wrong password.' };
}

export async function showSettings(request: SignedInRequest): Promise<HtmlResponse> {
  return privatePage(request, {
    title: 'Settings',
    head: SHOW_PASSWORD,
    body: html`<h1>Settings</h1>
${successNotice(DONE, request)}
<p><a href="/profile">Back to profile</a></p>
<div class="narrow">${passwordPart(request)}
${emailPart(request)}
${await sessionsPart(request)}
${deletePart(request)}</div>`,
  });
}

function passwordPart(request: SignedInRequest): Html {
  return html`<section><h2>Password</h2>
${form(request, '/profile/password', [
  hiddenField('username', request.account.email),
  currentPasswordField(request, 'old_password', 'Current password'),
  newPasswordField(request, 'new_password', 'New password'),
  html`<button>Change password</button>`,
])}</section>`;
}

function emailPart(request: SignedInRequest): Html {
  const { app, account } = request;
  if (!app.mail.isConfigured) {
    return html`<section><h2>Email</h2><p>${account.email}</p>
<p class="hint">This site sends no email, so it cannot verify a new address. Ask the operator to change it.</p></section>`;
  }
  return html`<section><h2>Email</h2><p>${account.email}</p>
${form(request, '/profile/email', [
  emailField(request, 'New email'),
  currentPasswordField(request, 'email_password', 'Current password'),
  html`<button>Change email</button>`,
])}</section>`;
}

async function sessionsPart(request: SignedInRequest): Promise<Html> {
  const sessions = await request.app.store.sessions.list(request.account.accountId);
  const row = ({ agent, seenAt, sessionId }: (typeof sessions)[number]) =>
    html`<li>${agent}<br><span class="hint">Last active ${timestamp(seenAt)}${
      sessionId === request.sessionId && ', this browser'
    }</span></li>`;
  return html`<section><h2>Active sessions</h2><ul class="sessions">${sessions.map(row)}</ul>
${sessions.length > 1 && button(request, '/profile/sessions/end', 'Sign out everywhere else')}</section>`;
}

function deletePart(request: SignedInRequest): Html {
  const isOpen = request.problems.sure || request.problems.delete_password;
  return html`<section><h2>Delete account</h2>
<details${isOpen && html` open`}><summary>Delete my account</summary>
<p>This deletes your email address, keys, messages and proposals immediately. It cannot be undone.</p>
${form(request, '/profile/delete', [
  currentPasswordField(request, 'delete_password', 'Current password'),
  checkbox(request, { name: 'sure', label: 'I am sure', required: true }),
  html`<button class="danger">Delete my account</button>`,
])}</details></section>`;
}
