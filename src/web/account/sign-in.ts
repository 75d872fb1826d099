import { type ClientInfo, type SignInCookies, signIn } from '../../accounts/sign-in.ts';
import type { App } from '../../app.ts';
import { clearCookie, readCookie, setCookie } from '../kit/cookies.ts';
import { again, form, formProblem, hiddenField, PRIVATE, type Problems, typed } from '../kit/forms.ts';
import { html, nothing } from '../kit/html.ts';
import { doneNotice } from '../kit/notices.ts';
import type { HtmlAnswer, PageAnswer, PageRequest } from '../kit/page.ts';
import { readNext, type SignedIn } from '../kit/signed-in.ts';
import { emailField, passwordField } from './fields.ts';

/** Browsers keep no cookie for longer. When a session ends, the store decides: each visit makes it last. */
const LONGEST_SECONDS = 400 * 24 * 3600;

/** What came before, told when the page opens. */
const DONE: Record<string, string> = {
  signup:
    'If this address was free, your account is ready: sign in with the password you chose. If you had an account before, its password still holds.',
  signout: 'You are signed out.',
  deleted: 'Your account is deleted, and its keys have ended.',
  password: 'Your new password holds now. Sign in with it.',
};

export function showSignIn(request: PageRequest): PageAnswer {
  const next = readNext(request.query.get('next'));
  if (request.account) return { status: 303, location: next };
  return signInPage(request, next, {});
}

export async function doSignIn(request: PageRequest): Promise<PageAnswer> {
  const { app } = request;
  const given = { email: typed(request, 'email'), password: request.form.get('password') ?? '' };
  const next = readNext(request.form.get('next'));
  const result = await signIn(app, given, originOf(request));
  if (result.outcome === 'in') return { status: 303, location: next, headers: entryHeaders(request, result.entry) };
  if (result.outcome === 'wait') {
    const page = signInPage(request, next, { form: waitSentence(result.seconds) }, 429);
    return { ...page, headers: { ...page.headers, 'retry-after': String(result.seconds) } };
  }
  const problem = result.outcome === 'suspended' ? SUSPENDED : wrong(app);
  return signInPage(request, next, { form: problem });
}

export async function doSignOut(request: SignedIn): Promise<PageAnswer> {
  await request.app.store.sessions.remove(request.sessionId);
  return { status: 303, location: '/signin?done=signout', headers: { 'set-cookie': clearCookie(request, 'session') } };
}

export function originOf(request: PageRequest): ClientInfo {
  const { headers, address } = request;
  return { address, agent: headers['user-agent'] ?? '', device: readCookie(request, headers.cookie, 'device') };
}

/** What a browser keeps once somebody is in. */
export function entryHeaders(request: PageRequest, { session, device }: SignInCookies): Record<string, string[]> {
  return {
    'set-cookie': [
      setCookie(request, 'session', session, LONGEST_SECONDS),
      deviceCookie(request, device),
      clearCookie(request, 'forms'),
    ],
  };
}

export function deviceCookie(request: PageRequest, device: string): string {
  return setCookie(request, 'device', device, LONGEST_SECONDS);
}

export function waitSentence(seconds: number): string {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `That was tried too often. Please wait ${wait} and try again.`;
}

const SUSPENDED = 'This account is suspended. Please write to the operator of this site.';

function wrong({ mail }: App): string {
  const more = mail.isConfigured ? ' If you have just signed up, open the link in our mail first.' : '';
  return `No account has this address and this password.${more}`;
}

function signInPage(request: PageRequest, next: string, problems: Problems, status?: number): HtmlAnswer {
  const page = {
    title: 'Sign in',
    headers: PRIVATE,
    body: html`<div class="narrow"><h1>Sign in</h1>
${doneNotice(DONE, request)}
${form(request, '/signin', [
  formProblem(problems.form),
  hiddenField('next', next),
  emailField(request),
  passwordField('password', 'Password'),
  html`<button>Sign in</button>`,
])}
<ul class="links"><li><a href="/reset">Forgotten your password?</a></li>
${request.app.config.sign_up === 'open' ? html`<li><a href="/signup">Make an account</a></li>` : nothing}</ul></div>`,
  };
  return again(page, problems, status);
}
