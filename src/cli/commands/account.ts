import { text } from 'node:stream/consumers';
import {
  addAccount,
  getAccount,
  makeResetToken,
  parseEmail,
  resume,
  setEmail,
  setPassword,
  suspend,
} from '../../accounts/accounts.ts';
import { issueKey } from '../../accounts/keys.ts';
import { findPasswordProblem } from '../../accounts/passwords.ts';
import { openSecret } from '../../accounts/secret.ts';
import { makeToken, type TokenContents } from '../../accounts/tokens.ts';
import { OperatorError } from '../../errors.ts';
import { PLANS, type Plan } from '../../plans.ts';
import { type Account, ROLES } from '../../store/service-tables.ts';
import type { Store } from '../../store/store.ts';
import { type Input, print, printRows } from '../kit/command.ts';
import { onStore, printLink, withAccounts, withStore } from '../kit/with-store.ts';

export async function accountAdd(input: Input): Promise<void> {
  await addWithKey(input);
  if (!input.switches.has('operator')) return;
  // Not to stdout, which has only the key.
  await withAccounts(input.config, async (context) => {
    const account = await getAccount(context.store.accounts, input.args[0] as string);
    const token = await makeResetToken(context, account);
    process.stderr.write(`ludex: Set a password here, then sign in: ${context.publicUrl}/reset?token=${token}\n`);
  });
}

function addWithKey({ config, args, flags, switches }: Input): Promise<void> {
  return withStore(config, async (store) => {
    const plan = parsePlan(flags.plan ?? 'free');
    const secret = await openSecret(config, store.accounts);
    const createdAt = Date.now();
    const role = switches.has('operator') ? 'operator' : 'member';
    const { accountId } = await addAccount(store.accounts, { email: args[0] as string, plan, role, createdAt });
    try {
      print(await issueKey(store.accounts, secret, { accountId, name: 'first key', key: flags.key, createdAt }));
    } catch (error) {
      // Do not leave an account without a key behind.
      await store.accounts.removeAccount(accountId);
      throw error;
    }
  });
}

export const accountList = onStore(async (input, store) => {
  const part = (input.args[0] ?? '').trim().toLowerCase();
  const accounts = await store.accounts.listAccounts();
  const found = accounts.filter(({ email }) => email.includes(part));
  const rows = found.map(({ email, plan, role, suspendedAt, createdAt }) => ({
    email,
    plan,
    role,
    state: suspendedAt === null ? 'active' : 'suspended',
    created: new Date(createdAt).toISOString(),
  }));
  printRows(rows, input);
});

export const accountPlan = onAccount(({ args }, store, { accountId }) =>
  store.accounts.changeAccount(accountId, { plan: parsePlan(args[1] as string) }),
);

export const accountRemove = onAccount((_input, store, { accountId }) => store.accounts.removeAccount(accountId));

export const accountRole = onAccount(({ args }, store, { accountId }) => {
  const role = ROLES.find((name) => name === args[1]);
  if (!role) throw new OperatorError(`Unknown role "${args[1]}"; use one of ${ROLES.join(', ')}`);
  return store.accounts.changeAccount(accountId, { role });
});

export const accountEmail = onAccount(async ({ args }, store, account) => {
  const email = parseEmail(args[1] as string);
  const isFree = await setEmail({ store }, account, email);
  if (!isFree) throw new OperatorError(`The account ${email} already exists`);
});

export const accountSuspend = onAccount((_input, store, { accountId }) => suspend(store, accountId, Date.now()));

export const accountResume = onAccount((_input, store, { accountId }) => resume(store, accountId));

export function accountReset({ config, args, switches }: Input): Promise<void> {
  return withAccounts(config, async (context) => {
    const account = await getAccount(context.store.accounts, args[0] as string);
    if (!switches.has('stdin')) {
      return printLink(context, `/reset?token=${await makeResetToken(context, account)}`);
    }
    // The line end is not part of the password.
    const password = (await text(process.stdin)).replace(/\r?\n$/, '');
    const problem = findPasswordProblem(password, account.email);
    if (problem) throw new OperatorError(`This password cannot be used. ${problem}`);
    await setPassword(context, account, password);
  });
}

/** A command whose first argument is the address of an account. */
function onAccount(work: (input: Input, store: Store, account: Account) => Promise<unknown>) {
  return onStore(async (input, store) => {
    await work(input, store, await getAccount(store.accounts, input.args[0] as string));
  });
}

function parsePlan(text: string): Plan {
  const plan = PLANS.find((name) => name === text);
  if (!plan) throw new OperatorError(`Unknown plan "${text}"; use one of ${PLANS.join(', ')}`);
  return plan;
}

export function inviteAdd({ config, args, flags }: Input): Promise<void> {
  return withAccounts(config, async (context) => {
    const plan = parsePlan(flags.plan ?? 'free');
    const token = await makeToken(context, 'invite', { note: args[0] as string, plan });
    printLink(context, `/invite/${token}`);
  });
}

export const inviteList = onStore(async (input, store) => {
  await store.tokens.removeExpired(Date.now());
  const invites = await store.tokens.list('invite');
  const rows = invites.map(({ tokenId, content, createdAt, expiresAt }) => {
    const { note, plan } = JSON.parse(content) as TokenContents['invite'];
    return {
      invite_id: tokenId,
      note,
      plan,
      created: new Date(createdAt).toISOString(),
      expires: new Date(expiresAt).toISOString(),
    };
  });
  printRows(rows, input);
});

export const inviteRemove = onStore(async ({ args }, store) => {
  const id = args[0] as string;
  const removed = /^\d{1,15}$/.test(id) && (await store.tokens.remove(Number(id), 'invite'));
  if (!removed) throw new OperatorError(`There is no invitation ${id}; "ludex invite list" shows the ids`);
});
