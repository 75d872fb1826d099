import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { mediaFolder, readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store/open.ts';
import { openBrowser } from '../../test/support/browser.ts';
import { runHere } from '../../test/support/command.ts';
import { findUrl, startChild } from '../child.ts';
import { assertThumbnails, forgetThumbnails } from './thumbnails.ts';
import { look, type World } from './world.ts';

const LONGEST_MS = 1500;
const CLIENTS = 4;
const POLL_MS = 10;
const SETTINGS = { LUDEX_COMMERCIAL_PER_SECOND: 'none', LUDEX_SIGN_UPS_PER_DAY: '1000' };
const PASSWORD = 'a quite long password';
const HOUR_MS = 3_600_000;

/** Kills a server that counts requests, accepts sign-ups and makes thumbnails, and compares the store with the answers that clients have got. */
export async function serveAndKill(world: World) {
  const email = `client${++world.count}@example.org`;
  const added = await runHere(['account', 'add', email, '--plan', 'commercial'], world.env);
  world.emails.add(email);
  const media = mediaFolder(readConfig({}, world.env));
  const thumbnails = await forgetThumbnails(media);
  const isDrawing = thumbnails.length > 0 && world.random.below(2) === 0;
  const server = startChild(['serve', '--port', '0'], { ...world.env, ...SETTINGS });
  const url = await findUrl(server);
  const startedAt = Date.now();
  let [answered, pictures] = [0, 0];
  const ask = async () => {
    for (;;) {
      const answer = await fetch(`${url}/v1/platforms`, { headers: { 'x-api-key': added.stdout.trim() } });
      if (answer.status === 200) answered++;
      await answer.arrayBuffer();
    }
  };
  const signUp = async () => {
    for (;;) world.emails.add(await signUpAt(url, `person${++world.count}@example.org`));
  };
  const view = async () => {
    for (let i = 0; ; i++) {
      const path = thumbnails[i % thumbnails.length];
      if ((await (await fetch(url + path)).arrayBuffer()).byteLength > 0) pictures++;
    }
  };
  const viewing = thumbnails.length > 0 ? [view()] : [];
  const asking = [...Array.from({ length: CLIENTS }, ask), signUp(), ...viewing].map((client) =>
    client.catch(() => {}),
  );
  // The process that draws takes a while to start.
  if (isDrawing) while (pictures === 0) await pause(POLL_MS);
  await pause(world.random.next() * LONGEST_MS);
  server.process.kill('SIGKILL');
  await Promise.all([server.ended, ...asking]);
  const counted = await readCount(world, email);
  const isSameHour = Math.floor(startedAt / HOUR_MS) === Math.floor(Date.now() / HOUR_MS);
  const { emails } = await look(world);
  for (const known of world.emails) assert.ok(emails.has(known), `${known} is still there`);
  if (isSameHour) assert.ok(counted >= answered, `${counted} requests were counted, ${answered} were answered`);
  const partials = await assertThumbnails(media);
  const text = `serve killed after ${answered} answers and ${pictures} pictures, ${partials} incomplete`;
  return { wasKilled: true, text };
}

/** Resolves when the sign-up was acknowledged. */
async function signUpAt(url: string, email: string): Promise<string> {
  const browser = openBrowser(url);
  await browser.open('/signup');
  const page = await browser.submit('/signup', { email, password: PASSWORD, terms: 'yes' });
  assert.equal(page.path, '/profile?done=welcome');
  return email;
}

async function readCount({ env }: World, email: string): Promise<number> {
  const store = await openStore(readConfig({}, env));
  try {
    const account = await store.accounts.findAccount(email);
    const [key] = await store.accounts.listKeys(account?.accountId as number);
    return (await store.quota.find(key?.keyId as number))?.used ?? 0;
  } finally {
    await store.close();
  }
}
