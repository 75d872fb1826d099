import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listDrawingPermissions } from '../../src/covers/drawing-process.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const data = temporaryFolder('secrets');
const fonts = join(data, 'fonts');
mkdirSync(fonts);
writeFileSync(join(fonts, 'fonts.conf'), '');
const SECRET = join(data, 'secret');
writeFileSync(SECRET, 'planted');

const ATTEMPTS: Record<string, string> = {
  'read the secret of the data folder': `fs.readFileSync(${JSON.stringify(SECRET)})`,
  'read it through /proc': `fs.readFileSync(${JSON.stringify(`/proc/self/root${SECRET}`)})`,
  'read a data folder beside the program': `fs.readFileSync(${JSON.stringify(join(ROOT, 'data/secret'))})`,
  'list the data folder': `fs.readdirSync(${JSON.stringify(data)})`,
  'write into the data folder': `fs.writeFileSync(${JSON.stringify(join(data, 'new'))}, '')`,
  'change the fonts': `fs.writeFileSync(${JSON.stringify(join(fonts, 'new'))}, '')`,
  'change the program': `fs.appendFileSync(${JSON.stringify(join(ROOT, 'src/main.ts'))}, '')`,
  'change a package': `fs.appendFileSync(${JSON.stringify(join(ROOT, 'node_modules/sharp/package.json'))}, '')`,
  'start a process': `process.getBuiltinModule('child_process').execFileSync(process.execPath, ['--version'])`,
  'start a thread': `new (process.getBuiltinModule('worker_threads').Worker)('', { eval: true })`,
  // Node 24 has no permission for connections.
  ...(process.allowedNodeEnvironmentFlags.has('--allow-net') && {
    'open a connection': `await process.getBuiltinModule('dns').promises.lookup('localhost')`,
  }),
};

/** Runs code as the process that draws runs. */
function run(code: string): string {
  const flags = [...listDrawingPermissions(fonts), '--input-type=module', '--eval'];
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, code], { env: {}, cwd: data, encoding: 'utf8' });
  assert.equal(stderr, '');
  return stdout;
}

for (const [what, attempt] of Object.entries(ATTEMPTS)) {
  test(`the process that draws cannot ${what}`, () => {
    const tried = `try { ${attempt}; console.log('done') } catch (error) { console.log(error.code) }`;
    assert.equal(run(`const fs = process.getBuiltinModule('fs'); ${tried}`), 'ERR_ACCESS_DENIED\n');
  });
}

test('it can read the program and the fonts', () => {
  for (const path of [join(ROOT, 'src/main.ts'), join(fonts, 'fonts.conf')]) {
    assert.equal(run(`console.log(process.permission.has('fs.read', ${JSON.stringify(path)}))`), 'true\n');
  }
});
