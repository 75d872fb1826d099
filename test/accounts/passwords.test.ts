import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPassword, hashPassword } from '../../src/accounts/passwords.ts';

test('only the same password is correct, and each hash has its own salt', async () => {
  const hash = await hashPassword('correct horse');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.deepEqual(await checkPassword(hash, 'correct horse'), { isCorrect: true, needsRehash: false });
  assert.deepEqual(await checkPassword(hash, 'correct Horse'), { isCorrect: false, needsRehash: false });
  assert.notEqual(await hashPassword('correct horse'), hash);
});

test('passwords are compared after Unicode normalization', async () => {
  assert.equal((await checkPassword(await hashPassword('caf\u00e9 au lait'), 'cafe\u0301 au lait')).isCorrect, true);
});

test('no password is correct for an account without one', async () => {
  for (const password of ['', 'anything', 'x'.repeat(100_000)]) {
    assert.equal((await checkPassword(null, password)).isCorrect, false);
  }
});

test('a hash with other parameters is still valid and needs rehashing', async () => {
  // Made by the reference implementation: argon2 "somesalt" -id -t 2 -k 65536 -p 1 of "password".
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.deepEqual(await checkPassword(known, 'password'), { isCorrect: true, needsRehash: true });
  assert.deepEqual(await checkPassword(known, 'passwore'), { isCorrect: false, needsRehash: true });
});

test('when too many passwords wait to be hashed, more are refused at once', async () => {
  const checks = await Promise.allSettled(Array.from({ length: 40 }, () => checkPassword(null, 'x')));
  const refused = checks.filter((check) => check.status === 'rejected');
  assert.equal(refused.length, 40 - 33, 'one is hashed and 32 wait');
  for (const { reason } of refused)
    assert.deepEqual([reason.kind, reason.headers], ['unavailable', { 'retry-after': '2' }]);
  assert.equal((await checkPassword(null, 'x')).isCorrect, false);
});
