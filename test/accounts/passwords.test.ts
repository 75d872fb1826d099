import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPassword, hashPassword } from '../../src/accounts/passwords.ts';

test('a password is right, another is not, and the same one is hashed to something else each time', async () => {
  const hash = await hashPassword('correct horse');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.deepEqual(await checkPassword(hash, 'correct horse'), { right: true, stale: false });
  assert.deepEqual(await checkPassword(hash, 'correct Horse'), { right: false, stale: false });
  assert.notEqual(await hashPassword('correct horse'), hash);
});

test('the same letters are the same password however the keyboard composes them', async () => {
  assert.equal((await checkPassword(await hashPassword('caf\u00e9 au lait'), 'cafe\u0301 au lait')).right, true);
});

test('nobody has no password, not even the empty one', async () => {
  for (const password of ['', 'anything', 'x'.repeat(100_000)]) {
    assert.equal((await checkPassword(null, password)).right, false);
  }
});

test('a hash by other parameters still holds, and is to be made anew', async () => {
  // Made by the reference implementation: argon2 "somesalt" -id -t 2 -k 65536 -p 1 of "password".
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.deepEqual(await checkPassword(known, 'password'), { right: true, stale: true });
  assert.deepEqual(await checkPassword(known, 'passwore'), { right: false, stale: true });
});
