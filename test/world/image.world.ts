import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { isRoot, ROOT } from '../support/servers/checkout.ts';
import { allowsNamespace, quote } from './machine.ts';

/**
 * The commands of the README on a Debian without anything but Node and npm, and the image of the Dockerfile, which buildah
 * builds on the same Debian. No container engine is needed.
 */

const TOOLS = ['buildah', 'mmdebstrap', 'ip', 'setpriv'];
const NAMESPACES = ['--mount', '--net'];
const LOOPBACK = 'ip link set lo up';
const LIMIT = { timeout: 1_800_000 };
const HEALTH = `node -e "fetch('http://127.0.0.1:8080/healthz').catch(() => process.exit(1))"`;
const PROGRAM = '/usr/local/lib/node_modules/ludex';
/** Characters that break URLs, shells and programs that expect ASCII. */
const STRANGE = "home/node/Ada's Spiele – 100 % Übersicht #1 東京?";
/** What Node and `npm ci` need of Debian, beside its essential packages. */
const DEBIAN = [
  '--variant=essential',
  '--include=libstdc++6,passwd',
  '--dpkgopt=force-unsafe-io',
  '--quiet',
  'bookworm',
];

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const lines = (file: string) => read(file).trim().split('\n');

test('.dockerignore leaves out what git ignores', () => {
  const ignored = lines('.gitignore').map((line) => line.replace(/\/$/, ''));
  assert.deepEqual(lines('.dockerignore').sort(), ['.git', ...ignored].sort());
});

