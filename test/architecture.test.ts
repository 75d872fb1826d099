import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/** The only files that import each driver package. */
const DRIVERS: Record<string, string[]> = {
  'node:sqlite': [
    'bundle/scratch-database.ts',
    'store/sqlite/backup.ts',
    'store/sqlite/database.ts',
    'store/tables.ts',
  ],
  pg: ['store/postgres/database.ts'],
  fastify: ['web/docs/explorer-thread.ts'],
  '@scalar/fastify-api-reference': ['web/docs/explorer-thread.ts'],
  marked: ['web/docs/markdown.ts'],
  nodemailer: ['accounts/mail.ts'],
  pino: ['log.ts'],
  'typebox/compile': ['bundle/bundle.ts'],
  'typebox/system': ['bundle/bundle.ts'],
  saxes: ['importers/xml.ts'],
  sharp: ['pictures/inspect.ts'],
  'woff2-encoder/decompress': ['covers/fonts.ts'],
  tar: ['bundle/archive.ts', 'bundle/unpack.ts', 'cli/kit/backup-archive.ts', 'importers/pictures/unpack.ts'],
  'csv-parse': ['importers/csv.ts'],
  yauzl: ['importers/zip.ts'],
};

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
  /** Loaded when it is needed. */
  lazy: boolean;
}

const imports = listImports(SRC);

function listImports(folder: string): Import[] {
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/node_modules'] });
  return files.flatMap((file) => readImports(folder, file));
}

function readImports(folder: string, file: string): Import[] {
  const text = readFileSync(join(folder, file), 'utf8');
  const found = text.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|\bimport\('([^']+)'\)/gm);
  return Array.from(found, ([, type, named, lazy]) => {
    const target = (named ?? lazy) as string;
    const to = target.startsWith('.') ? relative(folder, join(folder, dirname(file), target)) : target;
    return { from: file, to, typeOnly: type !== undefined, lazy: lazy !== undefined };
  });
}

function moduleOf(file: string): string {
  return file.split('/')[0] as string;
}

const inside = imports.filter(({ to }) => to.endsWith('.ts'));

/** Each arrow of the diagram in docs/architecture.md: `api --> catalog`. */
function readArrows(): [from: string, to: string][] {
  const page = readFileSync(join(SRC, '../docs/architecture.md'), 'utf8');
  const [, diagram = ''] = page.match(/```mermaid\nflowchart TD\n([^`]*)```/) ?? [];
  return Array.from(diagram.matchAll(/^ +(\S+) --> (.+)$/gm), ([, from = '', to = '']) =>
    to.split(' & ').map((other): [string, string] => [from, other]),
  ).flat();
}

test('imports go down the arrows of docs/architecture.md, and to the files below them, which import no folder', () => {
  const arrows = readArrows();
  const drawn = new Set(arrows.flat());
  const reachable = (name: string): string[] =>
    arrows.filter(([from]) => from === name).flatMap(([, to]) => [to, ...reachable(to)]);
  const below = new Map([...drawn].map((name) => [name, new Set(reachable(name))]));
  for (const { from, to } of inside) {
    const [one, other] = [moduleOf(from), moduleOf(to)];
    const isFile = other.endsWith('.ts') && !drawn.has(other);
    assert.ok(one === other || isFile || below.get(one)?.has(other), `${from} must not import ${to}`);
  }
});

test('every arrow of docs/architecture.md is an import, and none follows from others', () => {
  const arrows = readArrows();
  const used = new Set(inside.map(({ from, to }) => `${moduleOf(from)} --> ${moduleOf(to)}`));
  const isReached = (from: string, to: string): boolean =>
    arrows.some(([one, other]) => one === from && (other === to || isReached(other, to)));
  for (const [from, to] of arrows) {
    assert.ok(used.has(`${from} --> ${to}`), `${from} --> ${to} is no import`);
    const isLonger = arrows.some(([one, other]) => one === from && other !== to && isReached(other, to));
    assert.ok(!isLonger, `${from} --> ${to} follows from other arrows`);
  }
});

test('api, web and cli do not import each other, nor do catalog, accounts and quota', () => {
  const apart = [
    ['api', 'web', 'cli'],
    ['catalog', 'accounts', 'quota'],
  ];
  for (const modules of apart) {
    for (const { from, to } of inside) {
      const [one, other] = [moduleOf(from), moduleOf(to)];
      assert.ok(one === other || !modules.includes(one) || !modules.includes(other), `${from} → ${to}`);
    }
  }
});

for (const folder of ['src', 'bench', 'torture'])
  test(`there are no circular imports in ${folder}, not even of types`, () => {
    const next = Map.groupBy(listImports(join(SRC, '..', folder)), ({ from }) => from);
    const done = new Set<string>();
    const visit = (file: string, path: string[]) => {
      assert.ok(!path.includes(file), [...path, file].join(' → '));
      if (done.has(file)) return;
      for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
      done.add(file);
    };
    for (const file of next.keys()) visit(file, []);
  });

test('each driver package is imported only by the files in the table', () => {
  for (const [driver, places] of Object.entries(DRIVERS)) {
    const users = imports.filter(({ to, typeOnly }) => to === driver && !typeOnly).map(({ from }) => from);
    assert.deepEqual(new Set(users), new Set(places), driver);
  }
});

test('a server starts with no more packages than it needs', () => {
  const next = Map.groupBy(
    imports.filter(({ typeOnly, lazy }) => !typeOnly && !lazy),
    ({ from }) => from,
  );
  const loaded = new Set<string>();
  const visit = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { to } of next.get(file) ?? []) visit(to);
  };
  visit('server/serve.ts');
  const packages = [...loaded].filter((name) => !name.endsWith('.ts') && !name.startsWith('node:'));
  assert.deepEqual(packages.toSorted(), ['@fastify/proxy-addr', 'pino']);
});

test('SQL is only in the store and where a scratch database is used', () => {
  const files = globSync('**/*.ts', { cwd: SRC }).filter((file) => !file.startsWith('store/'));
  const withSql = files.filter((file) =>
    /\b(SELECT|INSERT|DELETE FROM|CREATE TABLE|PRAGMA)\b/.test(readFileSync(join(SRC, file), 'utf8')),
  );
  const users = imports.filter(({ to }) => to === 'bundle/scratch-database.ts').map(({ from }) => from);
  assert.deepEqual(new Set(withSql), new Set(['bundle/scratch-database.ts', ...users]));
});

test('only config.ts reads the environment', () => {
  const uses = globSync('**/*.ts', { cwd: SRC }).flatMap((file) =>
    Array.from(readFileSync(join(SRC, file), 'utf8').matchAll(/process\.env.*/g), ([use]) => `${file}: ${use}`),
  );
  const others = uses.filter((use) => !use.startsWith('config.ts: '));
  // A variable of Node, for threads.
  assert.deepEqual(others, ['main.ts: process.env.NODE_COMPILE_CACHE ??= dirname(directory);']);
  assert.ok(uses.length > others.length);
});

test('docs/architecture.md lists every file and folder at the top of src/', () => {
  const page = readFileSync(join(SRC, '../docs/architecture.md'), 'utf8');
  const lines = Array.from(
    page.matchAll(/^ {2}([a-z-]+(?:\/|\.ts)(?:, [a-z-]+\.ts)*) {2,}/gm),
    ([, names = '']) => names,
  );
  const listed = lines.flatMap((names) => names.split(', ').map((name) => name.replace('/', '')));
  assert.deepEqual(listed.toSorted(), globSync('*', { cwd: SRC }).toSorted());
});
