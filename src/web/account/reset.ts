import { normalizeEmail } from '../../accounts/accounts.ts';
import { findAccountToReset, requestPasswordReset, resetPassword } from '../../accounts/change-password.ts';
import { findPasswordProblem } from '../../accounts/passwords.ts';
import { keepOrMakeDeviceCookie } from '../../accounts/sign-in.ts';
import { countMailForm } from '../../accounts/throttle.ts';
import { again, form, formProblem, hiddenField, PRIVATE, type Problems, typed } from '../kit/forms.ts';
import { html } from '../kit/html.ts';
import { notice, staleLink } from '../kit/notices.ts';
import type { HtmlAnswer, PageAnswer, PageRequest } from '../kit/page.ts';
import { emailField, newPasswordField } from './fields.ts';
import { deviceCookie, originOf, waitSentence } from './sign-in.ts';

const ANOTHER = html`<p><a href="/reset">Ask for another link</a></p>`;

/** With a token it sets a password, without one it asks for the token. */
export async function showReset(request: PageRequest): Promise<PageAnswer> {
  const token = request.query.get('token');
  if (token === null) return request.app.mail.isConfigured ? askPage(request, {}) : noMail();
  const account = await findAccountToReset(request.app, token);
  return account ? setPage(request, { token, email: account.email }, {}) : staleLink(ANOTHER);
}

export async function doAskReset(request: PageRequest): Promise<PageAnswer> {
  const { app, address } = request;
  if (!app.mail.isConfigured) return noMail();
  const email = normalizeEmail(typed(request, 'email'));
  if (email === undefined) return askPage(request, { email: 'Write an e-mail address, such as ada@example.org.' });
  const waitMs = await countMailForm(app, address);
  if (waitMs > 0) return askPage(request, { form: waitSentence(Math.ceil(waitMs / 1000)) }, 429);
  requestPasswordReset(app, email);
  return { status: 303, location: '/reset/sent' };
}

/** The same for everybody, whether the address has an account or not. */
export function showResetSent(): HtmlAnswer {
  return notice(
    'Look into your mail',
    html`<p>If the address has an account, a mail with a link is on its way. The link works for two hours.</p>`,
  );
}

export async function doSetPassword(request: PageRequest): Promise<PageAnswer> {
  const { app } = request;
  const token = typed(request, 'token');
  const password = request.form.get('password') ?? '';
  const account = await findAccountToReset(app, token);
  if (!account) return staleLink(ANOTHER);
  const problem = findPasswordProblem(password, account.email);
  if (problem) return setPage(request, { token, email: account.email }, { password: problem });
  if (!(await resetPassword(app, token, password))) return staleLink(ANOTHER);
  // Whoever has such a link is no stranger, and does not wait with those who guess.
  const device = keepOrMakeDeviceCookie(app, account, originOf(request));
  return { status: 303, location: '/signin?done=password', headers: { 'set-cookie': deviceCookie(request, device) } };
}

function askPage(request: PageRequest, problems: Problems, status?: number): HtmlAnswer {
  const page = {
    title: 'A new password',
    headers: PRIVATE,
    body: html`<div class="narrow"><h1>A new password</h1>
<p>We send you a link with which you can set a new one.</p>
${form(request, '/reset', [
  formProblem(problems.form),
  emailField(request, problems),
  html`<button>Send the link</button>`,
])}</div>`,
  };
  return again(page, problems, status);
}

function setPage(
  request: PageRequest,
  { token, email }: { token: string; email: string },
  problems: Problems,
): HtmlAnswer {
  const page = {
    title: 'A new password',
    headers: PRIVATE,
    body: html`<div class="narrow"><h1>A new password</h1>
<p>For the account <strong>${email}</strong>. Whoever is signed in to it now will be signed out.</p>
${form(request, '/reset/password', [
  hiddenField('token', token),
  newPasswordField('password', 'New password', problems),
  html`<button>Set the password</button>`,
])}</div>`,
  };
  return again(page, problems);
}

function noMail(): HtmlAnswer {
  return notice(
    'A new password',
    html`<p>This site sends no mail. Please write to its operator, who can give you a link to set a new password.</p>
<p><a href="/signin">Sign in</a></p>`,
  );
}
