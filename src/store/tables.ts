import type { Generated } from 'kysely';
import type { Plan } from '../plans.ts';

export const ROLES = ['member', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** What a link is good for: to finish signing up, to take another address, to set a password, to join. */
export type Purpose = 'verify' | 'email' | 'reset' | 'invite';

/** The tables of the service, for queries that all engines share. */
export interface Tables {
  facts: { name: string; value: string };
  accounts: {
    account_id: Generated<number>;
    email: string;
    plan: Plan;
    created_at: number;
    password: string | null;
    role: Generated<Role>;
    suspended_at: number | null;
    verified_at: number | null;
    terms_at: number | null;
  };
  keys: {
    key_id: Generated<number>;
    account_id: number;
    name: string;
    digest: Uint8Array;
    sealed: Uint8Array;
    created_at: number;
    expires_at: number | null;
    per_hour: number | null;
    per_second: number | null;
  };
  sessions: {
    session_id: Generated<number>;
    digest: Uint8Array;
    account_id: number;
    created_at: number;
    seen_at: number;
    expires_at: number;
    agent: string;
  };
  tokens: {
    token_id: Generated<number>;
    digest: Uint8Array;
    purpose: Purpose;
    account_id: number | null;
    created_at: number;
    expires_at: number;
    /** JSON. */
    content: string;
  };
  attempts: { name: Uint8Array; due_at: number };
  messages: {
    message_id: Generated<number>;
    account_id: number;
    sent_at: number;
    text: string;
    answered_at: number | null;
    answer: string | null;
  };
  usage_by_day: { key_id: number; day: number; endpoint: string; status: number; requests: number };
  usage_by_hour: { key_id: number; hour: number; requests: number; errors: number };
  random_lists: { slot: number; game_ids: string };
}
