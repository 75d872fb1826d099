import { findReset, normalizeEmail, requestPasswordReset, resetPassword } from '../../accounts/accounts.ts';
import { findPasswordProblem } from '../../accounts/passwords.ts';
import { type ClientInfo, completeSignIn, type SignInCookies, signIn } from '../../accounts/sign-in.ts';
import { countMailForm } from '../../accounts/throttle.ts';
import type { App } from '../../app.ts';
import { clearCookie, MAX_AGE_SECONDS, readCookie, setCookie } from '../kit/browser-session.ts';
import { formatWait } from '../kit/format.ts';
import { field, form, formPage, formProblem, hiddenField, readField, withProblems } from '../kit/forms.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import { expiredLink, notice, successNotice } from '../kit/notices.ts';
import {
  HOME_PATH,
  type HtmlResponse,
  isProposalForm,
  type PageRequest,
  type PageResponse,
  readNext,
  type SignedInRequest,
} from '../kit/page.ts';
import { staticUrl } from '../kit/static-files.ts';

const DONE: Record<string, string> = {
  signout: 'You are signed out.',
  deleted: 'Account deleted. Its keys no longer work.',
};

export function showSignIn(request: PageRequest): PageResponse {
  const next = readNext(request.query.get('next'));
  if (request.account) return { status: 303, location: next };
  return signInPage(request, next);
}

export async function doSignIn(request: PageRequest): Promise<PageResponse> {
  const { app } = request;
  const credentials = { email: readField(request, 'email'), password: request.form.get('password') ?? '' };
  const next = readNext(request.form.get('next'));
  const result = await signIn(app, credentials, clientOf(request));
  if (result.outcome === 'signedIn')
    return { status: 303, location: next, headers: signInHeaders(request, result.cookies) };
  if (result.outcome === 'throttled') {
    const page = signInPage(withProblems(request, { form: waitMessage(result.waitMs) }, 429), next);
    return { ...page, headers: { ...page.headers, 'retry-after': String(Math.ceil(result.waitMs / 1000)) } };
  }
  const problem = result.outcome === 'suspended' ? SUSPENDED : wrongCredentials(app);
  return signInPage(withProblems(request, { form: problem }), next);
}

export async function doSignOut(request: SignedInRequest): Promise<PageResponse> {
  await request.app.store.sessions.remove(request.sessionId);
  return { status: 303, location: '/signin?done=signout', headers: { 'set-cookie': clearCookie(request, 'session') } };
}

export function clientOf(request: PageRequest): ClientInfo {
  const { headers, address } = request;
  return { address, agent: headers['user-agent'] ?? '', device: readCookie(request, 'device') };
}

export function signInHeaders(request: PageRequest, { session, device }: SignInCookies): Record<string, string[]> {
  return {
    'set-cookie': [
      // The store decides when a session expires: each visit extends it.
      setCookie(request, 'session', session, MAX_AGE_SECONDS),
      setCookie(request, 'device', device, MAX_AGE_SECONDS),
      clearCookie(request, 'forms'),
    ],
  };
}

export function waitMessage(waitMs: number): string {
  return `Too many attempts. Please wait ${formatWait(waitMs)} and try again.`;
}

export const SUSPENDED = 'This account is suspended. Please contact the operator of this site.';

function wrongCredentials({ mail }: App): string {
  const hint = mail.isConfigured ? ' If you have just signed up, open the link in our email first.' : '';
  return `Wrong email or password.${hint}`;
}

function signInPage(request: PageRequest, next: string): HtmlResponse {
  const content = html`${successNotice(DONE, request)}
${isProposalForm(next) && html`<p>Sign in to propose a change. Your profile then says what became of it.</p>`}
${form(request, '/signin', [
  formProblem(request.problems.form),
  hiddenField('next', next),
  emailField(request),
  currentPasswordField(request, 'password', 'Password'),
  html`<button>Sign in</button>`,
])}
<ul class="links"><li><a href="/reset">Forgot password?</a></li>
${request.app.config.sign_up === 'open' ? html`<li><a href="${signUpPath(next)}">Create an account</a></li>` : nothing}</ul>`;
  return formPage(request, 'Sign in', content);
}

