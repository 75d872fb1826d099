import { normalizeEmail } from '../../accounts/accounts.ts';
import { confirmEmail, findNewEmail, requestEmailChange } from '../../accounts/change-email.ts';
import { setPassword } from '../../accounts/change-password.ts';
import { findPasswordProblem } from '../../accounts/passwords.ts';
import { confirmPassword } from '../../accounts/sign-in.ts';
import { countMailForm } from '../../accounts/throttle.ts';
import { clearCookie } from '../kit/cookies.ts';
import { again, button, checkbox, form, hiddenField, PRIVATE, type Problems, typed } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import { doneNotice, staleLink } from '../kit/notices.ts';
import type { HtmlAnswer, PageAnswer } from '../kit/page.ts';
import type { SignedIn } from '../kit/signed-in.ts';
import { time } from '../kit/times.ts';
import { emailField, newPasswordField, passwordField } from './fields.ts';
import { originOf, waitSentence } from './sign-in.ts';

const DONE: Record<string, string> = {
  password: 'Your new password holds now, and everybody else is signed out.',
  'email-sent': 'We have sent a mail to the new address. Open the link in it, and it is yours.',
  email: 'Your new address holds now.',
  sessions: 'Everybody else is signed out.',
};

const RETRY = html`<p><a href="/profile/settings">Open the settings</a></p>`;

export function showSettings(request: SignedIn): Promise<HtmlAnswer> {
  return settingsPage(request, {});
}

export async function doChangePassword(request: SignedIn): Promise<PageAnswer> {
  const { app, account, sessionId } = request;
  const wanted = request.form.get('new_password') ?? '';
  const problem = findPasswordProblem(wanted, account.email);
  const problems = {
    ...(problem && { new_password: problem }),
    ...(await findOldProblem(request, 'old_password')),
  };
  if (Object.keys(problems).length > 0) return settingsPage(request, problems);
  await setPassword(app, account, wanted, sessionId);
  return done('password');
}

export async function doChangeEmail(request: SignedIn): Promise<PageAnswer> {
  const { app, account, address } = request;
  if (!app.mail.isConfigured) return done('');
  const email = normalizeEmail(typed(request, 'email'));
  const problems: Problems = {
    ...(email === undefined && { email: 'Write an e-mail address, such as ada@example.org.' }),
    ...(email === account.email && { email: 'This is your address already.' }),
    ...(await findOldProblem(request, 'email_password')),
  };
  if (email === undefined || Object.keys(problems).length > 0) return settingsPage(request, problems);
  const waitMs = await countMailForm(app, address);
  if (waitMs > 0) return settingsPage(request, { email: waitSentence(Math.ceil(waitMs / 1000)) }, 429);
  requestEmailChange(app, account, email);
  return done('email-sent');
}

/** The link of the mail. Programs that look into mails open links, so a button does it. */
export async function showNewEmail(request: SignedIn): Promise<PageAnswer> {
  const token = request.query.get('token') ?? '';
  const found = await findNewEmail(request.app, request.account, token);
  if (!found) return staleLink(RETRY);
  return {
    title: 'Confirm your new address',
    headers: PRIVATE,
    body: html`<div class="narrow"><h1>Confirm your new address</h1>
<p>From then on your account has the address <strong>${found.content.email}</strong>.</p>
${form(request, '/profile/email/confirm', [hiddenField('token', token), html`<button>Confirm</button>`])}</div>`,
  };
}

export async function doConfirmEmail(request: SignedIn): Promise<PageAnswer> {
  const isChanged = await confirmEmail(request.app, request.account, typed(request, 'token'));
  return isChanged ? done('email') : staleLink(RETRY);
}

export async function doEndSessions({ app, account, sessionId }: SignedIn): Promise<PageAnswer> {
  await app.store.sessions.removeAll(account.accountId, sessionId);
  return done('sessions');
}

export async function doDeleteAccount(request: SignedIn): Promise<PageAnswer> {
  const { app, account } = request;
  const problems: Problems = {
    ...(request.form.get('sure') !== 'yes' && { sure: 'Say that you are sure.' }),
    ...(await findOldProblem(request, 'delete_password')),
  };
  if (Object.keys(problems).length > 0) return settingsPage(request, problems);
  await app.store.accounts.removeAccount(account.accountId);
  const headers = { 'set-cookie': [clearCookie(request, 'session'), clearCookie(request, 'device')] };
  return { status: 303, location: '/signin?done=deleted', headers };
}

function done(what: string): PageAnswer {
  return { status: 303, location: `/profile/settings${what && `?done=${what}`}` };
}

/** Whoever finds a browser open must not take the account with it. */
async function findOldProblem(request: SignedIn, name: string): Promise<Problems> {
  const password = request.form.get(name) ?? '';
  const result = await confirmPassword(request.app, request.account, password, originOf(request));
  if (result === 'right') return {};
  return { [name]: result.outcome === 'wait' ? waitSentence(result.seconds) : 'This is not your password.' };
}

async function settingsPage(request: SignedIn, problems: Problems, status?: number): Promise<HtmlAnswer> {
  const page = {
    title: 'Settings',
    headers: PRIVATE,
    body: html`<h1>Settings</h1>
${doneNotice(DONE, request)}
<p><a href="/profile">Back to the profile</a></p>
<div class="narrow">${passwordPart(request, problems)}
${emailPart(request, problems)}
${await sessionPart(request)}
${deletePart(request, problems)}</div>`,
  };
  return again(page, problems, status);
}

function passwordPart(request: SignedIn, problems: Problems): Html {
  return html`<section><h2>Password</h2>
${form(request, '/profile/password', [
  passwordField('old_password', 'Your password', problems),
  newPasswordField('new_password', 'New password', problems),
  html`<button>Change the password</button>`,
])}</section>`;
}

function emailPart(request: SignedIn, problems: Problems): Html {
  const { app, account } = request;
  if (!app.mail.isConfigured) {
    return html`<section><h2>E-mail</h2><p>${account.email}</p>
<p class="hint">This site sends no mail, so that it cannot ask a new address whether it is yours. The operator can
change it for you.</p></section>`;
  }
  return html`<section><h2>E-mail</h2><p>${account.email}</p>
${form(request, '/profile/email', [
  emailField(request, problems, 'New address'),
  passwordField('email_password', 'Your password', problems),
  html`<button>Change the address</button>`,
])}</section>`;
}

async function sessionPart(request: SignedIn): Promise<Html> {
  const sessions = await request.app.store.sessions.list(request.account.accountId);
  const row = ({ agent, seenAt, sessionId }: (typeof sessions)[number]) =>
    html`<li>${agent}<br><span class="hint">last seen ${time(seenAt)}${
      sessionId === request.sessionId && ', this one'
    }</span></li>`;
  return html`<section><h2>Where you are signed in</h2><ul class="sessions">${sessions.map(row)}</ul>
${sessions.length > 1 && button(request, '/profile/sessions/end', 'Sign out everywhere else')}</section>`;
}

function deletePart(request: SignedIn, problems: Problems): Html {
  const isOpen = problems.sure || problems.delete_password;
  return html`<section><h2>Delete the account</h2>
<details${isOpen && html` open`}><summary>Delete my account</summary>
<p>Your address, your keys and your messages are gone at once, and nobody can bring them back.</p>
${form(request, '/profile/delete', [
  passwordField('delete_password', 'Your password', problems),
  checkbox('sure', 'I am sure', false, problems),
  html`<button class="danger">Delete my account</button>`,
])}</details></section>`;
}
