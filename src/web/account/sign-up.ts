import { normalizeEmail } from '../../accounts/accounts.ts';
import { findPasswordProblem } from '../../accounts/passwords.ts';
import { randomText } from '../../accounts/secret.ts';
import type { SignInCookies } from '../../accounts/sign-in.ts';
import { confirmSignUp, isFromBrowser, type SignUp, signUp, signUpByMail } from '../../accounts/sign-in.ts';
import { countMailForm, countSignUp } from '../../accounts/throttle.ts';
import { findToken, type ParsedToken, TOKEN_HOURS } from '../../accounts/tokens.ts';
import type { Plan } from '../../plans.ts';
import { readCookie, setCookie } from '../kit/browser-session.ts';
import { formatCount, formatDuration, formatList } from '../kit/format.ts';
import {
  checkbox,
  form,
  formPage,
  formProblem,
  hasProblems,
  hiddenField,
  readField,
  withProblems,
} from '../kit/forms.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import { expiredLink, notice } from '../kit/notices.ts';
import {
  HOME_PATH,
  type HtmlResponse,
  isProposalForm,
  type PageRequest,
  type PageResponse,
  type Problems,
  readNext,
} from '../kit/page.ts';
import {
  clientOf,
  currentPasswordField,
  emailField,
  INVALID_EMAIL,
  newPasswordField,
  SHOW_PASSWORD,
  SUSPENDED,
  signInHeaders,
  waitMessage,
} from './sign-in.ts';

interface Invitation {
  token: string;
  plan: Plan;
}

const INVITE_EXPIRED = html`<p>Ask for a new invitation, or <a href="/signin">sign in</a> if you have an account.</p>`;

export function showSignUp(request: PageRequest): PageResponse {
  if (request.account) return { status: 303, location: nextOf(request) };
  return request.app.config.sign_up === 'open' ? signUpPage(request) : closedPage(request);
}

export async function showInvite(request: PageRequest): Promise<PageResponse> {
  const token = request.path.token ?? '';
  const invite = request.app.config.sign_up !== 'closed' && (await findToken(request.app, 'invite', token));
  return invite ? signUpPage(request, { token, plan: invite.content.plan }) : expiredLink(INVITE_EXPIRED);
}

export async function doSignUp(request: PageRequest): Promise<PageResponse> {
  const { app, address } = request;
  const token = readField(request, 'invite');
  const invite = token === '' ? undefined : await findToken(app, 'invite', token);
  if (token !== '' && !invite) return expiredLink(INVITE_EXPIRED);
  const invitation = invite && { token, plan: invite.content.plan };
  if (app.config.sign_up === 'closed' || (app.config.sign_up === 'invite' && !invite)) return closedPage(request);
  const problems = findProblems(request);
  if (hasProblems(problems)) return signUpPage(withProblems(request, problems), invitation);
  const waitMs = (await countMailForm(app, address)) || (await countSignUp(app, address));
  if (waitMs > 0) return signUpPage(withProblems(request, { form: waitMessage(waitMs) }, 429), invitation);
  const email = normalizeEmail(readField(request, 'email')) as string;
  const given = { email, password: request.form.get('password') ?? '', invite };
  return app.mail.isConfigured ? sendLink(request, given) : signUpAtOnce(request, given, invitation);
}

async function sendLink(request: PageRequest, given: SignUp): Promise<PageResponse> {
  const browser = browserOf(request) ?? randomText();
  await signUpByMail(request.app, given, browser);
  const keep = (name: 'signup' | 'next', value: string) => setCookie(request, name, value, TOKEN_HOURS.verify * 3600);
  const cookies = [keep('signup', browser), keep('next', nextOf(request).replaceAll(';', '%3B'))];
  return { status: 303, location: '/signup/sent', headers: { 'set-cookie': cookies } };
}

async function signUpAtOnce(request: PageRequest, given: SignUp, invitation?: Invitation): Promise<PageResponse> {
  const result = await signUp(request.app, given, clientOf(request));
  if (result.outcome === 'signedIn') return welcome(request, result.cookies, nextOf(request));
  if (result.outcome === 'invalidLink') return expiredLink(INVITE_EXPIRED);
  return signUpPage(withProblems(request, ...problemsOf(result)), invitation);
}

