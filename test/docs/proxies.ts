import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after } from 'node:test';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { isRoot, NOBODY } from '../support/servers/checkout.ts';
import { freePorts } from '../support/servers/free-port.ts';
import { askRaw, type RawResponse } from '../support/servers/raw.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '../support/servers/tls.ts';
import { until } from '../support/until.ts';

/** Proxies with the configuration of docs/operating.md, each over https on a port of its own. */

const NAME = 'games.example.org';

/** Names of the configurations, with what stands in for them. */
export type StandIns = Record<string, string>;

/** Gives the port; undefined where the program is not installed. */
export type StartProxy = (config: string, standIns: StandIns) => Promise<number | undefined>;

export const startNginx: StartProxy = async (config, standIns) => {
  if (!isInstalled('nginx', '-v')) return undefined;
  const port = await freePorts();
  const folder = proxyFolder();
  const site = translate(config, {
    ...standIns,
    'listen 443': `listen ${port}`,
    [`/etc/ssl/${NAME}.pem`]: join(folder, 'certificate.pem'),
    [`/etc/ssl/${NAME}.key`]: join(folder, 'key.pem'),
    '/var/cache/nginx/ludex': join(folder, 'cache'),
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/t;`);
  const main = `daemon off; pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off; ${temporary.join(' ')}`;
  writeFileSync(join(folder, 'nginx.conf'), `${main}\n${site}\n}\n`);
  await start('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], folder, port);
  return port;
};

export const startCaddy: StartProxy = async (config, standIns) => {
  if (!isInstalled('caddy', 'version')) return undefined;
  const port = await freePorts();
  const folder = proxyFolder();
  const options = `{\n admin off\n local_certs\n skip_install_trust\n https_port ${port}\n http_port ${port + 1}\n}\n`;
  writeFileSync(join(folder, 'Caddyfile'), options + translate(config, standIns));
  await start('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], folder, port);
  return port;
};

export function isInstalled(program: string, flag: string): boolean {
  return spawnSync(program, [flag]).status === 0;
}

export function translate(config: string, standIns: StandIns): string {
  return Object.entries(standIns).reduce((text, [name, value]) => {
    if (!text.includes(name)) throw new Error(`the configuration does not speak of ${name}`);
    return text.replaceAll(name, value);
  }, config);
}

function proxyFolder(): string {
  const folder = temporaryFolder('proxy');
  const files = { 'certificate.pem': CERTIFICATE, 'key.pem': CERTIFICATE_KEY };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 't'));
  if (isRoot) for (const path of ['', 't', ...Object.keys(files)]) chownSync(join(folder, path), NOBODY, NOBODY);
  return folder;
}

export async function start(program: string, args: string[], folder: string, port: number): Promise<void> {
  const log = join(folder, 'log');
  const child: ChildProcess = spawn('sh', ['-c', 'exec "$@" 2> log', 'sh', program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: 'ignore',
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  after(() => void child.kill('SIGTERM'));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${readFileSync(log, 'utf8')}`);
    return isOpen(port);
  });
}

function isOpen(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** Not that of the proxy, so that the two can be told apart. */
export const CLIENT = '127.0.0.9';

/** Asks a proxy on this machine as a client elsewhere does, under the public name. */
export async function askSecurely(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  sent?: string,
): Promise<RawResponse & { text: string }> {
  const method = sent === undefined ? 'GET' : 'POST';
  // Certificates of the tests: nobody vouches for them.
  const options = { localAddress: CLIENT, servername: NAME, rejectUnauthorized: false, method, sent };
  const answer = await askRaw(`https://127.0.0.1:${port}`, path, { host: NAME, ...headers }, options);
  return { ...answer, text: answer.body.toString() };
}
