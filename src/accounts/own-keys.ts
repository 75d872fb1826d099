import type { StoredKey } from '../store/service-tables.ts';
import type { AccountStore, Store } from '../store/store.ts';
import type { AccountContext } from './context.ts';
import { issueKey } from './keys.ts';

type Context = Pick<AccountContext, 'store' | 'secret' | 'clock'>;

export const GRACE_HOURS = 24;
/** On plans other than free each key has its own quota, so more keys mean more quota. */
export const MAX_KEYS = 5;
/** During rotation each key exists twice. */
const MAX_KEYS_WITH_OLD = 2 * MAX_KEYS;
const HOUR_MS = 3600 * 1000;

/** The key, if it belongs to this account. */
export async function findOwnKey({ store }: Context, accountId: number, text: string): Promise<StoredKey | undefined> {
  const key = /^\d{1,15}$/.test(text) ? await store.accounts.findKey(Number(text)) : undefined;
  return key?.accountId === accountId ? key : undefined;
}

/** The key for examples: a valid one, preferably without expiry. */
export function findBestKey(keys: readonly StoredKey[], now: number): StoredKey | undefined {
  const working = keys.filter((key) => !isExpired(key, now));
  return working.find(({ expiresAt }) => expiresAt === null) ?? working[0];
}

/** The account's best key as text, for samples that work as they are. */
export async function readBestKey({ store, secret, clock }: Context, accountId: number): Promise<string | undefined> {
  const best = findBestKey((await store.accounts.listKeys(accountId)).reverse(), clock());
  return best && secret.decrypt(best.encrypted);
}

/** The id of the new key. Undefined if the account has the maximum number of keys. */
export function addOwnKey(
  { store, secret, clock }: Context,
  accountId: number,
  name: string,
): Promise<number | undefined> {
  return store.accounts.withAccountLock(accountId, async (accounts) => {
    if ((await countRecent(accounts, accountId, clock())) >= MAX_KEYS) return undefined;
    return findId(accounts, secret, await issueKey(accounts, secret, { accountId, name, createdAt: clock() }));
  });
}

async function findId(accounts: AccountStore, secret: Context['secret'], key: string): Promise<number | undefined> {
  return (await accounts.findKeyByDigest(secret.digest(key)))?.keyId;
}

/** The id of the new key, or why there is none. */
export function rotateOwnKey(
  { store, secret, clock }: Context,
  key: StoredKey,
): Promise<number | undefined | 'expired' | 'tooManyKeys'> {
  return store.accounts.withAccountLock(key.accountId, async (accounts) => {
    const now = clock();
    if (isExpired(key, now)) return 'expired';
    if ((await countRecent(accounts, key.accountId, now)) >= MAX_KEYS_WITH_OLD) return 'tooManyKeys';
    return findId(accounts, secret, await rotateKey({ store: { accounts }, secret, clock }, key, GRACE_HOURS));
  });
}

/** Issues a key with the name and limits of the old one, which expires after the grace period. */
export async function rotateKey(
  { store, secret, clock }: Omit<Context, 'store'> & { store: Pick<Store, 'accounts'> },
  old: StoredKey,
  graceHours: number,
): Promise<string> {
  const { accountId, name, perHour, perSecond } = old;
  const now = clock();
  const key = await issueKey(store.accounts, secret, { accountId, name, perHour, perSecond, createdAt: now });
  const expiresAt = Math.min(old.expiresAt ?? Infinity, now + graceHours * HOUR_MS);
  await store.accounts.changeKey(old.keyId, { expiresAt });
  return key;
}

export function isExpired({ expiresAt }: StoredKey, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Counts keys that were valid within the last hour: revoking and adding keys must not give more quota. */
async function countRecent(accounts: AccountStore, accountId: number, now: number): Promise<number> {
  const keys = await accounts.listKeys(accountId);
  return keys.filter((key) => !isExpired(key, now - HOUR_MS)).length;
}
