import type { Plan } from '../plans.ts';
import type { Purpose, Token } from '../store/service-tables.ts';
import type { Store } from '../store/store.ts';
import { randomText, type Secret } from './secret.ts';

export interface TokenContents {
  /** A sign-up that waits for confirmation. There is no account yet. `next` is the page that was asked for. */
  verify: { email: string; plan: Plan; inviteId: number | null; next: string };
  /** The new address of an account. */
  email: { email: string };
  reset: Record<string, never>;
  invite: { note: string; plan: Plan };
}

export type ParsedToken<P extends Purpose> = Omit<Token, 'content'> & { content: TokenContents[P] };

interface Context {
  store: Store;
  secret: Secret;
  clock: () => number;
}

const HOUR_MS = 3600 * 1000;
export const TOKEN_HOURS: Record<Purpose, number> = { verify: 24, email: 48, reset: 2, invite: 14 * 24 };

export async function makeToken<P extends Purpose>(
  { store, secret, clock }: Context,
  purpose: P,
  content: TokenContents[P],
  accountId: number | null = null,
): Promise<string> {
  const token = randomText();
  const now = clock();
  await store.tokens.removeExpired(now);
  await store.tokens.add(digestOf(secret, purpose, token), {
    purpose,
    accountId,
    createdAt: now,
    expiresAt: now + TOKEN_HOURS[purpose] * HOUR_MS,
    content: JSON.stringify(content),
  });
  return token;
}

/** The token, if it has this purpose and has not expired. `useToken` uses it up. */
export async function findToken<P extends Purpose>(
  { store, secret, clock }: Context,
  purpose: P,
  token: string,
): Promise<ParsedToken<P> | undefined> {
  const found = await store.tokens.find(digestOf(secret, purpose, token));
  if (!found || found.expiresAt <= clock()) return undefined;
  return { ...found, content: JSON.parse(found.content) };
}

/** False if it was used before: a link works once. */
export function useToken({ store }: Pick<Context, 'store'>, token: Pick<Token, 'tokenId' | 'purpose'>) {
  return store.tokens.remove(token.tokenId, token.purpose);
}

function digestOf(secret: Context['secret'], purpose: Purpose, token: string): Buffer {
  return secret.digest(`${purpose} ${token}`);
}
