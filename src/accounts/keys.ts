import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { type Limits, type Plan, planLimits } from '../plans.ts';
import type { AccountStore, KeyWithPlan, StoredKey } from '../store/store.ts';
import { randomText } from './random-text.ts';
import type { Secret } from './secret.ts';

/** The holder of a valid key. */
export interface Caller {
  keyId: number;
  limits: Limits;
}

/** Why a key is refused: nobody has it, it was revoked or replaced, or its account is suspended. */
export type Refusal = 'unknown' | 'ended' | 'suspended';

export interface Keys {
  /** The caller whose key this is, or why there is none. */
  findCaller(key: string): Promise<Caller | Refusal>;
  /** Forgets what it remembers, after accounts or keys have changed. */
  clearCache(): void;
}

const MAX_KEY_LENGTH = 256;
/** A client that guesses keys must not fill the memory. */
const MAX_CACHED_KEYS = 10_000;

/** Remembers the keys it has seen, so that a request of a known caller does not ask the store who that is. */
export function openKeys(store: AccountStore, secret: Secret, config: Config, clock: () => number): Keys {
  let remembered = new Map<string, { found: KeyWithPlan; caller: Caller }>();
  return {
    findCaller: async (key) => {
      if (key.length > MAX_KEY_LENGTH) return 'unknown';
      const entry = remembered.get(key) ?? (await remember(key));
      if (!entry) return 'unknown';
      const { expiresAt, isSuspended } = entry.found;
      if (isSuspended) return 'suspended';
      return expiresAt !== null && expiresAt <= clock() ? 'ended' : entry.caller;
    },
    clearCache: () => {
      remembered = new Map();
    },
  };

  async function remember(key: string) {
    // What was asked before a change may be answered after it: that goes where it is forgotten.
    const known = remembered;
    const found = await store.findKeyByDigest(secret.digest(key));
    if (!found) return undefined;
    if (known.size >= MAX_CACHED_KEYS) known.clear();
    const entry = { found, caller: { keyId: found.keyId, limits: keyLimits(config, found.plan, found) } };
    known.set(key, entry);
    return entry;
  }
}

/** The limits that hold for a key: its own where it has them, else those of its account's plan. */
export function keyLimits(config: Config, plan: Plan, key: Pick<StoredKey, 'perHour' | 'perSecond'>): Limits {
  const fromPlan = planLimits(config, plan);
  return {
    perHour: ownLimit(key.perHour, fromPlan.perHour),
    perSecond: ownLimit(key.perSecond, fromPlan.perSecond),
  };
}

export interface NewKey {
  accountId: number;
  name: string;
  createdAt: number;
  /** A key that the operator brings along. */
  key?: string | undefined;
  perHour?: number | null;
  perSecond?: number | null;
}

/** Issues a new random key, or takes the one that an operator brings along. */
export async function issueKey(store: AccountStore, secret: Secret, wanted: NewKey): Promise<string> {
  const { key: brought, perHour = null, perSecond = null, ...rest } = wanted;
  const key = brought === undefined ? randomText() : checkedKey(brought);
  const digest = secret.digest(key);
  const added = await store.addKey({ ...rest, digest, sealed: secret.seal(key), expiresAt: null, perHour, perSecond });
  if (!added) throw new OperatorError('This key is in use already; choose another one');
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
