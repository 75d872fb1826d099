import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.ts';
import { openQuota } from '../src/quota/quota.ts';
import { openStore } from '../src/store/open.ts';
import type { Store } from '../src/store/store.ts';

const HELP = `Measures how many requests per second several nodes can count together, without HTTP.

Usage: LUDEX_DATABASE_URL=postgres://… npm run bench:quota -- [flags]
Without the URL it counts in a data folder (LUDEX_DATA). Use an empty store: it adds an account with keys.

  --nodes N     Processes that count; default 3
  --keys N      Keys that they share; default 200
  --at-once N   Concurrent requests in each of them; default 64
  --seconds N   Length of the run; default 5
`;

const OPTIONS = {
  nodes: { type: 'string', default: '3' },
  keys: { type: 'string', default: '200' },
  'at-once': { type: 'string', default: '64' },
  seconds: { type: 'string', default: '5' },
  /** The first key of a counting process. */
  first: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const { values } = parseArgs({ options: OPTIONS });
const [nodes, keys, atOnce, seconds] = (['nodes', 'keys', 'at-once', 'seconds'] as const).map((name) =>
  Number(values[name]),
) as [number, number, number, number];
/** A limit that is never reached. */
const LIMITS = { perHour: 999_999_999, perSecond: null };

if (values.help) process.stdout.write(HELP);
else if (values.first !== undefined) await count(Number(values.first));
else await main();

async function main(): Promise<void> {
  const store = await openStore(readConfig());
  const first = await addKeys(store);
  const children = Array.from({ length: nodes }, () =>
    fork(import.meta.filename, [...process.argv.slice(2), '--first', String(first)]),
  );
  const counts = await Promise.all(
    children.map((child) => new Promise<number>((resolve) => child.once('message', (sum) => resolve(Number(sum))))),
  );
  const admitted = counts.reduce((sum, one) => sum + one, 0);
  let stored = 0;
  for (let keyId = first; keyId < first + keys; keyId++) stored += (await store.quota.find(keyId))?.used ?? 0;
  await store.close();
  process.stdout.write(
    `${nodes} nodes, ${keys} keys: ${Math.round(admitted / seconds)} admitted requests per second; ` +
      `${admitted} admitted and ${stored} counted\n`,
  );
}

async function addKeys(store: Store): Promise<number> {
  const email = `bench-${Date.now()}@example.org`;
  const account = await store.accounts.addAccount({ email, plan: 'free', createdAt: 0 });
  const fields = { accountId: account?.accountId ?? 0, name: 'bench', createdAt: 0, encrypted: Buffer.from('-') };
  let first = 0;
  for (let i = 0; i < keys; i++) {
    const digest = Buffer.from(`${email} ${i}`);
    const key = await store.accounts.addKey({ ...fields, digest, expiresAt: null, perHour: null, perSecond: null });
    first ||= key?.keyId ?? 0;
  }
  return first;
}

async function count(first: number): Promise<void> {
  const store = await openStore(readConfig());
  const outagePolicy = { fail: 'closed' as const, isUnavailable: store.isUnavailable, onUnavailable: () => {} };
  const quota = openQuota(store.quota, Date.now, outagePolicy);
  const end = Date.now() + seconds * 1000;
  let admitted = 0;
  const client = async () => {
    while (Date.now() < end) {
      const decision = await quota.admit(first + Math.floor(Math.random() * keys), LIMITS);
      if (decision.admitted) admitted++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  await quota.close();
  await store.close();
  process.send?.(admitted);
}
