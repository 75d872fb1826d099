import assert from 'node:assert/strict';
import { PASSWORD } from '../../test/support/accounts.ts';
import { openBrowser } from '../../test/support/browser.ts';
import { type SoakServer, untilSeen } from './server.ts';

let people = 0;

/** A new person signs up, uses and rotates the key, revokes the old one, signs out, fails to sign in and signs in. */
export async function liveOnce({ url }: SoakServer): Promise<void> {
  const number = ++people;
  const email = `person${number}@example.org`;
  const browser = openBrowser(url, { 'x-forwarded-for': `2001:db8:${number.toString(16)}::1` });
  const statusOf = async (key: string) => {
    const answer = await fetch(`${url}/v1/platforms`, { headers: { 'x-api-key': key } });
    await answer.arrayBuffer();
    return answer.status;
  };
  await browser.open('/signup');
  const profile = await browser.submit('/signup', { email, password: PASSWORD, terms: 'yes' });
  assert.equal(profile.path, '/profile?done=welcome');
  const [, keyId = '', key = ''] = KEY.exec(profile.text) ?? [];
  assert.equal(await statusOf(key), 200, 'a new key works');
  const rotated = await browser.submit('/profile/keys/rotate', { key: keyId });
  const fresh = NEW_KEY.exec(rotated.text)?.[1] ?? '';
  assert.notEqual(fresh, key);
  await untilSeen(async () => isServed(await statusOf(fresh)));
  await browser.submit('/profile/keys/revoke', { key: keyId });
  await untilSeen(async () => !isServed(await statusOf(key)));
  await browser.open('/profile');
  assert.equal((await browser.submit('/signout')).status, 200);
  assert.match((await browser.open('/profile')).path, /^\/signin/);
  const refused = await browser.submit('/signin', { email, password: 'another long password' });
  assert.equal(refused.status, 422);
  const signedIn = await browser.submit('/signin', { email, password: PASSWORD });
  assert.equal(signedIn.path, '/profile');
  assert.ok(signedIn.text.includes(email));
}

const KEY = /<code id="key-(\d+)">(ludex_\w+)/;
const NEW_KEY = /<details open><summary>Show key<\/summary>\s*<code id="key-\d+">(ludex_\w+)/;

/** The free plan allows one call a second; the next one is refused, but its key is valid. */
function isServed(status: number): boolean {
  assert.ok([200, 401, 429].includes(status), `a key got ${status}`);
  return status !== 401;
}
