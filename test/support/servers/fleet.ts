import { setTimeout as pause } from 'node:timers/promises';
import { CLOCK } from '../clock.ts';
import { temporaryFolder, writeBundle } from '../samples/bundle.ts';
import { runWell } from './command.ts';
import { freePort } from './free-port.ts';
import { withPatience } from './postgres.ts';
import { administer } from './postgres-roles.ts';
import { type Program, startServing } from './program.ts';

export type Node = Program & { url: string; port: number };

export interface FleetResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** A response that takes longer counts as none. Generous, for busy machines. */
const PATIENCE_MS = 30_000;

/** Several nodes of the real program on one PostgreSQL, with operator commands. */
export function openFleet(databaseUrl: string, adminUrl = databaseUrl) {
  const shared = {
    LUDEX_DATABASE_URL: databaseUrl,
    LUDEX_SECRET: 'one secret for all nodes of the fleet',
    LUDEX_THREADS: '1',
    LUDEX_STARTER: 'false',
    LUDEX_PUBLIC_URL: 'https://games.example',
    LUDEX_LOG_LEVEL: 'error',
    // On a busy machine the event loop is late, and many calls at once would be refused.
    LUDEX_MAX_DELAY_MS: 'none',
    ...CLOCK.env,
  };
  const env = () => ({ ...shared, LUDEX_DATA: temporaryFolder('node') });
  const run = async (...args: string[]) =>
    (await runWell(args, { ...env(), LUDEX_DATABASE_URL: withPatience(databaseUrl) })).trim();
  return {
    run,
    /** All nodes have the same public URL, as behind a proxy, so that responses are identical. */
    startNode: async (settings: Record<string, string> = {}, at?: number): Promise<Node> => {
      const port = at ?? (await freePort());
      const program = await startServing({ ...env(), LUDEX_PORT: String(port), ...settings });
      return { ...program, port, url: `http://127.0.0.1:${port}` };
    },
    import: (catalog: Parameters<typeof writeBundle>[0]) => run('import', writeBundle(catalog)),
    /** A key with an hourly limit only, or without limits. */
    newKey: async (perHour: number | 'none') => {
      const email = `${crypto.randomUUID()}@example.org`;
      const key = await run('account', 'add', email, '--plan', 'unlimited');
      const [{ key_id: keyId }] = JSON.parse(await run('key', 'list', email, '--json'));
      if (perHour !== 'none') await run('key', 'limit', String(keyId), '--per-hour', String(perHour));
      return { key, keyId: keyId as number };
    },
    /** The number of counted requests of a key in this hour. */
    countedOf: async (keyId: number, url = adminUrl): Promise<number> => {
      const { rows } = await administer(
        url,
        `SELECT used FROM quota WHERE quota_id = ${keyId} AND hour = ${CLOCK.hour()}`,
      );
      return Number(rows[0]?.used ?? 0);
    },
  };
}

let asked = 0;

/**
 * A different request each time, unless the path says `asked`: responses to equal requests are cached and served without the
 * database. Fails without a response in time.
 */
export async function ask(
  node: { url: string },
  path: string,
  key: string,
  longestMs = PATIENCE_MS,
): Promise<FleetResponse> {
  const other = path.includes('asked=') ? '' : `${path.includes('?') ? '&' : '?'}asked=${++asked}`;
  const response = await fetch(node.url + path + other, {
    headers: { 'x-api-key': key, 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(longestMs),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

/** Keeps the nodes busy and still leaves CPU time for other processes. */
const PACE_MS = 30;

/** Runs clients that send requests in a loop while `work` runs. */
export async function whileAsking(
  count: number,
  request: (client: number) => Promise<void>,
  work: () => Promise<void>,
) {
  let stopped = false;
  const client = async (number: number) => {
    while (!stopped) {
      await request(number);
      await pause(PACE_MS);
    }
  };
  const clients = Promise.all(Array.from({ length: count }, (_, number) => client(number)));
  try {
    // Report the first failure.
    await Promise.race([work(), clients]);
  } finally {
    stopped = true;
    await clients;
  }
}
