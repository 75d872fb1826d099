import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD } from '../support/accounts.ts';
import { openBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/bundle.ts';
import { runHere } from '../support/command.ts';
import { startServing } from '../support/program.ts';

test('the log contains no passwords, keys, sessions or tokens', async () => {
  const env = { LUDEX_DATA: temporaryFolder('log'), LUDEX_LOG_LEVEL: 'trace', LUDEX_THREADS: '1' };
  const serving = await startServing(env);
  const port = { ...env, LUDEX_PORT: new URL(serving.url).port };
  const invite = (await runHere(['invite', 'add', 'Ada'], port)).stdout.trim();
  const browser = openBrowser(serving.url);
  await browser.open(new URL(invite).pathname);
  const profile = await browser.submit('/signup', { email: 'ada@example.org', password: PASSWORD, terms: 'yes' });
  const key = /<code id="key-\d+">(ludex_\w+)/.exec(profile.text)?.[1] ?? '';
  await fetch(`${serving.url}/v1/games/1?api_key=${key}`);
  const reset = (await runHere(['account', 'reset', 'ada@example.org'], port)).stdout.trim();
  await browser.open(reset.slice(serving.url.length));
  const session = browser.cookies.get('ludex_session') ?? '';
  serving.process.kill('SIGTERM');
  const { stderr } = await serving.ended;
  assert.match(stderr, /"url":"\/invite\/\[redacted\]"/);
  const secrets = { PASSWORD, key, session, invite: invite.split('/invite/')[1], reset: reset.split('token=')[1] };
  for (const [name, secret] of Object.entries(secrets)) {
    assert.ok(secret && secret.length > 8, name);
    assert.ok(!stderr.includes(secret), name);
  }
});
