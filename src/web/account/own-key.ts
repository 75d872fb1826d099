import { findBestKey } from '../../accounts/own-keys.ts';
import { AppError } from '../../errors.ts';
import { PRIVATE } from '../kit/forms.ts';
import type { PageRequest, TextAnswer } from '../kit/page.ts';

/**
 * The key that the explorer fills in, or null. Other sites cannot read it: their requests come without the session, and
 * this answer has no CORS headers.
 */
export async function showOwnKey({ app, account }: PageRequest): Promise<TextAnswer> {
  if (!account) throw new AppError('notFound', 'Only who is signed in has a key here.');
  const best = findBestKey((await app.store.accounts.listKeys(account.accountId)).reverse(), app.clock());
  return {
    type: 'application/json; charset=utf-8',
    headers: PRIVATE,
    text: JSON.stringify({ key: best ? app.secret.unseal(best.sealed) : null }),
  };
}
