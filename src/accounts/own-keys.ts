import type { StoredKey } from '../store/store.ts';
import type { AccountContext } from './context.ts';
import { issueKey } from './keys.ts';

type Context = Pick<AccountContext, 'store' | 'secret' | 'clock'>;

export const GRACE_HOURS = 24;
/** Each key has a quota of its own: more keys would be more quota. */
export const MOST_KEYS = 5;
/** While they are rotated, there may be two of each. */
const MOST_WITH_OLD = 2 * MOST_KEYS;
const HOUR_MS = 3600 * 1000;

/** The key, if it is this account's: whose it is otherwise, nobody learns. */
export async function findOwnKey({ store }: Context, accountId: number, text: string): Promise<StoredKey | undefined> {
  const key = /^\d{1,15}$/.test(text) ? await store.accounts.findKey(Number(text)) : undefined;
  return key?.accountId === accountId ? key : undefined;
}

/** The key to show and to try with: of those that work, one that goes on working. */
export function findBestKey(keys: readonly StoredKey[], now: number): StoredKey | undefined {
  const working = keys.filter((key) => !hasEnded(key, now));
  return working.find(({ expiresAt }) => expiresAt === null) ?? working[0];
}

/** Whether there was room for one more. */
export async function addOwnKey(context: Context, accountId: number, name: string): Promise<boolean> {
  if ((await countRecent(context, accountId)) >= MOST_KEYS) return false;
  const { store, secret, clock } = context;
  await issueKey(store.accounts, secret, { accountId, name, createdAt: clock() });
  return true;
}

/** Whether there was room for the new one beside the old. */
export async function rotateOwnKey(context: Context, key: StoredKey): Promise<boolean> {
  if (hasEnded(key, context.clock()) || (await countRecent(context, key.accountId)) >= MOST_WITH_OLD) return false;
  await rotateKey(context, key, GRACE_HOURS);
  return true;
}

/** A new key with the name and the limits of the old one, which ends after the grace time. */
export async function rotateKey(
  { store, secret, clock }: Context,
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

export function hasEnded({ expiresAt }: StoredKey, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Keys that work, or did within this hour: a key that is thrown away takes its quota with it only then. */
async function countRecent({ store, clock }: Context, accountId: number): Promise<number> {
  const keys = await store.accounts.listKeys(accountId);
  return keys.filter((key) => !hasEnded(key, clock() - HOUR_MS)).length;
}
