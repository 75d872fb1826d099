import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPassword, findPasswordProblem, hashPassword } from '../../src/accounts/passwords.ts';

test('only the same password is correct, and each hash has its own salt', async () => {
  const hash = await hashPassword('correct horse');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.equal(await checkPassword(hash, 'correct horse'), true);
  assert.equal(await checkPassword(hash, 'correct Horse'), false);
  assert.notEqual(await hashPassword('correct horse'), hash);
});

test('passwords are compared after Unicode normalization', async () => {
  assert.equal(await checkPassword(await hashPassword('caf\u00e9 au lait'), 'cafe\u0301 au lait'), true);
});

test('no password is correct for an account without one', async () => {
  for (const password of ['', 'anything', 'x'.repeat(100_000)]) {
    assert.equal(await checkPassword(null, password), false);
  }
});

test('a hash with other parameters is valid', async () => {
  // Made by the reference implementation: argon2 "somesalt" -id -t 2 -k 65536 -p 1 of "password".
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.equal(await checkPassword(known, 'password'), true);
  assert.equal(await checkPassword(known, 'passwore'), false);
});

test('when too many passwords wait to be hashed, more are refused at once', async () => {
  const checks = await Promise.allSettled(Array.from({ length: 40 }, () => checkPassword(null, 'x')));
  const refused = checks.filter((check) => check.status === 'rejected');
  assert.equal(refused.length, 40 - 33, 'one is hashed and 32 wait');
  for (const { reason } of refused)
    assert.deepEqual([reason.kind, reason.headers], ['unavailable', { 'retry-after': '2' }]);
  assert.equal(await checkPassword(null, 'x'), false);
});

const EMAIL = 'ada.lovelace@analytical.example';

const REFUSED: [password: string, problem: RegExp][] = [
  ['', /at least 10 characters/],
  ['short', /at least 10 characters/],
  ['x'.repeat(201), /at most 200 characters/],
  [`${EMAIL}!`, /email address/],
  ['aaaaaaaaaaaa', /^Too easy to guess\. Add two or three unrelated words\.$/],
  ['password12', /Too easy/],
  ['P4$$w0rd2026', /Too easy/],
  ['passwordpassword', /Too easy/],
  ['1234567890', /Too easy/],
  ['0987654321', /Too easy/],
  ['qwertyuiop', /Too easy/],
  ['asdfghjkl1', /Too easy/],
  ['1qaz2wsx3edc', /Too easy/],
  ['Summer2026!', /Too easy/],
  ['letmein123', /Too easy/],
  ['nintendo64', /Too easy/],
  ['xyz!xyz!xyz!', /Too easy/],
  ['lovelace1815', /Too easy/],
  ['analytical1', /Too easy/],
  ['abcdef1111', /Too easy/],
];
for (const [password, problem] of REFUSED) {
  test(`the password ${JSON.stringify(password.slice(0, 20))} is refused with its reason`, () =>
    assert.match(findPasswordProblem(password, EMAIL) ?? 'accepted', problem));
}

for (const password of [
  'a quite long password',
  'correct horse battery',
  'kx8$wq2!mz',
  '読みにくい長い文章です',
  'my new password',
])
  test(`the password ${password} is accepted`, () => assert.equal(findPasswordProblem(password, EMAIL), undefined));
