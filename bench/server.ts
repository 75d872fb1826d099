import { mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endChild, startNode } from './children.ts';
import { openConnection } from './connection.ts';

export interface Server {
  pid: number;
  port: number;
  /** Time from process start to the first 200 of /readyz. */
  readyMs: number;
  end(): Promise<void>;
}

export interface ServerOptions {
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

const POLL_MS = 5;
const READY_MS = 60_000;

/** The real server in a separate process with default settings except the port. Its log is next to the data. */
export async function startServer({ data, threads, settings, profile, core }: ServerOptions): Promise<Server> {
  const port = await findFreePort();
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

export function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
