import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { mediaFolder } from '../src/config.ts';
import { loadSharp } from '../src/pictures/inspect.ts';
import { openPictureStore } from '../src/pictures/picture-store.ts';
import { freePort } from '../test/support/servers/free-port.ts';
import { openConnection } from './client.ts';
import type { Prepared } from './prepare.ts';
import { endChild, runNode, startNode } from './processes.ts';

export interface Server {
  pid: number;
  port: number;
  /** Time from process start to the first 200 of /readyz. */
  readyMs: number;
  end(): Promise<void>;
}

interface ServerOptions {
  /** The data folder. */
  data: string;
  /** Undefined for the server's default. */
  threads?: number | undefined;
  /** More settings as environment variables. */
  settings?: Readonly<Record<string, string>> | undefined;
  /** The folder for CPU profiles, if wanted. */
  profile?: string | undefined;
  /** The core to run on. */
  core?: number | undefined;
}

/** Servers and the load that they get run on different cores. */
export const [SERVER_CORE, LOAD_CORE] = [0, 1] as const;
const POLL_MS = 5;
const READY_MS = 60_000;

/** The real server in a separate process with default settings except the port. Its log is next to the data. */
export async function startServer({ data, threads, settings, profile, core }: ServerOptions): Promise<Server> {
  const port = await freePort();
  const log = openSync(join(data, 'server.log'), 'w');
  if (profile) mkdirSync(profile, { recursive: true });
  const startedAt = performance.now();
  const child = startNode(
    [
      ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []),
      ...['src/main.ts', 'serve', '--data', data, '--port', String(port)],
      ...(threads ? ['--threads', String(threads)] : []),
    ],
    ['ignore', 'ignore', log],
    { LUDEX_STARTER: 'false', ...settings },
    core,
  );
  while (!(await isReady(port))) {
    if (child.exitCode !== null)
      throw new Error(`the server exited with code ${child.exitCode}; see ${data}/server.log`);
    if (performance.now() - startedAt > READY_MS) throw new Error('the server did not become ready');
    await wait(POLL_MS);
  }
  return { pid: child.pid as number, port, readyMs: performance.now() - startedAt, end: () => endChild(child) };
}

async function isReady(port: number): Promise<boolean> {
  try {
    const connection = await openConnection(port);
    const { status } = await connection.get('/readyz');
    connection.close();
    return status === 200;
  } catch {
    return false;
  }
}

/** The servers whose requests are compared. */
export interface Servers {
  ludex: Process;
  /** A key without a limit, one with a limit that is never reached, and one that is used up after the first request. */
  keys: Readonly<Record<KeyName, string>>;
  /** The path of a stored picture. */
  thumbnail: string;
  end(): Promise<void>;
}

export type Process = Pick<Server, 'pid' | 'port'>;
export type KeyName = 'unlimited' | 'counted' | 'usedUp';

/** One plan whose limit is never reached, and one that is used up after the first request. Pages are asked for from one address. */
const LIMITS = {
  LUDEX_FREE_PER_HOUR: '100000000',
  LUDEX_FREE_PER_SECOND: 'none',
  LUDEX_COMMERCIAL_PER_HOUR: '1',
  LUDEX_SITE_PER_SECOND: 'none',
};

/** Ludex with one thread and default settings except the limits of these keys. */
export async function startServers({ data, key }: Prepared, profile?: string): Promise<Servers> {
  const keys = { unlimited: key, counted: await addKey(data, 'free'), usedUp: await addKey(data, 'commercial') };
  const ludex = await startServer({ data, threads: 1, profile, core: SERVER_CORE, settings: LIMITS });
  const thumbnail = await addPicture(data);
  return { ludex, keys, thumbnail, end: ludex.end };
}

/** The path of the thumbnail of a picture, which generated catalogs lack. */
async function addPicture(data: string): Promise<string> {
  const sharp = await loadSharp();
  const noise = { type: 'gaussian', mean: 128, sigma: 32 } as const;
  const small = sharp({ create: { width: 64, height: 48, channels: 3, background: '#000', noise } });
  const pictures = openPictureStore(mediaFolder({ data }));
  const { thumbnail_image } = await pictures.add(await small.resize(640, 480).png().toBuffer());
  return thumbnail_image;
}

async function addKey(data: string, plan: string): Promise<string> {
  const email = `${plan}-${Date.now()}@example.org`;
  return (await runNode(['src/main.ts', 'account', 'add', email, '--plan', plan, '--data', data])).stdout;
}
