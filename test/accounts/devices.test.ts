import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSecret } from '../../src/accounts/secret.ts';
import { isDeviceCookieOf, makeDeviceCookie } from '../../src/accounts/sign-in.ts';
import { withStore } from '../support/accounts.ts';
import { newPlace } from '../support/engines.ts';

test('a device cookie is valid for one account only, even if a later account reuses its id', async () => {
  const config = await newPlace('sqlite');
  const secret = await withStore(config, ({ accounts }) => openSecret(config, accounts));
  const device = makeDeviceCookie(secret, { accountId: 5, createdAt: 1000 });
  assert.equal(isDeviceCookieOf(secret, { accountId: 5, createdAt: 1000 }, device), true);
  assert.equal(isDeviceCookieOf(secret, { accountId: 5, createdAt: 1001 }, device), false);
  assert.equal(isDeviceCookieOf(secret, { accountId: 51, createdAt: 1000 }, device), false);
  assert.equal(isDeviceCookieOf(secret, { accountId: 5, createdAt: 1000 }, device.replace('.', 'x.')), false);
  assert.equal(isDeviceCookieOf(secret, { accountId: 5, createdAt: 1000 }, 'ludex_x'), false);
});
