import type { Generated } from 'kysely';
import type { Plan } from '../plans.ts';

/** The tables of accounts and keys, for queries that both engines share. */
export interface Tables {
  facts: { name: string; value: string };
  accounts: { account_id: Generated<number>; email: string; plan: Plan; created_at: number };
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
  random_lists: { slot: number; game_ids: string };
}
