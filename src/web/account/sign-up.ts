import { normalizeEmail } from '../../accounts/accounts.ts';
import { findPasswordProblem } from '../../accounts/passwords.ts';
import { confirmSignUp, signUp } from '../../accounts/sign-up.ts';
import { countMailForm } from '../../accounts/throttle.ts';
import { findToken, type ParsedToken } from '../../accounts/tokens.ts';
import type { Plan } from '../../plans.ts';
import { again, checkbox, form, formProblem, hiddenField, PRIVATE, type Problems, typed } from '../kit/forms.ts';
import { html, nothing } from '../kit/html.ts';
import { notice, staleLink } from '../kit/notices.ts';
import type { HtmlAnswer, PageAnswer, PageRequest } from '../kit/page.ts';
import { emailField, newPasswordField, passwordField } from './fields.ts';
import { entryHeaders, originOf, waitSentence } from './sign-in.ts';

type Invite = ParsedToken<'invite'> | undefined;

/** What the page says and carries of an invitation. */
interface Invited {
  token: string;
  plan: Plan;
}

const LATER = html`<p>Ask for another one, or <a href="/signin">sign in</a> if you have an account.</p>`;

export function showSignUp(request: PageRequest): PageAnswer {
  if (request.account) return { status: 303, location: '/profile' };
  return request.app.config.sign_up === 'open' ? signUpPage(request, {}) : closed(request);
}

/** An invitation is a sign-up that is open to who has the link. */
export async function showInvite(request: PageRequest): Promise<PageAnswer> {
  const token = request.path.token ?? '';
  const invite = request.app.config.sign_up !== 'closed' && (await findToken(request.app, 'invite', token));
  return invite ? signUpPage(request, {}, { token, plan: invite.content.plan }) : staleLink(LATER);
}

export async function doSignUp(request: PageRequest): Promise<PageAnswer> {
  const { app, address } = request;
  const token = typed(request, 'invite');
  const invite = token === '' ? undefined : await findToken(app, 'invite', token);
  if (token !== '' && !invite) return staleLink(LATER);
  const invited = invite && { token, plan: invite.content.plan };
  if (app.config.sign_up === 'closed' || (app.config.sign_up === 'invite' && !invite)) return closed(request);
  const problems = findProblems(request);
  if (Object.keys(problems).length > 0) return signUpPage(request, problems, invited);
  const waitMs = await countMailForm(app, address);
  if (waitMs > 0) return signUpPage(request, { form: waitSentence(Math.ceil(waitMs / 1000)) }, invited, 429);
  return finish(request, invite);
}

/** The link of the mail; the account is made when its password is entered again. */
export async function showVerify(request: PageRequest): Promise<PageAnswer> {
  const token = request.query.get('token') ?? '';
  const found = await findToken(request.app, 'verify', token);
  return found ? verifyPage(request, { email: found.content.email, token }, {}) : staleLink(RETRY);
}

export async function doVerify(request: PageRequest): Promise<PageAnswer> {
  const { app } = request;
  const token = typed(request, 'token');
  const found = await findToken(app, 'verify', token);
  const result = await confirmSignUp(app, { token, password: request.form.get('password') ?? '' }, originOf(request));
  if (result.outcome === 'in') {
    return { status: 303, location: '/profile?done=welcome', headers: entryHeaders(request, result.entry) };
  }
  if (result.outcome === 'stale' || !found) return staleLink(RETRY);
  const isWait = result.outcome === 'wait';
  const problem = isWait ? waitSentence(result.seconds) : 'This is not the password that you chose when you signed up.';
  return verifyPage(request, { email: found.content.email, token }, { password: problem }, isWait ? 429 : 422);
}

const RETRY = html`<p><a href="/signin">Sign in</a>, or <a href="/signup">sign up once more</a>.</p>`;

async function finish(request: PageRequest, invite: Invite): Promise<PageAnswer> {
  const email = normalizeEmail(typed(request, 'email')) as string;
  await signUp(request.app, { email, password: request.form.get('password') ?? '', invite });
  return { status: 303, location: request.app.mail.isConfigured ? '/signup/sent' : '/signin?done=signup' };
}

/** The same for everybody: the mail says the rest. */
export function showSent(): HtmlAnswer {
  return notice(
    'Look into your mail',
    html`<p>We have sent you a mail. Open the link in it to go on; it may take a minute, and hide among the unwanted ones.</p>`,
  );
}

function findProblems(request: PageRequest): Problems {
  const email = typed(request, 'email');
  const password = request.form.get('password') ?? '';
  const emailProblem = normalizeEmail(email) === undefined && 'Write an e-mail address, such as ada@example.org.';
  const passwordProblem = findPasswordProblem(password, normalizeEmail(email) ?? '');
  const termsProblem = request.form.get('terms') !== 'yes' && 'An account needs your consent to the terms.';
  return {
    ...(emailProblem && { email: emailProblem }),
    ...(passwordProblem && { password: passwordProblem }),
    ...(termsProblem && { terms: termsProblem }),
  };
}

function signUpPage(request: PageRequest, problems: Problems, invited?: Invited, status?: number): HtmlAnswer {
  const isFree = invited === undefined || invited.plan === 'free';
  const terms = html`accept the <a href="/terms">terms</a>`;
  const consent = isFree ? html`I use it not for profit, and ${terms}` : html`I ${terms}`;
  const plan = isFree
    ? 'It is free for whatever is not for profit.'
    : `Your invitation is for the ${invited.plan} plan.`;
  const page = {
    title: 'Make an account',
    headers: PRIVATE,
    body: html`<div class="narrow"><h1>Make an account</h1>
<p>An account has a key, with which your program asks the API. ${plan}</p>
${form(request, '/signup', [
  formProblem(problems.form),
  invited ? hiddenField('invite', invited.token) : nothing,
  emailField(request, problems),
  newPasswordField('password', 'Password', problems),
  checkbox('terms', consent, request.form.get('terms') === 'yes', problems),
  html`<button>Make an account</button>`,
])}
<p>You have one? <a href="/signin">Sign in</a>.</p></div>`,
  };
  return again(page, problems, status);
}

function verifyPage(
  request: PageRequest,
  { email, token }: { email: string; token: string },
  problems: Problems,
  status?: number,
): HtmlAnswer {
  const page = {
    title: 'Confirm your address',
    headers: PRIVATE,
    body: html`<div class="narrow"><h1>Confirm your address</h1>
<p>Enter the password that you chose when you signed up as <strong>${email}</strong>.</p>
${form(request, '/verify', [
  hiddenField('token', token),
  passwordField('password', 'Password', problems),
  html`<button>Confirm and sign in</button>`,
])}
<p class="hint">You did not sign up? Then leave this page: there will be no account.</p></div>`,
  };
  return again(page, problems, status);
}

function closed({ app }: PageRequest): HtmlAnswer {
  const [title, who] =
    app.config.sign_up === 'invite'
      ? ['Accounts are by invitation', 'New accounts need an invitation.']
      : ['Sign-up is closed', 'No new accounts are made here.'];
  return notice(
    title,
    html`<p>${who} Please write to the operator of this site.</p><p><a href="/signin">Sign in</a></p>`,
    403,
  );
}
