import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../src/config.ts';
import { signUp, withStore } from '../../test/support/accounts.ts';
import { runWell } from '../../test/support/servers/command.ts';
import { startServer } from '../child.ts';
import { look, type World } from './world.ts';

const LONGEST_MS = 1500;
const CLIENTS = 4;
const SETTINGS = { LUDEX_COMMERCIAL_PER_SECOND: 'none', LUDEX_SIGN_UPS_PER_DAY: '1000' };
const HOUR_MS = 3_600_000;

/** Kills a server that counts requests and accepts sign-ups, and compares the store with the answers that clients have got. */
export async function serveAndKill(world: World) {
  const email = `client${++world.count}@example.org`;
  const key = await runWell(['account', 'add', email, '--plan', 'commercial'], world.env);
  world.emails.add(email);
  const { url, kill } = await startServer({ ...world.env, ...SETTINGS });
  const startedAt = Date.now();
  let answered = 0;
  const ask = async () => {
    for (;;) {
      const answer = await fetch(`${url}/v1/platforms`, { headers: { 'x-api-key': key.trim() } });
      if (answer.status === 200) answered++;
      await answer.arrayBuffer();
    }
  };
  const signUp = async () => {
    for (;;) world.emails.add(await signUpAt(url, `person${++world.count}@example.org`));
  };
  const asking = [...Array.from({ length: CLIENTS }, ask), signUp()].map((client) => client.catch(() => {}));
  await pause(world.random.next() * LONGEST_MS);
  await Promise.all([kill(), ...asking]);
  const counted = await readCount(world, email);
  const isSameHour = Math.floor(startedAt / HOUR_MS) === Math.floor(Date.now() / HOUR_MS);
  const { emails } = await look(world);
  for (const known of world.emails) assert.ok(emails.has(known), `${known} is still there`);
  if (isSameHour) assert.ok(counted >= answered, `${counted} requests were counted, ${answered} were answered`);
  return { wasKilled: true, text: `serve killed after ${answered} answers` };
}

/** Resolves when the sign-up was acknowledged. */
async function signUpAt(url: string, email: string): Promise<string> {
  const { page } = await signUp({ url }, email);
  assert.equal(page.path, '/profile?done=welcome');
  return email;
}

function readCount({ env }: World, email: string): Promise<number> {
  return withStore(readConfig({}, env), async (store) => {
    const account = await store.accounts.findAccount(email);
    const [key] = await store.accounts.listKeys(account?.accountId as number);
    return (await store.quota.find(key?.keyId as number))?.used ?? 0;
  });
}
