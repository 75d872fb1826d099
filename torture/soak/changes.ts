import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { PASSWORD, signUp } from '../../test/support/accounts.ts';
import { type Browser, readable, readForm, type Shown } from '../../test/support/browser.ts';
import type { Random } from '../../test/support/random.ts';
import { descriptionOf, EDITED, type Model, writeVersion } from './model.ts';
import { runSoakCommand, type SoakServer, untilSeen } from './server.ts';

/** Imports the next version beside the server. */
export async function importNext(server: SoakServer, model: Model): Promise<void> {
  const version = model.version.last + 1;
  const bundle = writeVersion(version);
  model.version.begin(version);
  await runSoakCommand(['import', bundle], server.env);
  rmSync(bundle, { recursive: true });
  const changed = Array.from(server.ids.keys()).find(
    (game) => game >= EDITED && descriptionOf(game, version) !== descriptionOf(game, version - 1),
  ) as number;
  await untilSeen(
    async () => (await readGame(server, changed)).description === descriptionOf(changed, model.version.last),
  );
  model.version.settle();
}

let edits = 0;

/** An operator edits a title in the browser. */
export async function editOnce(browser: Browser, server: SoakServer, model: Model, random: Random): Promise<void> {
  const game = random.below(EDITED);
  const title = `Edited ${game} for the ${++edits}. time`;
  const path = `/operator/games/${server.ids[game]}`;
  model.titles[game]?.begin(title);
  const saveOnce = async () => browser.submit(path, { ...(await readForm(browser, path)), title, why: 'Soak' });
  let saved = await saveOnce();
  for (; isRefusedForNow(saved); saved = await saveOnce()) await pause(RETRY_MS);
  assert.equal(saved.path, `${path}?done=edited`, `${saved.status} ${readable(saved.text)}`);
  await untilSeen(async () => (await readGame(server, game)).title === title);
  model.titles[game]?.settle();
}

const RETRY_MS = 500;

/** An import is running, or has changed the game since the form was opened. */
function isRefusedForNow({ status }: Shown): boolean {
  return status === 409;
}

async function readGame({ url, key, ids }: SoakServer, game: number): Promise<{ title: string; description: string }> {
  const answer = await fetch(`${url}/v1/games/${ids[game]}`, { headers: { 'x-api-key': key } });
  const body = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(body));
  return body as { title: string; description: string };
}

let people = 0;

/** A new person signs up, uses and rotates the key, revokes the old one, signs out, fails to sign in and signs in. */
export async function liveOnce({ url }: SoakServer): Promise<void> {
  const number = ++people;
  const email = `person${number}@example.org`;
  const headers = { 'x-forwarded-for': `2001:db8:${number.toString(16)}::1` };
  const statusOf = async (key: string) => {
    const answer = await fetch(`${url}/v1/platforms`, { headers: { 'x-api-key': key } });
    await answer.arrayBuffer();
    return answer.status;
  };
  const { browser, page: profile } = await signUp({ url }, email, PASSWORD, headers);
  assert.equal(profile.path, '/profile?done=welcome');
  const [, keyId = '', key = ''] = KEY.exec(profile.text) ?? assert.fail(`no key is shown: ${readable(profile.text)}`);
  const first = await fetch(`${url}/v1/platforms`, { headers: { 'x-api-key': key } });
  assert.equal(first.status, 200, `a new key works: ${await first.text()}`);
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
