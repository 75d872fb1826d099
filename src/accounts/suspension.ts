import type { Store } from '../store/store.ts';

/** Disables the account's keys and password, and ends its sessions. */
export async function suspend(store: Store, accountId: number, now: number): Promise<void> {
  await store.accounts.changeAccount(accountId, { suspendedAt: now });
  await store.sessions.removeAll(accountId);
  await store.tokens.removeAll(accountId);
}

export async function resume(store: Store, accountId: number): Promise<void> {
  await store.accounts.changeAccount(accountId, { suspendedAt: null });
}
