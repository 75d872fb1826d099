import type { Plan } from '../plans.ts';

export const ROLES = ['member', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** What a one-time link does: finish a sign-up, change the email address, set a password, accept an invitation. */
export type Purpose = 'verify' | 'email' | 'reset' | 'invite';

/** A row of `accounts`. */
export interface Account {
  accountId: number;
  email: string;
  plan: Plan;
  createdAt: number;
  /** The hash; null: nobody can sign in yet. */
  password: string | null;
  role: Role;
  /** Since then its keys and its password are refused; null: they are not. */
  suspendedAt: number | null;
  /** When the person accepted the terms; null: the account was added on the command line. */
  termsAt: number | null;
}

export interface StoredKey {
  keyId: number;
  accountId: number;
  name: string;
  digest: Buffer;
  /** The key itself, encrypted with the secret. */
  encrypted: Buffer;
  createdAt: number;
  /** From then on the key is refused; null: never. */
  expiresAt: number | null;
  /** Limits of this key alone. Null: the limit of the plan; 0: no limit. */
  perHour: number | null;
  perSecond: number | null;
}

export interface Session {
  sessionId: number;
  accountId: number;
  seenAt: number;
  /** The names of the browser and its operating system. */
  agent: string;
}

export interface Token {
  tokenId: number;
  purpose: Purpose;
  accountId: number | null;
  createdAt: number;
  expiresAt: number;
  /** JSON. */
  content: string;
}

/** A question to the operator, and the answer. */
export interface Message {
  messageId: number;
  accountId: number;
  email: string;
  sentAt: number;
  text: string;
  answeredAt: number | null;
  answer: string | null;
}

/** A change of a game that somebody proposes. */
export interface Proposal {
  proposalId: number;
  accountId: number;
  email: string;
  sentAt: number;
  /** JSON. */
  edit: string;
  /** JSON: the correction that it would have been when it was proposed. */
  preview: string;
  state: 'open' | 'accepted' | 'refused' | 'withdrawn';
  decidedAt: number | null;
  /** What the operator says about it. */
  answer: string | null;
}
