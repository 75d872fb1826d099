import type { Generated, Selectable } from 'kysely';
import type { Plan } from '../plans.ts';

export const ROLES = ['member', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** What a one-time link does: finish a sign-up, change the email address, set a password, accept an invitation. */
export type Purpose = 'verify' | 'email' | 'reset' | 'invite';

/** The rows of the service's tables. Columns have the same names in snake case: `keyId` is `key_id`. */
export interface Tables {
  facts: { name: string; value: string };
  accounts: {
    accountId: Generated<number>;
    email: string;
    plan: Plan;
    createdAt: number;
    /** The hash; null: nobody can sign in yet. */
    password: string | null;
    role: Generated<Role>;
    /** Since then its keys and its password are refused; null: they are not. */
    suspendedAt: number | null;
    /** When the owner of the mailbox confirmed the address. */
    verifiedAt: number | null;
    termsAt: number | null;
  };
  keys: {
    keyId: Generated<number>;
    accountId: number;
    name: string;
    digest: Uint8Array;
    /** The key itself, encrypted with the secret. */
    sealed: Uint8Array;
    createdAt: number;
    /** From then on the key is refused; null: never. */
    expiresAt: number | null;
    /** Limits of this key alone. Null: the limit of the plan; 0: no limit. */
    perHour: number | null;
    perSecond: number | null;
  };
  sessions: {
    sessionId: Generated<number>;
    digest: Uint8Array;
    accountId: number;
    createdAt: number;
    seenAt: number;
    expiresAt: number;
    /** The names of the browser and its operating system. */
    agent: string;
  };
  tokens: {
    tokenId: Generated<number>;
    digest: Uint8Array;
    purpose: Purpose;
    accountId: number | null;
    createdAt: number;
    expiresAt: number;
    /** JSON. */
    content: string;
  };
  attempts: { name: Uint8Array; dueAt: number };
  messages: {
    messageId: Generated<number>;
    accountId: number;
    sentAt: number;
    text: string;
    answeredAt: number | null;
    answer: string | null;
  };
  usageByDay: { keyId: number; day: number; endpoint: string; status: number; requests: number };
  usageByHour: { keyId: number; hour: number; requests: number; errors: number };
  /** Requests by duration: `bucket` is the index of its upper bound. `limited` were over the limit. */
  timings: { hour: number; endpoint: string; bucket: number; requests: number; errors: number; limited: number };
  /** The slowest requests of each hour. The same request is kept once. */
  slowRequests: {
    hour: number;
    /** Method and URL, without the key. */
    request: string;
    at: number;
    status: number;
    milliseconds: number;
  };
  cacheCounts: { hour: number; cache: string; hits: number; misses: number };
  recentErrors: {
    errorId: Generated<number>;
    keyId: number;
    at: number;
    status: number;
    /** Method and URL, without the key. */
    request: string;
    message: string;
    /** How often the same request failed the same way in a row. */
    times: number;
  };
  randomLists: { slot: number; gameIds: string };
}

export type Account = Selectable<Tables['accounts']>;
export type Session = Omit<Selectable<Tables['sessions']>, 'digest'>;
export type Token = Omit<Selectable<Tables['tokens']>, 'digest'>;
/** A question to the operator, and the answer. */
export type Message = Selectable<Tables['messages']> & { email: string };

export type Timing = Selectable<Tables['timings']>;
export type SlowRequest = Selectable<Tables['slowRequests']>;
export type CacheCount = Selectable<Tables['cacheCounts']>;
/** A refused request of a key. */
export type RecentError = Omit<Selectable<Tables['recentErrors']>, 'errorId'>;

export type StoredKey = Omit<Selectable<Tables['keys']>, 'digest' | 'sealed'> & { digest: Buffer; encrypted: Buffer };
