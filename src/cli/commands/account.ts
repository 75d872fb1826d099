import { addAccount, getAccount, parseEmail } from '../../accounts/accounts.ts';
import { setEmail } from '../../accounts/change-email.ts';
import { issueKey } from '../../accounts/keys.ts';
import { openSecret } from '../../accounts/secret.ts';
import { resume, suspend } from '../../accounts/suspension.ts';
import { OperatorError } from '../../errors.ts';
import { PLANS, type Plan } from '../../plans.ts';
import { ROLES } from '../../store/tables.ts';
import { type Input, print, printRows } from '../kit/command.ts';
import { withExistingStore, withStore } from '../kit/with-store.ts';

export function accountAdd({ config, args, flags, switches }: Input): Promise<void> {
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

export function accountList(input: Input): Promise<void> {
  return withExistingStore(input.config, async (store) => {
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
}

export function accountPlan({ config, args }: Input): Promise<void> {
  return withExistingStore(config, async (store) => {
    const plan = parsePlan(args[1] as string);
    const { accountId } = await getAccount(store.accounts, args[0] as string);
    await store.accounts.changeAccount(accountId, { plan });
  });
}

export function accountRemove({ config, args }: Input): Promise<void> {
  return withExistingStore(config, async (store) => {
    const { accountId } = await getAccount(store.accounts, args[0] as string);
    await store.accounts.removeAccount(accountId);
  });
}

export function accountRole({ config, args }: Input): Promise<void> {
  return withExistingStore(config, async (store) => {
    const role = ROLES.find((name) => name === args[1]);
    if (!role) throw new OperatorError(`Unknown role "${args[1]}"; use one of ${ROLES.join(', ')}`);
    const { accountId } = await getAccount(store.accounts, args[0] as string);
    await store.accounts.changeAccount(accountId, { role });
  });
}

export function accountEmail({ config, args }: Input): Promise<void> {
  return withExistingStore(config, async (store) => {
    const email = parseEmail(args[1] as string);
    const account = await getAccount(store.accounts, args[0] as string);
    const isFree = await setEmail({ store }, account, email, null);
    if (!isFree) throw new OperatorError(`The account ${email} already exists`);
  });
}

export function accountSuspend({ config, args }: Input): Promise<void> {
  return withExistingStore(config, async (store) => {
    const { accountId } = await getAccount(store.accounts, args[0] as string);
    await suspend(store, accountId, Date.now());
  });
}

export function accountResume({ config, args }: Input): Promise<void> {
  return withExistingStore(config, async (store) => {
    const { accountId } = await getAccount(store.accounts, args[0] as string);
    await resume(store, accountId);
  });
}

export function parsePlan(text: string): Plan {
  const plan = PLANS.find((name) => name === text);
  if (!plan) throw new OperatorError(`Unknown plan "${text}"; use one of ${PLANS.join(', ')}`);
  return plan;
}
