import { type MaybePromise, whenReady } from '../at-once.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { type Limits, type Plan, planLimits } from '../plans.ts';
import { limit } from '../setting-values.ts';
import type { StoredKey } from '../store/service-tables.ts';
import type { AccountStore, KeyWithPlan } from '../store/store.ts';
import { randomText } from './random-text.ts';
import type { Secret } from './secret.ts';

/** The holder of a valid API key. */
export interface Caller {
  keyId: number;
  /** The key whose counter the request is counted in. */
  quotaId: number;
  limits: Limits;
}

/** Why a key is refused: it does not exist, it was revoked or replaced, or its account is suspended. */
export type Refusal = 'unknown' | 'revoked' | 'suspended';

export interface Keys {
  /** The holder of the key, or why it is refused. */
  findCaller(key: string): MaybePromise<Caller | Refusal>;
  /** The same without a lookup: undefined if the key was not looked up before, or is refused. */
  findKnown(key: string): Caller | undefined;
  /** Call it after accounts or keys have changed. */
  clearCache(): void;
}

interface CachedKey {
  found: KeyWithPlan;
  caller: Caller;
}

const MAX_KEY_LENGTH = 256;
/** Bounds the memory. */
const MAX_CACHED_KEYS = 10_000;
const MAX_UNKNOWN_KEYS = 1000;

/** Caches keys, so that most requests need no lookup in the store. */
export function openKeys(store: AccountStore, secret: Secret, config: Config, clock: () => number): Keys {
  let cache = new Map<string, CachedKey>();
  const unknownDigests = new Map<string, Buffer>();
  return {
    findCaller: (key) => {
      if (key.length > MAX_KEY_LENGTH) return 'unknown';
      return whenReady(cache.get(key) ?? remember(key), (entry) => (entry ? judge(entry) : 'unknown'));
    },
    findKnown: (key) => {
      const entry = cache.get(key);
      const caller = entry && judge(entry);
      return typeof caller === 'string' ? undefined : caller;
    },
    clearCache: () => {
      cache = new Map();
    },
  };

  function judge({ found: { expiresAt, isSuspended }, caller }: CachedKey): Caller | Refusal {
    if (isSuspended) return 'suspended';
    return expiresAt !== null && expiresAt <= clock() ? 'revoked' : caller;
  }

  async function remember(key: string): Promise<CachedKey | undefined> {
    // A lookup that started before `clearCache` may be outdated: it must not enter the new cache.
    const known = cache;
    const digest = unknownDigests.get(key) ?? secret.digest(key);
    const found = await store.findKeyByDigest(digest);
    if (!found) {
      // A program with a wrong key sends it again and again.
      if (unknownDigests.size >= MAX_UNKNOWN_KEYS) unknownDigests.clear();
      unknownDigests.set(key, digest);
      return undefined;
    }
    if (known.size >= MAX_CACHED_KEYS) known.clear();
    const { keyId, plan } = found;
    const caller = { keyId, quotaId: quotaIdOf(plan, found, found.firstKeyId), limits: keyLimits(config, plan, found) };
    const entry = { found, caller };
    known.set(key, entry);
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

/** Parses a number, `none` or `plan` into the stored form: null follows the plan, 0 means no limit. Throws. */
export function parseKeyLimit(text: string): number | null {
  return text === 'plan' ? null : (limit(text) ?? 0);
}

export function formatKeyLimit(stored: number | null): string {
  return stored === null ? 'plan' : stored === 0 ? 'none' : String(stored);
}

export interface NewKey {
  accountId: number;
  name: string;
  createdAt: number;
  /** A key that the operator chose. */
  key?: string | undefined;
  perHour?: number | null;
  perSecond?: number | null;
}

/** Issues a random key, or the one that the operator chose. */
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
  return own === 0 ? null : own;
}

function checkedKey(key: string): string {
  if (!/^[\x21-\x7e]{16,256}$/.test(key)) {
    throw new OperatorError('A key must have 16 to 256 printable ASCII characters without spaces');
  }
  return key;
}
