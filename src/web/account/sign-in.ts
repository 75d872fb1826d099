import { type ClientInfo, type SignInCookies, signIn } from '../../accounts/sign-in.ts';
import type { App } from '../../app.ts';
import { clearCookie, readCookie, setCookie } from '../kit/cookies.ts';
import { form, formPage, formProblem, hiddenField, type Problems, readField } from '../kit/forms.ts';
import { html, nothing } from '../kit/html.ts';
import { successNotice } from '../kit/notices.ts';
import type { HtmlResponse, PageRequest, PageResponse } from '../kit/page.ts';
import { HOME_PATH, isReport, readNext, type SignedInRequest } from '../kit/signed-in.ts';
import { currentPasswordField, emailField } from './fields.ts';

/** Browsers cap the age of cookies at 400 days. The store decides when a session expires: each visit extends it. */
const COOKIE_SECONDS = 400 * 24 * 3600;

const DONE: Record<string, string> = {
  signout: 'You are signed out.',
  deleted: 'Account deleted. Its keys no longer work.',
};

export function showSignIn(request: PageRequest): PageResponse {
  const next = readNext(request.query.get('next'));
  if (request.account) return { status: 303, location: next };
  return signInPage(request, next, {});
}

export async function doSignIn(request: PageRequest): Promise<PageResponse> {
  const { app } = request;
  const credentials = { email: readField(request, 'email'), password: request.form.get('password') ?? '' };
  const next = readNext(request.form.get('next'));
  const result = await signIn(app, credentials, clientOf(request));
  if (result.outcome === 'signedIn')
    return { status: 303, location: next, headers: signInHeaders(request, result.cookies) };
  if (result.outcome === 'throttled') {
    const page = signInPage(request, next, { form: waitMessage(result.seconds) }, 429);
    return { ...page, headers: { ...page.headers, 'retry-after': String(result.seconds) } };
  }
  const problem = result.outcome === 'suspended' ? SUSPENDED : wrongCredentials(app);
  return signInPage(request, next, { form: problem });
}

export async function doSignOut(request: SignedInRequest): Promise<PageResponse> {
  await request.app.store.sessions.remove(request.sessionId);
  return { status: 303, location: '/signin?done=signout', headers: { 'set-cookie': clearCookie(request, 'session') } };
}

export function clientOf(request: PageRequest): ClientInfo {
  const { headers, address } = request;
  return { address, agent: headers['user-agent'] ?? '', device: readCookie(request, headers.cookie, 'device') };
}

/** The cookies of a signed-in browser. */
export function signInHeaders(request: PageRequest, { session, device }: SignInCookies): Record<string, string[]> {
  return {
    'set-cookie': [
      setCookie(request, 'session', session, COOKIE_SECONDS),
      deviceCookie(request, device),
      clearCookie(request, 'forms'),
    ],
  };
}

function deviceCookie(request: PageRequest, device: string): string {
  return setCookie(request, 'device', device, COOKIE_SECONDS);
}

export function waitMessage(seconds: number): string {
  const wait =
    seconds < 90
      ? `${seconds} seconds`
      : seconds < 7200
        ? `${Math.ceil(seconds / 60)} minutes`
        : `${Math.ceil(seconds / 3600)} hours`;
  return `Too many attempts. Please wait ${wait} and try again.`;
}

export const SUSPENDED = 'This account is suspended. Please contact the operator of this site.';

function wrongCredentials({ mail }: App): string {
  const hint = mail.isConfigured ? ' If you have just signed up, open the link in our email first.' : '';
  return `Wrong email or password.${hint}`;
}

function signInPage(request: PageRequest, next: string, problems: Problems, status?: number): HtmlResponse {
  const content = html`${successNotice(DONE, request)}
${isReport(next) && html`<p>Sign in to report a mistake. The operator answers in your profile.</p>`}
${form(request, '/signin', [
  formProblem(problems.form),
  hiddenField('next', next),
  emailField(request),
  currentPasswordField('password', 'Password'),
  html`<button>Sign in</button>`,
])}
<ul class="links"><li><a href="/reset">Forgot password?</a></li>
${request.app.config.sign_up === 'open' ? html`<li><a href="${signUpPath(next)}">Create an account</a></li>` : nothing}</ul>`;
  return formPage('Sign in', content, problems, status);
}

/** The page that was asked for is still wanted after signing up. */
function signUpPath(next: string): string {
  return next === HOME_PATH ? '/signup' : `/signup?next=${encodeURIComponent(next)}`;
}
