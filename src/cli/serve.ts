import { addAccount } from '../accounts/accounts.ts';
import { issueKey } from '../accounts/keys.ts';
import { openSecret } from '../accounts/secret.ts';
import type { Config } from '../config.ts';
import type { Serving } from '../server/serve.ts';
import type { Store } from '../store/store.ts';
import { VERSION } from '../version.ts';
import { type Input, print } from './command.ts';
import { withStore } from './with-store.ts';

const LOCAL_ACCOUNT = 'local@localhost';

export async function serveCommand({ config }: Input): Promise<void> {
  const { promise: signal, resolve: stop } = Promise.withResolvers<void>();
  process.once('SIGTERM', () => stop());
  process.once('SIGINT', () => stop());

  const key = await withStore(config, (store) => prepare(config, store));
  const { serve } = await import('../server/serve.ts');
  const serving = await serve(config);
  print(greeting(serving, key));
  await signal;
  await serving.close();
  // Whatever is still open after the deadline ends with the process.
  process.exit(0);
}

/** In one piece, so that whoever reads the first line can read them all. */
function greeting({ url, games }: Serving, key: string | undefined): string {
  const lines = [`Ludex ${VERSION} serves ${games} games at ${url}`];
  if (key) {
    lines.push(`Your key, shown only now: ${key}`);
    lines.push(`Try it: ${url}/v1/games?title=mario&format=brief&api_key=${key}`);
  }
  return lines.join('\n');
}

/** A first start in an empty folder makes a catalog and a local account with a key. */
async function prepare(config: Config, store: Store): Promise<string | undefined> {
  if (config.starter && (await store.catalog.readRevision()) === 0) {
    const { loadStarter } = await import('../importers/starter.ts');
    await loadStarter(store, Date.now);
  }
  return makeLocalAccount(config, store);
}

/** Only ever once: an operator who removed the local account does not want it back. */
async function makeLocalAccount(config: Config, store: Store): Promise<string | undefined> {
  const secret = await openSecret(config, store.accounts);
  if (await store.accounts.findFact('first_start')) return undefined;
  const createdAt = Date.now();
  await store.accounts.putFact('first_start', new Date(createdAt).toISOString());
  if ((await store.accounts.listAccounts()).length > 0) return undefined;
  const { accountId } = await addAccount(store.accounts, { email: LOCAL_ACCOUNT, plan: 'free', createdAt });
  return issueKey(store.accounts, secret, { accountId, name: 'first key', createdAt });
}
