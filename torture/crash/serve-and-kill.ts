import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { mediaFolder, readConfig } from '../../src/config.ts';
import { listPictures } from '../../src/pictures/clean.ts';
import { removePartialFiles } from '../../src/pictures/folder-locks.ts';
import { openStore } from '../../src/store/open.ts';
import { openBrowser } from '../../test/support/browser.ts';
import { runHere } from '../../test/support/command.ts';
import { startServer } from '../child.ts';
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
  const { url, kill } = await startServer({ ...world.env, ...SETTINGS });
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
  await Promise.all([kill(), ...asking]);
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

/** Made on request: an import writes thumbnails as WebP. */
const VARIANTS = ['-320.png', '-640.png', '-320.jpg', '-640.jpg'];
const MADE = /-\d+\.(png|jpg)$/;

/** Removes the thumbnails that a server has made, and returns the paths of all that it can make. */
async function forgetThumbnails(media: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const picture of listPictures(media)) {
    for (const path of picture.paths) if (MADE.test(path)) rmSync(path);
    const stem = `/media/${picture.sha256.slice(0, 2)}/${picture.sha256.slice(2)}`;
    if (picture.hasOriginal) paths.push(...VARIANTS.map((variant) => stem + variant));
  }
  return paths;
}

/** Every thumbnail is complete, and the next start removes what is not. Returns the number of incomplete ones. */
async function assertThumbnails(media: string): Promise<number> {
  for await (const { paths } of listPictures(media))
    for (const path of paths.filter((one) => MADE.test(one))) await sharp(path).stats();
  const partials = listPartials(media);
  await removePartialFiles(media);
  assert.deepEqual(listPartials(media), []);
  return partials.length;
}

function listPartials(media: string): string[] {
  try {
    return readdirSync(join(media, 'incoming')).filter((name) => name.endsWith('.partial'));
  } catch {
    return [];
  }
}
