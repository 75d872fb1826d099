import { timingSafeEqual } from 'node:crypto';
import { randomText } from './random-text.ts';
import type { Secret } from './secret.ts';

/** The name of a browser that has signed in to this account. Whoever has it is no stranger, and nothing more. */
export function nameDevice(secret: Secret, accountId: number): string {
  const name = randomText();
  return `${name}.${sign(secret, accountId, name).toString('base64url')}`;
}

export function isDeviceOf(secret: Secret, accountId: number, device: string): boolean {
  const [name = '', signature = ''] = device.split('.');
  const given = Buffer.from(signature, 'base64url');
  const own = sign(secret, accountId, name);
  return given.length === own.length && timingSafeEqual(given, own);
}

function sign(secret: Secret, accountId: number, name: string): Buffer {
  return secret.digest(`device ${accountId} ${name}`);
}
