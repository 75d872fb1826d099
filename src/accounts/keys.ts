import { type MaybePromise, whenReady } from '../at-once.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { type Limits, type Plan, planLimits } from '../plans.ts';
import type { AccountStore, KeyWithPlan } from '../store/accounts.ts';
import { countRows, readRows, type TableAccess } from '../store/move.ts';
import type { Problems } from '../store/problems.ts';
import type { StoredKey } from '../store/service-tables.ts';
import type { AccountContext } from './context.ts';
import { randomText, type Secret } from './secret.ts';

export interface Caller {
  keyId: number;
  /** The counter of the request. */
  quotaId: number;
  limits: Limits;
}

/** Why a key is refused: it does not exist, it was revoked or replaced, its account is suspended, or its limit is 0. */
export type Refusal = 'unknown' | 'revoked' | 'suspended' | 'noCalls';

export type Keys = ReturnType<typeof openKeys>;

interface CachedKey {
  /** The state of the accounts that it was looked up in. */
  state: number;
  found: KeyWithPlan;
  caller: Caller;
}

const MAX_KEY_LENGTH = 256;
/** Bounds the memory. */
const MAX_CACHED_KEYS = 10_000;
const MAX_UNKNOWN_KEYS = 1000;

/** Caches keys, so that most requests need no lookup in the store. */
export function openKeys(store: AccountStore, secret: Secret, config: Config, clock: () => number) {
  const cache = new Map<string, CachedKey>();
  let state = 0;
  const unknownDigests = new Map<string, Buffer>();
  return {
    /** The holder of the key, or why it is refused. */
    findCaller: (key: string): MaybePromise<Caller | Refusal> => {
      if (key.length > MAX_KEY_LENGTH) return 'unknown';
      const cached = cache.get(key);
      return whenReady(cached?.state === state ? cached : remember(key), (entry) => (entry ? judge(entry) : 'unknown'));
    },
    /**
     * The same without a lookup: undefined if the key was not looked up before, or was refused. It may have changed since, so this
     * decides only how soon the call is answered.
     */
    findKnown: (key: string): Caller | undefined => {
      const entry = cache.get(key);
      const caller = entry && judge(entry);
      return typeof caller === 'string' ? undefined : caller;
    },
    /** Call it after accounts or keys have changed: each key is looked up again with its next call. */
    outdate: (): void => {
      state++;
    },
  };

  function judge({ found: { expiresAt, isSuspended }, caller }: CachedKey): Caller | Refusal {
    if (isSuspended) return 'suspended';
    if (expiresAt !== null && expiresAt <= clock()) return 'revoked';
    return mayCall(caller.limits) ? caller : 'noCalls';
  }

  async function remember(key: string): Promise<CachedKey | undefined> {
    // What changes during the lookup makes it outdated.
    const startedIn = state;
    const digest = unknownDigests.get(key) ?? secret.digest(key);
    const found = await store.findKeyByDigest(digest);
    if (!found) {
      // A program with a wrong key sends it again and again.
      if (unknownDigests.size >= MAX_UNKNOWN_KEYS) unknownDigests.clear();
      unknownDigests.set(key, digest);
      cache.delete(key);
      return undefined;
    }
    if (cache.size >= MAX_CACHED_KEYS) cache.clear();
    const { keyId, plan } = found;
    const caller = { keyId, quotaId: quotaIdOf(plan, found, found.firstKeyId), limits: keyLimits(config, plan, found) };
    const entry = { state: startedIn, found, caller };
    cache.set(key, entry);
    return entry;
  }
}

/** The effective limits of a key: its own, else those of its account's plan. */
export function keyLimits(config: Config, plan: Plan, key: Pick<StoredKey, 'perHour' | 'perSecond'>): Limits {
  const fromPlan = planLimits(config, plan);
  return {
    perHour: ownLimit(key.perHour, fromPlan.perHour),
    perSecond: ownLimit(key.perSecond, fromPlan.perSecond),
  };
}

/**
 * All keys of a free account share the counter of its first key: more keys and rotations give no more quota. A key with
 * limits of its own, and the keys of the other plans, are counted apart.
 */
export function quotaIdOf(
  plan: Plan,
  { keyId, perHour, perSecond }: Pick<StoredKey, 'keyId' | 'perHour' | 'perSecond'>,
  firstKeyId: number,
): number {
  return plan === 'free' && perHour === null && perSecond === null ? firstKeyId : keyId;
}

