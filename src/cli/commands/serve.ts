import { dirname } from 'node:path';
import { getAccount } from '../../accounts/accounts.ts';
import { issueKey } from '../../accounts/keys.ts';
import { openSecret } from '../../accounts/secret.ts';
import { removeLeftoversIn } from '../../bundle/temporary-folder.ts';
import { type Config, coversFolder, dumpsFolder, isRunByNpm, mediaFolder } from '../../config.ts';
import { ImportRunning, OperatorError } from '../../errors.ts';
import { removePartialFiles } from '../../pictures/incoming.ts';
import type { RunningServer } from '../../server/serve.ts';
import { lockFolder } from '../../store/sqlite/database.ts';
import type { Store } from '../../store/store.ts';
import { VERSION } from '../../version.ts';
import { formatCount, type Input, print } from '../kit/command.ts';
import { withStore } from '../kit/with-store.ts';

const PARENT_POLL_MS = 500;
const LOCAL_ACCOUNT = 'local@localhost';

export async function serveCommand({ config }: Input): Promise<void> {
  const { promise: signal, resolve: stop } = Promise.withResolvers<void>();
  process.once('SIGTERM', () => stop());
  process.once('SIGINT', () => stop());
  if (isRunByNpm()) stopWithParent(stop);

  await serveUntil(signal, (onServing) => start(config, onServing));
  // Also ends connections that are open after the deadline, and a start that was interrupted.
  process.exit(0);
}

/** Closes the server at the signal, even if the signal comes before the start has ended: the server may already have clients. */
export async function serveUntil(
  signal: Promise<void>,
  start: (onServing: (serving: Pick<RunningServer, 'close'>) => void) => Promise<unknown>,
): Promise<void> {
  let serving: Pick<RunningServer, 'close'> | undefined;
  const starting = start((running) => {
    serving = running;
  });
  await Promise.race([starting, signal]);
  await signal;
  await serving?.close();
}

async function start(config: Config, onServing: (serving: RunningServer) => void): Promise<void> {
  if (config.database_url === undefined) lockData(config);
  removeLeftoversIn(dirname(config.data));
  // Of "ludex restore".
  removeLeftoversIn(config.data);
  removeLeftoversIn(dumpsFolder(config));
  for (const folder of [mediaFolder(config), coversFolder(config)]) await removePartialFiles(folder);
  const { serveWhenStoreIsAvailable } = await import('../../server/serve.ts');
  await serveWhenStoreIsAvailable(config, {
    prepare: () => withStore(config, (store) => prepare(config, store)),
    // Only after the server listens: a key issued by a failed start would be lost.
    announce: (serving) => {
      onServing(serving);
      return withStore(config, (store) => announce(config, store, serving));
    },
  });
}

/** With PostgreSQL, nodes may share the folder: it has only pictures and the secret. */
function lockData(config: Config): void {
  if (lockFolder(config.data)) return;
  throw new OperatorError(
    `Another server uses the data folder ${config.data}: stop it first, or set LUDEX_DATA to another folder`,
  );
}

/** npm forwards a signal only to its shell, which exits without forwarding it. So watch for a new parent process. */
function stopWithParent(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) stop();
  }, PARENT_POLL_MS);
  timer.unref();
}

/** Checks the secret and loads the starter catalog into an empty store. */
async function prepare(config: Config, store: Store): Promise<void> {
  await openSecret(config, store.accounts);
  if (!config.starter || config.follow !== undefined || (await store.catalog.readRevision()) > 0) return;
  const { loadStarter } = await import('../../merging/load/load.ts');
  const { openPictureStore } = await import('../../pictures/picture-store.ts');
  // Thumbnails are made on demand, for a faster first start, unless another server serves the folder.
  const pictureStore = openPictureStore(mediaFolder(config), { withThumbnails: config.media_url !== undefined });
  for (;;) {
    try {
      return void (await loadStarter(store, Date.now, pictureStore));
    } catch (error) {
      // Another node that started at the same time has loaded it, or is doing it: an attempt waits for that some seconds.
      if ((await store.catalog.readRevision()) > 0) return;
      if (!(error instanceof ImportRunning)) throw error;
    }
  }
}

/** Prints the URL, and a key if no start has printed one before. */
async function announce(config: Config, store: Store, serving: RunningServer): Promise<void> {
  const isFirst = (await store.accounts.findValue('greeted_at')) === undefined;
  const key = isFirst ? await makeLocalKey(config, store) : undefined;
  print(greeting(serving, key));
  if (isFirst) await store.accounts.setValueOnce('greeted_at', new Date().toISOString());
}

/** One write, so that a reader of the first line gets all lines. */
function greeting({ url, games }: RunningServer, key: string | undefined): string {
  const lines = [`Ludex ${VERSION} serves ${formatCount(games, 'game')} at ${url}`];
  if (key) {
    lines.push(`Your API key, shown only once: ${key}`);
    lines.push(`Try it: ${url}/v1/games?title=mario&format=brief&api_key=${key}`);
    const command = isRunByNpm() ? 'npx ludex' : 'ludex';
    lines.push(`To run and edit it in the browser: ${command} account add you@example.org --operator`);
  }
  return lines.join('\n');
}

/** A key of the local account, unless other accounts exist. */
async function makeLocalKey(config: Config, store: Store): Promise<string | undefined> {
  const createdAt = Date.now();
  const others = (await store.accounts.listAccounts()).filter(({ email }) => email !== LOCAL_ACCOUNT);
  if (others.length > 0) return undefined;
  const account =
    (await store.accounts.addAccount({ email: LOCAL_ACCOUNT, plan: 'free', createdAt })) ??
    (await getAccount(store.accounts, LOCAL_ACCOUNT));
  const secret = await openSecret(config, store.accounts);
  return issueKey(store.accounts, secret, { accountId: account.accountId, name: 'first key', createdAt });
}