/** The page that was asked for is still wanted after signing up. */
function signUpPath(next: string): string {
  return next === HOME_PATH ? '/signup' : `/signup?next=${encodeURIComponent(next)}`;
}

const TITLE = 'Reset your password';
const NEW_LINK = html`<p><a href="/reset">Request a new link</a></p>`;

/** With a token: the form for a new password. Without: the form that sends the link. */
export async function showReset(request: PageRequest): Promise<PageResponse> {
  const token = request.query.get('token');
  if (token === null) return request.app.mail.isConfigured ? askPage(request) : noMail();
  const found = await findReset(request.app, token);
  return found ? setPage(request, token, found.account.email) : expiredLink(NEW_LINK);
}

export async function doAskReset(request: PageRequest): Promise<PageResponse> {
  const { app, address } = request;
  if (!app.mail.isConfigured) return noMail();
  const email = normalizeEmail(readField(request, 'email'));
  if (email === undefined) return askPage(withProblems(request, { email: INVALID_EMAIL }));
  const waitMs = await countMailForm(app, address);
  if (waitMs > 0) return askPage(withProblems(request, { form: waitMessage(waitMs) }, 429));
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
  const found = await findReset(app, token);
  if (!found) return expiredLink(NEW_LINK);
  const { account } = found;
  const problem = findPasswordProblem(password, account.email);
  if (problem) return setPage(withProblems(request, { password: problem }), token, account.email);
  if (!(await resetPassword(app, found, password))) return expiredLink(NEW_LINK);
  // The link proves ownership, as the password would.
  const { cookies } = await completeSignIn(app, account, clientOf(request));
  return { status: 303, location: `${HOME_PATH}?done=password`, headers: signInHeaders(request, cookies) };
}

function askPage(request: PageRequest): HtmlResponse {
  const content = html`<p>We will email you a link to set a new password.</p>
${form(request, '/reset', [
  formProblem(request.problems.form),
  emailField(request),
  html`<button>Send link</button>`,
])}`;
  return formPage(request, TITLE, content);
}

function setPage(request: PageRequest, token: string, email: string): HtmlResponse {
  const content = html`<p>Choose a new password for <strong>${email}</strong>. Other browsers will be signed out.</p>
${form(request, '/reset/password', [
  hiddenField('token', token),
  hiddenField('username', email),
  newPasswordField(request, 'password', 'New password'),
  html`<button>Set password</button>`,
])}`;
  return formPage(request, TITLE, content, SHOW_PASSWORD);
}

function noMail(): HtmlResponse {
  return notice(
    TITLE,
    html`<p>This site sends no email. Ask the operator for a link to set a new password.</p>
<p><a href="/signin">Sign in</a></p>`,
  );
}

const EMAIL_LENGTH = 254;
export const INVALID_EMAIL = 'Enter a valid email address, such as ada@example.org.';

export function emailField(request: PageRequest, label = 'Email'): Html {
  return field(request, { name: 'email', label, type: 'email', autocomplete: 'username', maxlength: EMAIL_LENGTH });
}

/** Puts a button that shows the password at each new one. */
export const SHOW_PASSWORD = html`<script type="module" src="${staticUrl('show-password.js')}"></script>`;

export function newPasswordField(request: PageRequest, name: string, label: string): Html {
  const hint = 'At least 10 characters, for example three or four unrelated words.';
  return field(request, { name, label, type: 'password', autocomplete: 'new-password', hint });
}

export function currentPasswordField(request: PageRequest, name: string, label: string): Html {
  return field(request, { name, label, type: 'password', autocomplete: 'current-password' });
}