export function mayCall({ perHour, perSecond }: Limits): boolean {
  return perHour !== 0 && perSecond !== 0;
}

/** In the stored form, null follows the plan, and 0 means no limit. */
const NO_CALLS = -1;

/** Parses a number, `none` or `plan` into the stored form. */
export function parseKeyLimit(text: string): number | null | undefined {
  if (text === 'plan') return null;
  if (text === 'none') return 0;
  return /^\d{1,9}$/.test(text) ? Number(text) || NO_CALLS : undefined;
}

export function formatKeyLimit(stored: number | null): string {
  return stored === null ? 'plan' : String(ownLimit(stored, null) ?? 'none');
}

interface NewKey {
  accountId: number;
  name: string;
  createdAt: number;
  /** A key that the operator chose. */
  key?: string | undefined;
  perHour?: number | null;
  perSecond?: number | null;
}

export async function issueKey(store: AccountStore, secret: Secret, wanted: NewKey): Promise<string> {
  const { key: chosen, perHour = null, perSecond = null, ...rest } = wanted;
  const key = chosen === undefined ? randomText() : checkedKey(chosen);
  const digest = secret.digest(key);
  const added = await store.addKey({
    ...rest,
    digest,
    encrypted: secret.encrypt(key),
    expiresAt: null,
    perHour,
    perSecond,
  });
  if (!added) throw new OperatorError('This key already exists; choose another one');
  return key;
}

function ownLimit(own: number | null, plan: number | null): number | null {
  if (own === null) return plan;
  if (own === NO_CALLS) return 0;
  return own === 0 ? null : own;
}

function checkedKey(key: string): string {
  if (!/^[\x21-\x7e]{16,256}$/.test(key)) {
    throw new OperatorError('A key must have 16 to 256 printable ASCII characters without spaces');
  }
  return key;
}

type Context = Pick<AccountContext, 'store' | 'secret' | 'clock'>;

export const GRACE_HOURS = 24;
/** On plans other than free each key has its own quota, so more keys mean more quota. */
export const MAX_KEYS = 5;
/** During rotation each key exists twice. */
const MAX_KEYS_WITH_OLD = 2 * MAX_KEYS;
const HOUR_MS = 3600 * 1000;

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
  { keyId, accountId }: StoredKey,
): Promise<number | undefined | 'rotated' | 'tooManyKeys'> {
  return store.accounts.withAccountLock(accountId, async (accounts) => {
    const now = clock();
    // Another request may have rotated or revoked it in the meantime. Each rotation of one key would be a key more.
    const key = await accounts.findKey(keyId);
    if (!key || key.expiresAt !== null) return 'rotated';
    if ((await countRecent(accounts, accountId, now)) >= MAX_KEYS_WITH_OLD) return 'tooManyKeys';
    return findId(accounts, secret, await rotateKey({ store: { accounts }, secret, clock }, key, GRACE_HOURS));
  });
}

export async function revokeKey({ store, clock }: Omit<Context, 'secret'>, key: StoredKey): Promise<void> {
  const now = clock();
  if (!isExpired(key, now)) await store.accounts.changeKey(key.keyId, { expiresAt: now });
}

/** Issues a key with the name and limits of the old one, which expires after the grace period. */
export async function rotateKey(
  { store, secret, clock }: Omit<Context, 'store'> & { store: { accounts: AccountStore } },
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

/** Checks that every key can be decrypted and found. That rows have their account or key, the database sees to. Changes nothing. */
export async function checkAccounts(
  tables: TableAccess,
  secret: Secret | undefined,
  problems: Problems,
): Promise<{ accounts: number; keys: number }> {
  let keys = 0;
  for await (const { key_id, digest, sealed } of readRows(tables, 'keys', ['key_id', 'digest', 'sealed'])) {
    keys++;
    if (secret && !isReadable(secret, digest as Uint8Array, sealed as Uint8Array))
      problems.add('keys that the secret does not decrypt', `key ${key_id}`);
  }
  return { accounts: await countRows(tables, 'accounts'), keys };
}

function isReadable(secret: Secret, digest: Uint8Array, sealed: Uint8Array): boolean {
  try {
    return Buffer.compare(secret.digest(secret.decrypt(Buffer.from(sealed))), digest) === 0;
  } catch {
    return false;
  }
}
