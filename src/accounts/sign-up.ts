import type { Account } from '../store/service-tables.ts';
import type { AccountContext } from './context.ts';
import { issueKey } from './keys.ts';
import { accountExistsMail, confirmSignUpMail, recentlyDeletedMail } from './mail-messages.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { type ClientInfo, completeSignIn, type SignIn, signIn } from './sign-in.ts';
import { countAttempt, deletedAddressWaitMs, isMailAllowed } from './throttle.ts';
import { findToken, makeToken, type ParsedToken, type TokenContents, useToken } from './tokens.ts';

export interface SignUp {
  email: string;
  password: string;
  invite?: ParsedToken<'invite'> | undefined;
}

/**
 * Creates the account and signs in. A form that was sent twice signs in, too: the password is then the account's own. Without
 * email nothing else can tell a person that the address is taken, so the response does.
 */
export async function signUp(
  context: AccountContext,
  given: SignUp,
  client: ClientInfo,
): Promise<SignIn | InvalidLink | RecentlyDeleted> {
  const waitMs = await deletedAddressWaitMs(context, given.email);
  if (waitMs > 0) return { outcome: 'recentlyDeleted', waitMs };
  const account = await makeAccount(context, await makePending(context, given), null);
  if (account) return { outcome: 'signedIn', cookies: await completeSignIn(context, account, client) };
  const isTaken = await context.store.accounts.findAccount(given.email);
  return isTaken ? signIn(context, given, client) : { outcome: 'invalidLink' };
}

/**
 * With a mail server the account is created only after the address is confirmed, so that it cannot be registered by a
 * stranger. Response and timing do not reveal whether the address has an account: the password is always hashed, and the
 * rest runs in the background. `browser` is a random cookie of the browser.
 */
export async function signUpByMail(context: AccountContext, given: SignUp, browser: string): Promise<void> {
  const { email } = given;
  const pending = { ...(await makePending(context, given)), browser: digestBrowser(context, browser) };
  context.mail.enqueue(async () => {
    if (!(await isMailAllowed(context, email))) return undefined;
    if (await context.store.accounts.findAccount(email)) return accountExistsMail(context, email);
    if ((await deletedAddressWaitMs(context, email)) > 0) return recentlyDeletedMail(context, email);
    return confirmSignUpMail(context, email, await makeToken(context, 'verify', pending));
  });
}

async function makePending({ clock }: AccountContext, { email, password, invite }: SignUp) {
  return { email, password: await hashPassword(password), termsAt: clock(), inviteId: invite?.tokenId ?? null };
}

/** Whether this browser, known by its cookie, sent the sign-up. */
export function isFromBrowser(context: AccountContext, token: ParsedToken<'verify'>, browser = ''): boolean {
  return token.content.browser === digestBrowser(context, browser);
}

function digestBrowser({ secret }: AccountContext, browser: string): string {
  return secret.digest(`signup ${browser}`).toString('base64url');
}

interface InvalidLink {
  outcome: 'invalidLink';
}

/** The account of this address was deleted, and its owner cannot sign up again yet. */
interface RecentlyDeleted {
  outcome: 'recentlyDeleted';
  waitMs: number;
}

export type Confirmed = Exclude<SignIn, { outcome: 'suspended' }> | InvalidLink;

/**
 * Creates the account once its address is confirmed. Somebody else may have signed up with this address: a password that was
 * chosen in another browser is only kept if the reader of the email knows it. Otherwise the stranger would share the account.
 */
export async function confirmSignUp(
  context: AccountContext,
  given: { token: string; password: string; browser: string | undefined },
  client: ClientInfo,
): Promise<Confirmed> {
  const token = await findToken(context, 'verify', given.token);
  if (!token) return { outcome: 'invalidLink' };
  const isKnown = isFromBrowser(context, token, given.browser);
  if (!isKnown && given.password !== '') {
    const waitMs = await countAttempt(context, { email: token.content.email, address: client.address });
    if (waitMs > 0) return { outcome: 'throttled', seconds: Math.ceil(waitMs / 1000) };
    if (!(await checkPassword(token.content.password, given.password)).isCorrect) return { outcome: 'wrongPassword' };
  }
  if (!(await useToken(context, token))) return { outcome: 'invalidLink' };
  const password = isKnown || given.password !== '' ? token.content.password : null;
  const account = await makeAccount(context, { ...token.content, password }, context.clock());
  return account
    ? { outcome: 'signedIn', cookies: await completeSignIn(context, account, client) }
    : { outcome: 'invalidLink' };
}

/** Undefined if the address already has an account, or the invitation is used. */
async function makeAccount(
  context: AccountContext,
  pending: Omit<TokenContents['verify'], 'password'> & { password: string | null },
  verifiedAt: number | null,
): Promise<Account | undefined> {
  const { email, password, termsAt, inviteId } = pending;
  if (await context.store.accounts.findAccount(email)) return undefined;
  const plan = await planOf(context, inviteId);
  if (!plan) return undefined;
  const createdAt = context.clock();
  const account = await context.store.accounts.addAccount({ email, plan, password, termsAt, verifiedAt, createdAt });
  if (!account) return undefined;
  const { accountId } = account;
  await issueKey(context.store.accounts, context.secret, { accountId, name: 'first key', createdAt });
  return account;
}

/** Uses up the invitation and returns its plan; without an invitation, the free plan. */
async function planOf(context: AccountContext, inviteId: number | null): Promise<Account['plan'] | undefined> {
  if (inviteId === null) return 'free';
  const invites = await context.store.tokens.list('invite');
  const invite = invites.find(({ tokenId }) => tokenId === inviteId);
  if (!invite || !(await useToken(context, invite))) return undefined;
  return (JSON.parse(invite.content) as TokenContents['invite']).plan;
}
