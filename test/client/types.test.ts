import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type Company,
  type ExternalId,
  type GroupReference,
  Ludex,
  type Part,
  type Release,
  type SourceOfGame,
} from '../../client/index.js';
import { writeClientTypes } from '../../schema/client-types.ts';
import { readBlocks } from '../docs/blocks.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { GAME } from '../support/samples/catalog.ts';
import { ROOT } from '../support/servers/checkout.ts';
import { sharedServer } from '../support/servers/server.ts';

const run = promisify(execFile);
const server = await sharedServer();
const TSC = join(ROOT, 'node_modules', '.bin', 'tsc');

test('the types are those of the OpenAPI document: "npm run client-types" writes them', () => {
  const file = new URL('../../client/schemas.d.ts', import.meta.url);
  assert.equal(readFileSync(file, 'utf8'), writeClientTypes());
});

test('the types hold without the types of Node', async () => {
  const file = new URL('../../client/index.d.ts', import.meta.url);
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--module', 'esnext'];
  const { stdout } = await run(TSC, [...options, '--ignoreConfig', '--types', '', fileURLToPath(file)]);
  assert.equal(stdout, '');
});

test('the samples of the guide and of the README compile as strict TypeScript', async () => {
  const folder = temporaryFolder('samples');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'client'), join(folder, 'node_modules', 'ludex-client'));
  symlinkSync(join(ROOT, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
  const samples = ['docs/guide.md', 'client/README.md']
    .flatMap((page) => readBlocks(page))
    .filter(({ text }) => text.includes("from 'ludex-client'"));
  assert.equal(samples.length, 3);
  const files = samples.map((_, i) => join(folder, `sample-${i}.mts`));
  for (const [i, { text }] of samples.entries()) writeFileSync(files[i] as string, text);
  const compilerOptions = { target: 'es2022', module: 'nodenext', types: ['node'], strict: true, noEmit: true };
  const project = { compilerOptions: { ...compilerOptions, exactOptionalPropertyTypes: true }, files };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  await run(TSC, ['--project', folder]).catch(({ stdout }) => assert.fail(stdout));
});

test('a game has the type of what was included, and nothing else', async () => {
  const client = new Ludex(server.url, { key: server.key });
  const [first] = (await client.games({ include: ['details', 'groups'] }).first()).items;
  assert.ok(first);
  const groups: GroupReference[] = first.groups;
  const releases: Release[] | undefined = first.platforms[0]?.releases;
  assert.deepEqual([groups.length, releases?.length], [2, 1]);
  // @ts-expect-error: not included
  assert.equal(first.companies, undefined);
  // @ts-expect-error: not included
  assert.equal(first.platforms[0]?.screenshots, undefined);
  const plain = await client.game(GAME.everything);
  // @ts-expect-error: nothing is included
  assert.equal(plain.groups, undefined);
  const companies: Company[] = (await client.game(GAME.everything, { include: 'companies' })).companies;
  assert.equal(companies.length, 2);
  const unknown: Part[] = ['ids'];
  const ids: ExternalId[] | undefined = (await client.game(GAME.everything, { include: unknown })).external_ids;
  assert.ok(ids);
  await client.sync({
    include: ['sources'],
    apply(changes) {
      const sources: SourceOfGame[] | undefined = changes[0]?.game?.sources;
      assert.equal(sources?.length, 1);
      // @ts-expect-error: not included
      assert.equal(changes[0]?.game?.groups, undefined);
    },
  });
});

test('the README tells which methods return pages and which promises', () => {
  const client = new Ludex('http://localhost', { retries: 0, fetch: async () => Response.json({}) });
  const methods = client as unknown as Record<string, (...values: unknown[]) => object>;
  const returned = (name: string) => {
    const result = methods[name]?.({}, {});
    if (result instanceof Promise) result.catch(() => {});
    return result instanceof Promise ? 'Promise' : Symbol.asyncIterator in (result ?? {}) ? 'Pages' : 'neither';
  };
  const readme = readFileSync(new URL('../../client/README.md', import.meta.url), 'utf8');
  const tables = readme.split(/^\| (?=Pages|Promise)/m).slice(1);
  const told = tables.flatMap((table) =>
    Array.from(table.matchAll(/`(\w+)\(/g), ([, name = '']) => [name, /^\w+/.exec(table)?.[0]]),
  );
  assert.deepEqual(
    told,
    told.map(([name = '']) => [name, returned(name)]),
  );
  const all = Object.getOwnPropertyNames(Ludex.prototype).filter((name) => name !== 'constructor');
  assert.deepEqual([...new Set(told.map(([name]) => name))].sort(), all.sort());
});

test('the package that a server has is that of "npm pack ./client", and its files alone are the whole client', async () => {
  const folder = temporaryFolder('package');
  const get = async (path: string) => Buffer.from(await (await fetch(server.url + path)).arrayBuffer());
  writeFileSync(join(folder, 'own.tgz'), await get('/client.tgz'));
  await run('npm', ['pack', join(ROOT, 'client')], { cwd: folder });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const [name, target] of Object.entries({ 'own.tgz': 'own', [`ludex-client-${version}.tgz`]: 'npm' })) {
    mkdirSync(join(folder, target));
    await run('tar', ['-xzf', join(folder, name), '-C', join(folder, target)]);
  }
  await run('diff', ['-r', join(folder, 'own'), join(folder, 'npm')]);

  for (const name of ['client.js', 'client.d.ts']) writeFileSync(join(folder, name), await get(`/${name}`));
  const program = `import { Ludex, LudexError, memoryStore, type Game } from './client.js';
const game: Game = await new Ludex('${server.url}', { key: '${server.key}', store: memoryStore() }).game(${GAME.everything});
console.log(game.title, LudexError.name);`;
  writeFileSync(join(folder, 'program.mts'), program);
  await run(TSC, ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', join(folder, 'program.mts')]);
  const { stdout } = await run(process.execPath, [join(folder, 'program.mts')]);
  assert.match(stdout, /^Super Example Bros\. LudexError\n$/);
});
