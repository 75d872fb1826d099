import assert from 'node:assert/strict';
import { openBrowser } from '../support/browser.ts';

const PERSON = { email: 'ada@example.org', password: 'a quite long password' };

/** Signs up on the site and returns the key from the profile. */
export async function signUp(url: string): Promise<string> {
  const browser = openBrowser(url);
  await browser.open('/signup');
  const profile = await browser.submit('/signup', { ...PERSON, terms: 'yes' });
  assert.equal(profile.path, '/profile?done=welcome');
  return /<code id="key-\d+">(ludex_\w+)<\/code>/.exec(profile.text)?.[1] as string;
}
