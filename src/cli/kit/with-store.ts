import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import type { AccountContext } from '../../accounts/context.ts';
import { openMail } from '../../accounts/mail.ts';
import { openSecret } from '../../accounts/secret.ts';
import { type Config, publicUrlOf } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import { type Input, print } from './command.ts';

/** Opens the store for one command, creates it if missing, and closes it afterwards. */
export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** A command that works on an existing store. */
export function onStore(work: (input: Input, store: Store) => Promise<void>): (input: Input) => Promise<void> {
  return (input) => withExistingStore(input.config, (store) => work(input, store));
}

/** For commands that need existing data: a misspelt folder must not become an empty store. */
export async function withExistingStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  if (config.database_url === undefined && !existsSync(config.data)) throw noDataFolder(config);
  return withStore(config, work);
}

export function noDataFolder({ data }: Config): OperatorError {
  return new OperatorError(`There is no data folder ${data}; set LUDEX_DATA or --data`);
}

/** For commands that create links or send emails, as the site does. */
export function withAccounts<T>(config: Config, work: (context: AccountContext) => Promise<T>): Promise<T> {
  return withExistingStore(config, async (store) => {
    const mail = openMail(config, (error) => {
      process.stderr.write(`ludex: Sending an email failed: ${(error as Error).message}\n`);
    });
    const secret = await openSecret(config, store.accounts);
    const publicUrl = publicUrlOf(config);
    try {
      return await work({ config, publicUrl, store, secret, mail, clock: Date.now });
    } finally {
      await mail.close();
    }
  });
}

/** Prints only the link to stdout. Its base is a guess if LUDEX_PUBLIC_URL is not set. */
export function printLink({ config, publicUrl }: AccountContext, path: string): void {
  print(publicUrl + path);
  if (config.public_url === undefined) {
    process.stderr.write(`ludex: Set LUDEX_PUBLIC_URL if the site is not at ${publicUrl}\n`);
  }
}

let isIgnoring = false;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs atomic work that Ctrl-C may end at any point before its commit. Exiting removes temporary files and rolls back the
 * open transaction.
 */
export async function interruptible<T>(work: () => Promise<T>): Promise<T> {
  isIgnoring = false;
  const stop = (signal: (typeof SIGNALS)[number]) => {
    if (isIgnoring) return;
    const clearLine = process.stderr.isTTY ? '\r\u001b[K' : '';
    process.stderr.write(`${clearLine}Stopped; nothing was changed\n`);
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/** Call it before the commit: from here on signals have no effect. */
export function ignoreSignals(): void {
  isIgnoring = true;
}