function problemsOf(result: Awaited<ReturnType<typeof signUp>>): [problems: Problems, status?: number] {
  if (result.outcome === 'recentlyDeleted') return [{ email: recentlyDeleted(result.waitMs) }, 429];
  if (result.outcome === 'throttled') return [{ form: waitMessage(result.waitMs) }, 429];
  return [{ email: result.outcome === 'suspended' ? SUSPENDED : TAKEN }];
}

const TAKEN = 'This address already has an account. Sign in instead.';

function recentlyDeleted(waitMs: number): string {
  return `The account of this address was deleted. You can sign up again in ${formatDuration(waitMs)}.`;
}

function welcome(request: PageRequest, cookies: SignInCookies, next: string): PageResponse {
  const location = next === HOME_PATH ? `${HOME_PATH}?done=welcome` : next;
  return { status: 303, location, headers: signInHeaders(request, cookies) };
}

function nextOf({ form: sent, query }: PageRequest): string {
  return readNext(sent.get('next') ?? query.get('next'));
}

/**
 * The page that the emailed link opens. Mail scanners open links, so the account is created by a button. In another browser
 * than the one that signed up it also says what happens to the password.
 */
export async function showVerify(request: PageRequest): Promise<PageResponse> {
  const token = request.query.get('token') ?? '';
  const found = await findToken(request.app, 'verify', token);
  return found ? verifyPage(request, found, token) : expiredLink(SIGN_UP_AGAIN);
}

export async function doVerify(request: PageRequest): Promise<PageResponse> {
  const { app } = request;
  const token = readField(request, 'token');
  const found = await findToken(app, 'verify', token);
  const given = { token, password: request.form.get('password') ?? '', browser: browserOf(request) };
  const result = await confirmSignUp(app, given, clientOf(request));
  if (result.outcome === 'signedIn') return welcome(request, result.cookies, readNext(readCookie(request, 'next')));
  if (result.outcome === 'invalidLink' || !found) return expiredLink(SIGN_UP_AGAIN);
  const isThrottled = result.outcome === 'throttled';
  const problem = isThrottled
    ? waitMessage(result.waitMs)
    : 'Wrong password. Enter the one you chose when you signed up.';
  return verifyPage(withProblems(request, { password: problem }, isThrottled ? 429 : 422), found, token);
}

function browserOf(request: PageRequest): string | undefined {
  return readCookie(request, 'signup');
}

const SIGN_UP_AGAIN = html`<p><a href="/signin">Sign in</a>, or <a href="/signup">sign up again</a>.</p>`;

/** The same page whether the address has an account or not. */
export function showSignUpSent(): HtmlResponse {
  return notice(
    'Check your email',
    html`<p>We have sent you a link. Open it to finish and sign in, in this browser or in another one. It may take a minute; check
your spam folder, too.</p>`,
  );
}

function findProblems(request: PageRequest): Problems {
  const email = normalizeEmail(readField(request, 'email'));
  return {
    email: email === undefined && INVALID_EMAIL,
    password: findPasswordProblem(request.form.get('password') ?? '', email ?? ''),
    terms: request.form.get('terms') !== 'yes' && 'Please accept the terms.',
  };
}

/** What the page says to a developer, and to a visitor who wants to propose a change. */
const FOR_KEYS = {
  title: 'Get an API key',
  lead: 'One step, and your program can use the API.',
  submit: 'Get my API key',
};
const FOR_PROPOSALS = {
  title: 'Create an account',
  lead: 'One step, and you can propose the change. Your profile then says what became of it.',
  submit: 'Create my account',
};

