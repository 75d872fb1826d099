import { normalizeEmail } from '../../accounts/accounts.ts';
import { findAccountToReset, requestPasswordReset, resetPassword } from '../../accounts/change-password.ts';
import { findPasswordProblem } from '../../accounts/password-rules.ts';
import { completeSignIn } from '../../accounts/sign-in.ts';
import { countMailForm } from '../../accounts/throttle.ts';
import { form, formPage, formProblem, hiddenField, type Problems, readField } from '../kit/forms.ts';
import { html } from '../kit/html.ts';
import { expiredLink, notice } from '../kit/notices.ts';
import type { HtmlResponse, PageRequest, PageResponse } from '../kit/page.ts';
import { HOME_PATH } from '../kit/signed-in.ts';
import { emailField, INVALID_EMAIL, newPasswordField, PASSWORD_METER } from './fields.ts';
import { clientOf, signInHeaders, waitMessage } from './sign-in.ts';

const TITLE = 'Reset your password';
const NEW_LINK = html`<p><a href="/reset">Request a new link</a></p>`;

/** With a token: the form for a new password. Without: the form that sends the link. */
export async function showReset(request: PageRequest): Promise<PageResponse> {
  const token = request.query.get('token');
  if (token === null) return request.app.mail.isConfigured ? askPage(request, {}) : noMail();
  const account = await findAccountToReset(request.app, token);
  return account ? setPage(request, { token, email: account.email }, {}) : expiredLink(NEW_LINK);
}

export async function doAskReset(request: PageRequest): Promise<PageResponse> {
  const { app, address } = request;
  if (!app.mail.isConfigured) return noMail();
  const email = normalizeEmail(readField(request, 'email'));
  if (email === undefined) return askPage(request, { email: INVALID_EMAIL });
  const waitMs = await countMailForm(app, address);
  if (waitMs > 0) return askPage(request, { form: waitMessage(Math.ceil(waitMs / 1000)) }, 429);
  requestPasswordReset(app, email);
  return { status: 303, location: '/reset/sent' };
}

/** The same page whether the address has an account or not. */
export function showResetSent(): HtmlResponse {
  return notice(
    'Check your email',
    html`<p>If the address has an account, we have sent you a link. It works for two hours.</p>`,
  );
}

export async function doSetPassword(request: PageRequest): Promise<PageResponse> {
  const { app } = request;
  const token = readField(request, 'token');
  const password = request.form.get('password') ?? '';
  const account = await findAccountToReset(app, token);
  if (!account) return expiredLink(NEW_LINK);
  const problem = findPasswordProblem(password, account.email);
  if (problem) return setPage(request, { token, email: account.email }, { password: problem });
  if (!(await resetPassword(app, token, password))) return expiredLink(NEW_LINK);
  // The link proves ownership, as the password would.
  const cookies = await completeSignIn(app, account, clientOf(request));
  return { status: 303, location: `${HOME_PATH}?done=password`, headers: signInHeaders(request, cookies) };
}

function askPage(request: PageRequest, problems: Problems, status?: number): HtmlResponse {
  const content = html`<p>We will email you a link to set a new password.</p>
${form(request, '/reset', [
  formProblem(problems.form),
  emailField(request, problems),
  html`<button>Send link</button>`,
])}`;
  return formPage(TITLE, content, problems, status);
}

function setPage(
  request: PageRequest,
  { token, email }: { token: string; email: string },
  problems: Problems,
): HtmlResponse {
  const content = html`<p>Choose a new password for <strong>${email}</strong>. Other browsers will be signed out.</p>
${form(request, '/reset/password', [
  hiddenField('token', token),
  hiddenField('username', email),
  newPasswordField('password', 'New password', problems),
  html`<button>Set password</button>`,
])}`;
  return { ...formPage(TITLE, content, problems), head: PASSWORD_METER };
}

function noMail(): HtmlResponse {
  return notice(
    TITLE,
    html`<p>This site sends no email. Ask the operator for a link to set a new password.</p>
<p><a href="/signin">Sign in</a></p>`,
  );
}
