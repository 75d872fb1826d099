import { normalizeEmail } from '../../accounts/accounts.ts';
import { findPasswordProblem } from '../../accounts/passwords.ts';
import { confirmSignUp, type SignInCookies, signUp, signUpByMail } from '../../accounts/sign-in.ts';
import { countMailForm, countSignUp } from '../../accounts/throttle.ts';
import { findToken, type ParsedToken } from '../../accounts/tokens.ts';
import type { Plan } from '../../plans.ts';
import { formatCount, formatList, formatWait } from '../kit/format.ts';
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
import { type Html, html } from '../kit/html.ts';
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
  emailField,
  INVALID_EMAIL,
  newPasswordField,
  SHOW_PASSWORD,
  SUSPENDED,
  signInHeaders,
  waitMessage,
} from './sign-in.ts';

const INVITE_EXPIRED = html`<p>Ask for a new invitation, or <a href="/signin">sign in</a> if you have an account.</p>`;

export function showSignUp(request: PageRequest): PageResponse {
  if (request.account) return { status: 303, location: nextOf(request) };
  return request.app.config.sign_up === 'open' ? signUpPage(request) : closedPage(request);
}

export async function showInvite(request: PageRequest): Promise<PageResponse> {
  const token = request.path.token ?? '';
  const invite = request.app.config.sign_up !== 'closed' && (await findToken(request.app, 'invite', token));
  return invite ? signUpPage(request, invite) : expiredLink(INVITE_EXPIRED);
}

export async function doSignUp(request: PageRequest): Promise<PageResponse> {
  const { app, address } = request;
  const token = readField(request, 'invite');
  const invite = token === '' ? undefined : await findToken(app, 'invite', token);
  if (token !== '' && !invite) return expiredLink(INVITE_EXPIRED);
  if (app.config.sign_up === 'closed' || (app.config.sign_up === 'invite' && !invite)) return closedPage(request);
  const email = normalizeEmail(readField(request, 'email'));
  const problems = {
    email: email === undefined && INVALID_EMAIL,
    ...(!app.mail.isConfigured && findProblems(request, email ?? '')),
  };
  if (email === undefined || hasProblems(problems)) return signUpPage(withProblems(request, problems), invite);
  const waitMs = (await countMailForm(app, address)) || (await countSignUp(app, address));
  if (waitMs > 0) return signUpPage(withProblems(request, { form: waitMessage(waitMs) }, 429), invite);
  if (!app.mail.isConfigured) return signUpAtOnce(request, email, invite);
  signUpByMail(app, { email, invite }, nextOf(request));
  return { status: 303, location: '/signup/sent' };
}

type Invite = ParsedToken<'invite'> | undefined;

async function signUpAtOnce(request: PageRequest, email: string, invite: Invite): Promise<PageResponse> {
  const given = { email, password: request.form.get('password') ?? '', invite };
  const result = await signUp(request.app, given, clientOf(request));
  if (result.outcome === 'signedIn') return welcome(request, result.cookies, nextOf(request));
  if (result.outcome === 'invalidLink') return expiredLink(INVITE_EXPIRED);
  return signUpPage(withProblems(request, ...problemsOf(result)), invite);
}

function problemsOf(result: Awaited<ReturnType<typeof signUp>>): [problems: Problems, status?: number] {
  if (result.outcome === 'recentlyDeleted') return [{ email: recentlyDeleted(result.waitMs) }, 429];
  if (result.outcome === 'throttled') return [{ form: waitMessage(result.waitMs) }, 429];
  return [{ email: result.outcome === 'suspended' ? SUSPENDED : TAKEN }];
}

const TAKEN = 'This address already has an account. Sign in instead.';

function recentlyDeleted(waitMs: number): string {
  return `The account of this address was deleted. You can sign up again in ${formatWait(waitMs)}.`;
}

function welcome(request: PageRequest, cookies: SignInCookies, next: string): PageResponse {
  const location = next === HOME_PATH ? `${HOME_PATH}?done=welcome` : next;
  return { status: 303, location, headers: signInHeaders(request, cookies) };
}

