import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPasswordProblem, passwordRulesScript, ratePassword } from '../../src/accounts/password-rules.ts';

const EMAIL = 'ada.lovelace@analytical.example';

const REFUSED: [password: string, problem: RegExp][] = [
  ['', /at least 10 characters/],
  ['short', /at least 10 characters/],
  ['x'.repeat(201), /at most 200 characters/],
  [`${EMAIL}!`, /email address/],
  ['aaaaaaaaaaaa', /^Too easy to guess\. Add two or three unrelated words\.$/],
  ['password12', /because of “password”/],
  ['P4$$w0rd2026', /because of “p4\$\$w0rd”/],
  ['passwordpassword', /“password”/],
  ['1234567890', /Too easy/],
  ['0987654321', /Too easy/],
  ['qwertyuiop', /Too easy/],
  ['asdfghjkl1', /Too easy/],
  ['1qaz2wsx3e', /Too easy/],
  ['Summer2026!', /“summer”/],
  ['letmein123', /“letmein”/],
  ['nintendo64', /“nintendo”/],
  ['xyz!xyz!xyz!', /Too easy/],
  ['lovelace1815', /“lovelace”/],
  ['analytical1', /“analytical”/],
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

test('a longer sentence gets a higher level', () => {
  const levels = ['password12', 'my new password', 'kx8$wq2!mz', 'correct horse battery'].map(
    (password) => ratePassword(password, EMAIL).level,
  );
  assert.deepEqual(levels, [0, 1, 2, 3]);
});

test('long input is rated without delay', () => {
  const started = process.cpuUsage();
  for (const text of ['ab'.repeat(100), 'password'.repeat(25), `${'a1'.repeat(99)}xy`]) ratePassword(text, EMAIL);
  // CPU time: the machine may have other work.
  assert.ok(process.cpuUsage(started).user < 500_000);
});

test('the script for browsers gives the same ratings', () => {
  const rate = new Function(`${passwordRulesScript()}; return ratePassword;`)() as typeof ratePassword;
  for (const [password] of REFUSED) assert.deepEqual(rate(password, EMAIL), ratePassword(password, EMAIL));
  assert.deepEqual(rate('correct horse battery', ''), { level: 3, advice: 'Strong.' });
});