function signUpPage(request: PageRequest, invitation?: Invitation): HtmlResponse {
  const isFree = invitation === undefined || invitation.plan === 'free';
  const terms = html`accept the <a href="/terms">terms</a>`;
  const consent = isFree ? html`My use is non-commercial, and I ${terms}` : html`I ${terms}`;
  const plan = isFree ? 'Free for non-commercial use.' : `Your invitation is for the ${invitation.plan} plan.`;
  const next = nextOf(request);
  const { title, lead, submit } = isProposalForm(next) ? FOR_PROPOSALS : FOR_KEYS;
  const content = html`<p>${lead} ${plan}</p>
${form(request, '/signup', [
  formProblem(request.problems.form),
  hiddenField('next', next),
  invitation ? hiddenField('invite', invitation.token) : nothing,
  emailField(request),
  newPasswordField(request, 'password', 'Password'),
  checkbox(request, { name: 'terms', label: consent, isChecked: request.form.get('terms') === 'yes', required: true }),
  html`<button>${submit}</button>`,
])}
<p>Already have an account? <a href="/signin?next=${encodeURIComponent(next)}">Sign in</a>.</p>`;
  return formPage(request, title, content, SHOW_PASSWORD);
}

function verifyPage(request: PageRequest, link: ParsedToken<'verify'>, token: string): HtmlResponse {
  const isKnown = isFromBrowser(request.app, link, browserOf(request));
  const content = html`<p>You signed up as <strong>${link.content.email}</strong>.</p>
${form(request, '/verify', [
  hiddenField('token', token),
  isKnown ? nothing : otherBrowser(request),
  html`<button>Confirm and sign in</button>`,
])}
<p class="hint">Did not sign up? Close this page, and no account will be created.</p>`;
  return formPage(request, 'Confirm your email address', content);
}

/** Whoever signed up may be somebody else, who must not know the password of this person, nor accept terms for them. */
function otherBrowser(request: PageRequest): Html {
  return html`<p>You signed up in another browser. To be safe, the password from there is not used: you can set one after
signing in. By confirming, you accept the <a href="/terms">terms</a>.</p>
<details${request.problems.password && html` open`}><summary>Keep the password that I chose</summary>
${currentPasswordField(request, 'password', 'Password', false)}</details>`;
}

function closedPage({ app }: PageRequest): HtmlResponse {
  const [title, reason] =
    app.config.sign_up === 'invite'
      ? ['Sign-up is by invitation only', 'You need an invitation to sign up.']
      : ['Sign-up is closed', 'This site does not accept new accounts.'];
  return notice(
    title,
    html`<p>${reason} Please contact the operator of this site.</p><p><a href="/signin">Sign in</a></p>`,
    403,
  );
}

/** The terms that everybody with a key has accepted. */
export function showTerms({ app }: PageRequest): HtmlResponse {
  const { free_per_hour: perHour, free_per_second: perSecond } = app.config;
  const limits = [
    ...(perHour === null ? [] : [`${formatCount(perHour, 'request')} per hour`]),
    ...(perSecond === null ? [] : [`${formatCount(perSecond, 'request')} per second`]),
  ];
  return {
    title: 'Terms',
    description: 'What you may use an API key for.',
    canonical: '/terms',
    body: html`<article class="prose"><h1>Terms</h1>
<h2>Use of a key</h2>
<p>Non-commercial use is free, for example in free software, a private collection, research, teaching or a club. If your
program earns money, through sales, subscriptions or advertisements, you need a commercial plan. Ask for one in your
<a href="/profile">profile</a> first.</p>
<h2>Your part</h2>
<ul>
<li>Keep your key secret. If somebody else has seen it, rotate it.</li>
<li>Stay within the limits of your plan${limits.length > 0 && `: on the free plan ${formatList(limits)}`}. Do not use several accounts to get around them.</li>
<li>Cache responses instead of requesting unchanged data again.</li>
<li>What you propose for the catalog is yours to give, and may be published with it.</li>
<li>Credit the <a href="/sources">sources</a> where their licences require it.</li>
</ul>
<h2>Our part</h2>
<ul>
<li>The API stays compatible within a version, and tells you how many requests remain.</li>
<li>We store your email address, your request counts, and the browsers you are signed in with. The server log contains
IP addresses. We share none of it.</li>
<li>You can delete your account at any time. Your email address, keys, messages and proposals are then
deleted immediately.</li>
<li>The catalog is provided as is. It may have errors and gaps, and the service may be unavailable at times.</li>
</ul>
<p>We may suspend accounts that break these terms. Contact the operator if that happens to you.</p></article>`,
  };
}