function nextOf({ form: sent, query }: PageRequest): string {
  return readNext(sent.get('next') ?? query.get('next'));
}

/** The page that the emailed link opens. Mail scanners open links, so the account is created by a form. */
export async function showVerify(request: PageRequest): Promise<PageResponse> {
  const token = request.query.get('token') ?? '';
  const found = await findToken(request.app, 'verify', token);
  return found ? verifyPage(request, found, token) : expiredLink(SIGN_UP_AGAIN);
}

export async function doVerify(request: PageRequest): Promise<PageResponse> {
  const token = readField(request, 'token');
  const found = await findToken(request.app, 'verify', token);
  if (!found) return expiredLink(SIGN_UP_AGAIN);
  const problems = findProblems(request, found.content.email);
  if (hasProblems(problems)) return verifyPage(withProblems(request, problems), found, token);
  const result = await confirmSignUp(request.app, found, request.form.get('password') ?? '', clientOf(request));
  return result ? welcome(request, result.cookies, readNext(found.content.next)) : expiredLink(SIGN_UP_AGAIN);
}

const SIGN_UP_AGAIN = html`<p><a href="/signin">Sign in</a>, or <a href="/signup">sign up again</a>.</p>`;

/** The same page whether the address has an account or not. */
export function showSignUpSent(): HtmlResponse {
  return notice(
    'Check your email',
    html`<p>We have sent you a link. Open it to choose a password, in this browser or in another one. It may take a minute; check
your spam folder, too.</p>`,
  );
}

function findProblems(request: PageRequest, email: string): Problems {
  return {
    password: findPasswordProblem(request.form.get('password') ?? '', email),
    terms: request.form.get('terms') !== 'yes' && 'Please accept the terms.',
  };
}

/** What the page says to a developer, and to a visitor who wants to propose a change. */
const FOR_KEYS = {
  title: 'Get an API key',
  lead: 'Your program can use the API at once.',
  submit: 'Get my API key',
};
const FOR_PROPOSALS = {
  title: 'Create an account',
  lead: 'Then you can propose the change. Your profile says what became of it.',
  submit: 'Create my account',
};

function signUpPage(request: PageRequest, invite?: Invite): HtmlResponse {
  const { isConfigured: isByMail } = request.app.mail;
  const invited = invite?.content.plan ?? 'free';
  const plan = invited === 'free' ? 'Free for non-commercial use.' : `Your invitation is for the ${invited} plan.`;
  const next = nextOf(request);
  const { title, lead, submit } = isProposalForm(next) ? FOR_PROPOSALS : FOR_KEYS;
  const content = html`<p>${lead} ${plan}</p>
${form(request, '/signup', [
  formProblem(request.problems.form),
  hiddenField('next', next),
  invite && hiddenField('invite', request.path.token ?? readField(request, 'invite')),
  emailField(request),
  isByMail ? html`<p class="hint">We will email you a link to go on.</p>` : accountFields(request, invited),
  html`<button>${submit}</button>`,
])}
<p>Already have an account? <a href="/signin?next=${encodeURIComponent(next)}">Sign in</a>.</p>`;
  return formPage(request, title, content, SHOW_PASSWORD);
}

/** What a person decides when the account is created. */
function accountFields(request: PageRequest, plan: Plan): Html {
  const terms = html`accept the <a href="/terms">terms</a>`;
  const label = plan === 'free' ? html`My use is non-commercial, and I ${terms}` : html`I ${terms}`;
  return html`${newPasswordField(request, 'password', 'Password')}
${checkbox(request, { name: 'terms', label, isChecked: request.form.get('terms') === 'yes', required: true })}`;
}

function verifyPage(request: PageRequest, { content }: ParsedToken<'verify'>, token: string): HtmlResponse {
  const fields = html`<p>You signed up as <strong>${content.email}</strong>.</p>
${form(request, '/verify', [
  hiddenField('token', token),
  hiddenField('username', content.email),
  accountFields(request, content.plan),
  html`<button>Create my account</button>`,
])}
<p class="hint">Did not sign up? Close this page, and no account will be created.</p>`;
  return formPage(request, 'Choose a password', fields, SHOW_PASSWORD);
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
