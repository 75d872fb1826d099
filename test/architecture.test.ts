import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/** Which modules each module may import. A module is a folder of src/ or a file directly in it. */
const ALLOWED_IMPORTS: Record<string, string[]> = {
  'main.ts': ['cli'],
  cli: [
    'server',
    'accounts',
    'bundle',
    'catalog',
    'importers',
    'merging',
    'pictures',
    'store',
    'config.ts',
    'settings.ts',
    'plans.ts',
    'create-folder.ts',
    'errors.ts',
    'folding.ts',
    'priority.ts',
    'version.ts',
    'get-or-insert.ts',
  ],
  server: [
    'api',
    'web',
    'app.ts',
    'at-once.ts',
    'catalog',
    'covers',
    'pictures',
    'store',
    'telemetry',
    'config.ts',
    'encoding.ts',
    'errors.ts',
    'log.ts',
    'network.ts',
    'thread-file.ts',
    'version.ts',
    'get-or-insert.ts',
  ],
  api: [
    'app.ts',
    'at-once.ts',
    'catalog',
    'accounts',
    'quota',
    'vocabulary',
    'encoding.ts',
    'plans.ts',
    'errors.ts',
    'request-body.ts',
    'version.ts',
    'get-or-insert.ts',
  ],
  web: [
    'app.ts',
    'catalog',
    'accounts',
    'bundle',
    'merging',
    'pictures',
    'store',
    'telemetry',
    'vocabulary',
    'encoding.ts',
    'plans.ts',
    'errors.ts',
    'folding.ts',
    'request-body.ts',
    'thread-file.ts',
    'version.ts',
    'get-or-insert.ts',
  ],
  'app.ts': ['catalog', 'accounts', 'quota', 'store', 'telemetry', 'config.ts', 'log.ts'],
  telemetry: [],
  merging: [
    'matching',
    'vocabulary',
    'bundle',
    'catalog',
    'pictures',
    'store',
    'config.ts',
    'create-folder.ts',
    'errors.ts',
    'folding.ts',
    'thread-file.ts',
    'version.ts',
    'get-or-insert.ts',
  ],
  importers: [
    'matching',
    'vocabulary',
    'bundle',
    'catalog',
    'pictures',
    'store',
    'errors.ts',
    'folding.ts',
    'get-or-insert.ts',
  ],
  matching: ['vocabulary', 'bundle', 'store', 'folding.ts', 'get-or-insert.ts'],
  vocabulary: ['bundle', 'catalog', 'store', 'folding.ts', 'get-or-insert.ts'],
  bundle: ['catalog', 'create-folder.ts', 'errors.ts', 'process-owner.ts'],
  covers: ['catalog', 'pictures', 'priority.ts', 'queue.ts', 'thread-file.ts'],
  pictures: ['process-owner.ts', 'queue.ts', 'store', 'config.ts', 'create-folder.ts', 'errors.ts', 'get-or-insert.ts'],
  catalog: ['store', 'config.ts', 'folding.ts', 'thread-file.ts', 'get-or-insert.ts'],
  accounts: [
    'at-once.ts',
    'network.ts',
    'queue.ts',
    'store',
    'config.ts',
    'settings.ts',
    'plans.ts',
    'create-folder.ts',
    'errors.ts',
  ],
  quota: ['at-once.ts', 'store', 'plans.ts'],
  store: ['config.ts', 'plans.ts', 'create-folder.ts', 'errors.ts', 'folding.ts', 'get-or-insert.ts'],
  'plans.ts': ['config.ts'],
  'log.ts': ['config.ts'],
  'config.ts': ['settings.ts', 'errors.ts'],
  'settings.ts': [],
  'request-body.ts': ['errors.ts'],
  'at-once.ts': [],
  'encoding.ts': [],
  'create-folder.ts': ['errors.ts'],
  'errors.ts': [],
  'folding.ts': ['get-or-insert.ts'],
  'get-or-insert.ts': [],
  'network.ts': [],
  'priority.ts': [],
  'process-owner.ts': [],
  'queue.ts': [],
  'thread-file.ts': [],
  'version.ts': [],
};

/** The only files that import each driver package. */
const DRIVERS: Record<string, string[]> = {
  'node:sqlite': [
    'bundle/scratch-database.ts',
    'store/sqlite/backup.ts',
    'store/sqlite/database.ts',
    'store/tables.ts',
  ],
  pg: ['store/postgres/database.ts'],
  fastify: ['server/http.ts', 'web/docs/explorer-thread.ts'],
  '@scalar/fastify-api-reference': ['web/docs/explorer-thread.ts'],
  marked: ['web/docs/markdown.ts'],
  nodemailer: ['accounts/mail.ts'],
  pino: ['log.ts'],
  'typebox/compile': ['bundle/bundle.ts'],
  'typebox/system': ['bundle/bundle.ts'],
  saxes: ['importers/xml.ts'],
  sharp: ['pictures/inspect.ts'],
  'woff2-encoder/decompress': ['covers/fonts.ts'],
  tar: ['bundle/archive.ts', 'bundle/unpack.ts', 'cli/kit/backup-archive.ts'],
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

test('every module is in the table', () => {
  assert.deepEqual(
    new Set(inside.flatMap(({ from, to }) => [moduleOf(from), moduleOf(to)])),
    new Set(Object.keys(ALLOWED_IMPORTS)),
  );
});

test('modules import only what the table allows', () => {
  for (const { from, to } of inside) {
    if (moduleOf(from) === moduleOf(to)) continue;
    assert.ok(ALLOWED_IMPORTS[moduleOf(from)]?.includes(moduleOf(to)), `${from} must not import ${to}`);
  }
});

test('the table allows no import that does not exist', () => {
  const drawn = new Set(inside.map(({ from, to }) => `${moduleOf(from)} → ${moduleOf(to)}`));
  for (const [module, known] of Object.entries(ALLOWED_IMPORTS)) {
    for (const other of known) assert.ok(drawn.has(`${module} → ${other}`), `${module} → ${other}`);
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
  assert.deepEqual(packages.toSorted(), ['@fastify/proxy-addr', 'fastify', 'pino']);
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

test('the diagram in docs/architecture.md shows the shortest set of arrows that the table implies', () => {
  const shown = (name: string) => !name.endsWith('.ts') || ['main.ts', 'app.ts'].includes(name);
  const next = (name: string) => (ALLOWED_IMPORTS[name] ?? []).filter(shown);
  const reachable = (name: string): string[] => next(name).flatMap((other) => [other, ...reachable(other)]);
  const isDirect = (name: string, other: string) => !next(name).some((third) => reachable(third).includes(other));
  const expected = Object.keys(ALLOWED_IMPORTS)
    .filter(shown)
    .flatMap((name) => next(name).flatMap((other) => (isDirect(name, other) ? [`${name} --> ${other}`] : [])));
  const page = readFileSync(join(SRC, '../docs/architecture.md'), 'utf8');
  const [, diagram = ''] = page.match(/```mermaid\nflowchart TD\n([^`]*)```/) ?? [];
  const drawn = Array.from(diagram.matchAll(/^ +(\S+) --> (.+)$/gm), ([, from, to = '']) =>
    to.split(' & ').map((other) => `${from} --> ${other}`),
  );
  assert.deepEqual(drawn.flat().toSorted(), expected.toSorted());
});
