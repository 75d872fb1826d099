import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../support/browser.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import { until } from '../support/until.ts';
import { openInstallation, type Server } from './installation.ts';

/**
 * A separate program that runs one installation from its first start to a restored backup. It runs in the environment of a
 * row (user, variables, namespaces), reads its order from stdin and prints its report.
 */

export interface Order {
  /** The command that starts `ludex`. */
  command: string[];
  /** An empty writable folder. */
  folder: string;
  settings: Record<string, string>;
}

export interface Report {
  /** The environment as seen by the program, for the assertions of a row. */
  world: World;
  /** The SHA-256 of responses by path, which must be the same in all environments. */
  answers: Record<string, string>;
  /** The URL that the server printed. */
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
  /** The number of files in the data folder that other users can read. */
  openFiles: number;
}

/** Requests that may depend on locale, time zone or installed fonts. */
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
/** Turkish sorts them differently. */
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

/** Signs up on the site and returns the key from the profile. */
async function signUp(url: string): Promise<string> {
  const browser = openBrowser(url);
  await browser.open('/signup');
  const person = { email: 'ada@example.org', password: 'a quite long password', terms: 'yes' };
  const profile = await browser.submit('/signup', person);
  assert.equal(profile.path, '/profile?done=welcome');
  return /<code id="key-\d+">(ludex_\w+)<\/code>/.exec(profile.text)?.[1] as string;
}

/** A local proxy is trusted over IPv4 and IPv6. */
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

/** Removes the server URL and the date of the import, which differ between runs. */
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

/** A closed port refuses connections; an unused address is unreachable. */
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
