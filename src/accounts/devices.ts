import { timingSafeEqual } from 'node:crypto';
import type { Account } from '../store/store.ts';
import { randomText } from './random-text.ts';
import type { Secret } from './secret.ts';

/** The time of creation as well: an id alone may have been somebody else's before. */
type Owner = Pick<Account, 'accountId' | 'createdAt'>;

/** The name of a browser that has signed in to this account. Whoever has it is no stranger, and nothing more. */
export function makeDeviceCookie(secret: Secret, owner: Owner): string {
  const name = randomText();
  return `${name}.${sign(secret, owner, name).toString('base64url')}`;
}

export function isDeviceCookieOf(secret: Secret, owner: Owner, device: string): boolean {
  const [name = '', signature = ''] = device.split('.');
  const given = Buffer.from(signature, 'base64url');
  const own = sign(secret, owner, name);
  return given.length === own.length && timingSafeEqual(given, own);
}

function sign(secret: Secret, { accountId, createdAt }: Owner, name: string): Buffer {
  return secret.digest(`device ${accountId} ${createdAt} ${name}`);
}
