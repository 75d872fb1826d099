import { addAccount, getAccount } from '../accounts/accounts.ts';
import { issueKey } from '../accounts/keys.ts';
import { openSecret } from '../accounts/secret.ts';
import { OperatorError } from '../errors.ts';
import { PLANS, type Plan } from '../plans.ts';
import { type Input, print, printRows } from './command.ts';
import { withExistingStore, withStore } from './with-store.ts';

export function accountAdd({ config, words, flags }: Input): Promise<void> {
  return withStore(config, async (store) => {
    const plan = parsePlan(flags.plan ?? 'free');
    const secret = await openSecret(config, store.accounts);
    const createdAt = Date.now();
    const { accountId } = await addAccount(store.accounts, { email: words[0] as string, plan, createdAt });
    try {
      print(await issueKey(store.accounts, secret, { accountId, name: 'first key', key: flags.key, createdAt }));
    } catch (error) {
      // An account without its key is not what was asked for.
      await store.accounts.removeAccount(accountId);
      throw error;
    }
  });
}

export function accountList(input: Input): Promise<void> {
  return withExistingStore(input.config, async (store) => {
    const accounts = await store.accounts.listAccounts();
    const rows = accounts.map(({ email, plan, createdAt }) => ({
      email,
      plan,
      created: new Date(createdAt).toISOString(),
    }));
    printRows(rows, input);
  });
}

export function accountPlan({ config, words }: Input): Promise<void> {
  return withExistingStore(config, async (store) => {
    const plan = parsePlan(words[1] as string);
    const { accountId } = await getAccount(store.accounts, words[0] as string);
    await store.accounts.changeAccount(accountId, { plan });
  });
}

export function accountRemove({ config, words }: Input): Promise<void> {
  return withExistingStore(config, async (store) => {
    const { accountId } = await getAccount(store.accounts, words[0] as string);
    await store.accounts.removeAccount(accountId);
  });
}

function parsePlan(text: string): Plan {
  const plan = PLANS.find((name) => name === text);
  if (!plan) throw new OperatorError(`"${text}" is no plan; there are ${PLANS.join(', ')}`);
  return plan;
}