test('a minimal Debian', { ...LIMIT, skip: await findObstacle() }, async (t) => {
  const debian = join(temporaryFolder('debian'), 'root');
  await installDebian(debian);

  await t.test('with the Node of this machine and npm runs `npm ci && npm start` and `npx ludex`', LIMIT, async () => {
    const { stdout: node } = await run('sh', ['-c', 'command -v node'], { env: ownEnvironment() });
    cpSync(realpathSync(node.trim()), join(debian, 'usr/local/bin/node'));
    const checkout = join(debian, STRANGE);
    const cd = `cd ${quote(`/${STRANGE}`)}`;
    const left = new Set(lines('.dockerignore').map((path) => join(ROOT, path)));
    cpSync(ROOT, checkout, { recursive: true, filter: (path) => !left.has(path) });
    await run('chown', ['--recursive', '1000:1000', checkout]);
    // npm needs the network; the server gets one of its own, so that port 8080 is free.
    await inDebian(debian, `${cd} && npm ci --omit=dev --no-audit --no-fund`);
    assert.ok(!readdirSync(join(checkout, 'node_modules')).includes('typescript'));
    const output = await inDebian(
      debian,
      `${cd}; npm start & until ${HEALTH}; do kill -0 $! || exit 1; sleep 1; done; npx ludex status && kill %1; wait`,
      ['--net'],
    );
    assert.match(output, /serves \d+ games at/);
    rmSync(checkout, { recursive: true });
  });

  await t.test('with a new Node is the base of an image', LIMIT, async (t) => {
    cpSync(process.execPath, join(debian, 'usr/local/bin/node'));
    const store = temporaryFolder('images');
    const buildah = async (command: string, ...args: string[]) => {
      const own = ['--root', join(store, 'root'), '--runroot', join(store, 'run'), '--storage-driver', driver];
      return (await run('buildah', [...own, command, ...args])).stdout.trim();
    };
    // Where a file system allows no overlays, every step copies all files, which takes a minute longer.
    let driver = 'overlay';
    const scratch = await buildah('from', 'scratch').catch(() => {
      driver = 'vfs';
      return buildah('from', 'scratch');
    });
    t.after(() => buildah('umount', '--all'));
    await buildah('add', '--quiet', scratch, debian, '/');
    const base = /^FROM (\S+)$/m.exec(read('Dockerfile'))?.[1] as string;
    await buildah('commit', '--quiet', scratch, base);
    const isolation = ['--isolation', 'chroot', '--network', 'host'];
    await buildah('build', ...isolation, '--pull-never', '--format', 'docker', '--tag', 'ludex', ROOT);
    const container = await buildah('from', '--pull-never', 'ludex');
    const folder = await buildah('mount', container);
    const { config } = JSON.parse(await buildah('inspect', '--type', 'image', 'ludex')).Docker;

    await t.test('with the packages of the lock file alone, and without a second Node', () => {
      const locked = JSON.parse(read('package-lock.json')).packages;
      const modules = join(folder, PROGRAM, 'node_modules');
      const installed = readdirSync(modules, { recursive: true, encoding: 'utf8' })
        .filter((path) => /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
        .map((path) => join('node_modules', path, '..'));
      for (const path of installed) {
        const { version } = JSON.parse(readFileSync(join(folder, PROGRAM, path, 'package.json'), 'utf8'));
        assert.deepEqual([locked[path]?.version, locked[path]?.dev], [version, undefined], path);
      }
      assert.ok(installed.includes('node_modules/fastify'));
      assert.ok(!installed.some((path) => /\/node-(linux|bin)/.test(path)));
    });

    await t.test('holds the files of the package', () => {
      const { files } = JSON.parse(read('package.json'));
      const wanted = new Set(files.map((path: string) => path.replace(/^!/, '').split('/')[0]));
      for (const name of ['LICENSE', 'README.md', 'package.json', 'package-lock.json', 'node_modules'])
        wanted.add(name);
      assert.deepEqual(readdirSync(join(folder, PROGRAM)).sort(), [...wanted].sort());
      assert.ok(existsSync(join(folder, PROGRAM, 'starter/open.tar.gz')));
    });

    await t.test('serves with the settings of compose.yaml', LIMIT, async () => {
      const { ludex } = parse(read('compose.yaml')).services;
      assert.deepEqual(
        [ludex.read_only, ludex.tmpfs, ludex.cap_drop, ludex.security_opt, ludex.ports, ludex.volumes],
        [true, ['/tmp'], ['ALL'], ['no-new-privileges:true'], ['8080:8080'], ['data:/data']],
      );
      assert.deepEqual([config.ExposedPorts, config.Volumes], [{ '8080/tcp': {} }, { '/data': {} }]);
      const [kind, ...healthCheck] = config.Healthcheck.Test;
      assert.equal(kind, 'CMD');
      const shell = (command: string[]) => command.map(quote).join(' ');
      const output = await inImage(
        folder,
        config,
        `${shell(healthCheck)} && exit 1
touch /outside 2>/dev/null && exit 1
grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status; id -un
${shell([...config.Entrypoint, ...config.Cmd])} & server=$!
until ${shell(healthCheck)}; do kill -0 $server || exit 1; sleep 1; done
ludex status
kill $server; wait $server`,
      );
      assert.match(output, /^CapEff:\s+0+\nCapBnd:\s+0+\nNoNewPrivs:\s+1\nnode\n/);
      assert.match(output, /serves \d+ games at/);
      assert.doesNotMatch(output, /Warning/);
    });
  });
});

/** Why this machine cannot build images. */
async function findObstacle(): Promise<string | false> {
  if (!isRoot) return 'the image of the Dockerfile is NOT built: only root can do that';
  for (const tool of TOOLS) {
    const isThere = await run('sh', ['-c', `command -v ${tool}`]).catch(() => undefined);
    if (!isThere) return `the image of the Dockerfile is NOT built: ${tool} is not installed`;
  }
  if (!allowsNamespace(NAMESPACES, LOOPBACK))
    return 'the image of the Dockerfile is NOT built: no namespaces are allowed';
  return false;
}

/** Debian with npm as this machine has and reaches it, and the user that the images of Node have. */
async function installDebian(root: string): Promise<void> {
  await run('mmdebstrap', [...DEBIAN, root]);
  await run('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node']);
  const npm = async (...args: string[]) => (await run('npm', args, { env: ownEnvironment() })).stdout.trim();
  const modules = join(root, 'usr/local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(join(await npm('root', '--global'), 'npm'), join(modules, 'npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    await run('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name)]);
  const [registry, cafile] = [await npm('config', 'get', 'registry'), await npm('config', 'get', 'cafile')];
  mkdirSync(join(root, 'usr/local/etc'), { recursive: true });
  const settings = [`registry=${registry}`];
  if (cafile !== 'null') {
    cpSync(cafile, join(root, 'usr/local/etc/ca.crt'), { dereference: true });
    settings.push('cafile=/usr/local/etc/ca.crt');
  }
  writeFileSync(join(root, 'usr/local/etc/npmrc'), settings.join('\n'));
  for (const file of ['resolv.conf', 'hosts'])
    cpSync(join('/etc', file), join(root, 'etc', file), { dereference: true });
}

/** Runs commands as the user `node`. */
function inDebian(root: string, script: string, namespaces: string[] = []): Promise<string> {
  const setUp = [`mount -t proc proc ${quote(root)}/proc`, ...(namespaces.length > 0 ? [LOOPBACK] : [])].join(' && ');
  const user = [
    'chroot',
    '--userspec=1000:1000',
    root,
    'env',
    '-i',
    'HOME=/home/node',
    'PATH=/usr/local/bin:/usr/bin:/bin',
  ];
  return inNamespaces(['--mount', ...namespaces], setUp, [...user, 'bash', '-c', script]);
}

/** Runs commands in an image as compose.yaml says: on a read-only file system, without capabilities. */
function inImage(folder: string, config: { User: string; Env: string[] }, script: string): Promise<string> {
  const volume = temporaryFolder('volume');
  const at = (path: string) => quote(join(folder, path));
  const setUp = [
    LOOPBACK,
    // A new volume begins as a copy of the folder.
    `cp --archive ${at('data')}/. ${quote(volume)} && chown --reference=${at('data')} ${quote(volume)}`,
    `mount --bind ${quote(folder)} ${quote(folder)} && mount -o remount,bind,ro ${quote(folder)}`,
    `mount -t proc proc ${at('proc')}`,
    `mount -t tmpfs -o mode=1777 tmpfs ${at('tmp')}`,
    `mount --rbind /dev ${at('dev')}`,
    `mount --bind ${quote(volume)} ${at('data')}`,
  ].join(' && ');
  const user = [`--reuid=${config.User}`, `--regid=${config.User}`, '--init-groups'];
  const confined = ['setpriv', ...user, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  const command = ['chroot', folder, ...confined, 'env', '-i', ...config.Env, 'sh', '-c', script];
  return inNamespaces(NAMESPACES, setUp, command);
}

async function inNamespaces(namespaces: string[], setUp: string, command: string[]): Promise<string> {
  const args = [...namespaces, 'sh', '-c', `{ ${setUp}; } || exit 1; exec "$@"`, 'sh', ...command];
  const { stdout, stderr } = await run('unshare', args);
  return stdout + stderr;
}

/** Without the Node of our packages. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...process.env, PATH: folders.join(delimiter) };
}

async function run(program: string, args: string[], options: { env?: NodeJS.ProcessEnv } = {}) {
  return promisify(execFile)(program, args, { maxBuffer: 64 * 1024 * 1024, ...options });
}
