import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { writeBundle } from '../support/bundle.ts';
import { until } from '../support/until.ts';
import { openInstallation, type Server } from './installation.ts';
import { signUp } from './sign-up.ts';

/**
 * A program of its own: the life of one installation, from the first start to a restored backup. It runs in the world of a
 * row (identity, environment, namespaces), reads its order from the standard input and prints its report.
 */

export interface Order {
  /** How the program is started: `ludex`, or what stands for it. */
  command: string[];
  /** An empty folder that may be written. */
  folder: string;
  settings: Record<string, string>;
}

export interface Report {
  /** What the world looks like from inside: a row asserts that it is the one that it promises. */
  world: World;
  /** By path, the SHA-256 of what was answered: the same in all worlds. */
  answers: Record<string, string>;
  /** Where the server said that it is. */
  url: string;
}

export interface World {
  uid: number | undefined;
  umask: number;
  home: string | undefined;
  language: string | undefined;
  locale: string;
  timeZone: string;
  fonts: boolean;
  ipv4: boolean;
  writesCheckout: boolean;
  /** How many files of the data folder somebody else may read. */
  openFiles: number;
}

/** Case, order, collation and drawn letters: whatever may depend on a locale, a time zone or an installed font. */
const PATHS = [
  '/v1/games?limit=100',
  '/v1/games?title=istanbul',
  '/v1/games?title=%C4%B0STANBUL',
  '/v1/games?title=DI%C5%9ELI',
  '/v1/platforms',
  '/v1/genres',
  '/games?sort=title',
  '/platforms',
  '/games?title=ISPARTA',
  '/suggest?title=ispart',
  '/groups',
  '/games/169',
  '/covers/169.png',
  '/docs',
  '/healthz',
];

const RELEASE = { release_date: '1999-12-31', countries: ['Japan'], companies: [], product_codes: [] };

const TITLES = ['Istanbul', 'İSTANBUL', 'ISPARTA IŞIK', 'ısparta ışık', 'Dişli', 'zebra', 'Äpfel', 'ängström', '東京'];
/** Turkish has them in another order. */
const PLATFORMS = ['Cz', 'Çelik', 'Ikon', 'ikarus'].map((platform_name, i) => ({
  key: `platform:${i}`,
  platform_name,
}));

const BUNDLE = {
  platforms: PLATFORMS,
  games: TITLES.map((title, i) => ({
    key: `test:${i}`,
    title,
    platforms: PLATFORMS.map(({ key: platform }) => ({ platform, releases: [RELEASE] })),
  })),
};

const order: Order = JSON.parse(await text(process.stdin));
process.stdout.write(`${JSON.stringify(await live(order))}\n`);

async function live({ command, folder, settings }: Order): Promise<Report> {
  const data = join(folder, 'data');
  const { run, serve } = openInstallation(command, settings);

  const server = await serve(data);
  const first = await fetch(/http\S+api_key=\S+/.exec(server.greeting)?.[0] as string);
  assert.equal(first.status, 200);
  assert.match(await first.text(), /Super Mario Bros\./);
  assert.match(await ask(server, '', '/'), /video games/);
  await assertForwarded(server);
  const key = await signUp(server.url);
  await run(['import', writeBundle(BUNDLE), '--data', data]);
  await until(async () => (await ask(server, key, '/v1/games?title=ISPARTA')).includes('ISPARTA'));
  const answers = await askAll(server, key);
  const backup = join(folder, 'backup.tar.gz');
  await run(['backup', backup, '--data', data]);
  const world = { ...look(), ipv4: await reachesIpv4(), openFiles: countOpen(data) };
  await server.stop();

  const restored = join(folder, 'restored');
  await run(['restore', backup, '--data', restored]);
  const again = await serve(restored);
  assert.deepEqual(await askAll(again, key), answers, 'the restored installation answers as the first one did');
  assert.match(await run(['account', 'list', '--data', restored]), /ada@example\.org/);
  await again.stop();
  return { world, answers, url: server.url };
}

/** A proxy on this machine is believed, whichever family of addresses it uses. */
async function assertForwarded({ url, log }: Server): Promise<void> {
  await fetch(`${url}/healthz?forwarded`, { headers: { 'x-forwarded-for': '2001:db8::7' } });
  const find = () =>
    log()
      .split('\n')
      .find((line) => line.includes('?forwarded'));
  await until(() => find() !== undefined);
  assert.equal(JSON.parse(find() as string).address, '2001:db8::7');
}

async function askAll(server: Server, key: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const path of PATHS) answers[path] = digest(await ask(server, key, path));
  return answers;
}

/** Without the address of the server, which is another one each time, and the day of the import, which may have ended. */
async function ask({ url }: Server, key: string, path: string): Promise<string> {
  const response = await fetch(url + path, { headers: path.startsWith('/v1/') ? { 'x-api-key': key } : {} });
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
  assert.equal(response.status, 200, `${path}: ${body}`);
  const day = /(?<=data-label="As of">)[^<]+/g;
  return body.replaceAll(url, 'URL').replaceAll(new URL(url).host, 'HOST').replaceAll(day, 'DAY');
}

function digest(body: string): string {
  return createHash('sha256').update(body, 'latin1').digest('hex').slice(0, 16);
}

function look(): Omit<World, 'ipv4' | 'openFiles'> {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { HOME: home, LC_ALL: language } = process.env;
  const fonts = existsSync('/usr/share/fonts') && readdirSync('/usr/share/fonts').length > 0;
  const writesCheckout = canWrite(fileURLToPath(new URL('.', import.meta.url)));
  return { uid: process.getuid?.(), umask: process.umask(), home, language, locale, timeZone, fonts, writesCheckout };
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A port that nobody listens on refuses; an address that nobody has is unreachable. */
function reachesIpv4(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: '127.0.0.1', port: 1 });
  socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  socket.once('connect', () => resolve(true));
  return promise;
}

function countOpen(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => (statSync(join(folder, path)).mode & 0o077) !== 0).length;
}
