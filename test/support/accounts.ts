import { issueKey } from '../../src/accounts/keys.ts';
import { hashPassword } from '../../src/accounts/passwords.ts';
import { openSecret } from '../../src/accounts/secret.ts';
import { startSession } from '../../src/accounts/sign-in.ts';
import type { Config } from '../../src/config.ts';
import { openStore } from '../../src/store/open.ts';
import type { Account, Role } from '../../src/store/service-tables.ts';
import type { Store } from '../../src/store/store.ts';
import { type Browser, openBrowser } from './browser.ts';
import { NOON, startServer, type TestServer } from './servers/server.ts';

export const PASSWORD = 'a quite long password';

export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** An account with a password and a key. */
export function addPerson(
  { config }: Pick<TestServer, 'config'>,
  email: string,
  role: Role = 'member',
): Promise<Account & { key: string }> {
  return withStore(config, async (store) => {
    const password = await hashPassword(PASSWORD);
    const account = await store.accounts.addAccount({ email, plan: 'free', role, password, createdAt: NOON });
    if (!account) throw new Error(`there is an account ${email} already`);
    const secret = await openSecret(config, store.accounts);
    const wanted = { accountId: account.accountId, name: 'first key', createdAt: NOON };
    return { ...account, key: await issueKey(store.accounts, secret, wanted) };
  });
}

/** The cookie of a new session, without the pages. */
export function startedSession({ config }: Pick<TestServer, 'config'>, accountId: number, now = NOON): Promise<string> {
  return withStore(config, async (store) => {
    const secret = await openSecret(config, store.accounts);
    return `ludex_session=${await startSession({ store, secret, config, clock: () => now }, accountId, '')}`;
  });
}

/** A browser in which this person is signed in. */
export async function signIn({ url }: Pick<TestServer, 'url'>, email: string, password = PASSWORD): Promise<Browser> {
  const browser = openBrowser(url);
  await browser.open('/signin');
  const page = await browser.submit('/signin', { email, password });
  if (page.path !== '/profile') throw new Error(`${email} could not sign in: ${page.status} ${page.path}`);
  return browser;
}

/** A new account, and a browser in which its owner is signed in. */
export async function addSignedIn(server: Pick<TestServer, 'url' | 'config'>, ...person: [email: string, role?: Role]) {
  const account = await addPerson(server, ...person);
  return { ...account, browser: await signIn(server, account.email) };
}

/** A server, and a browser in which its operator is signed in. */
export async function startWithOperator(...args: Parameters<typeof startServer>) {
  const server = await startServer(...args);
  const { browser } = await addSignedIn(server, 'boss@example.org', 'operator');
  return { server, boss: browser };
}

/** A browser in which somebody has sent the form that signs up, and the page that follows. */
export async function signUp({ url }: Pick<TestServer, 'url'>, email: string, password = PASSWORD, headers = {}) {
  const browser = openBrowser(url, headers);
  return { browser, page: await browser.send('/signup', '/signup', { email, password, terms: 'yes' }) };
}
