import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ALONE, listGroups, NAMED_FILES } from './support/runner/groups.ts';
import { writeSource } from './support/samples/sources.ts';

const RUN = fileURLToPath(new URL('./run.ts', import.meta.url));

/** Runs test files of one folder as `npm test` does. */
function run(texts: Record<string, string>): { status: number | null; lines: string[] } {
  const files = Object.entries(texts).map(([name, text]) => [
    `test/folder/${name}.test.ts`,
    `import { after, test } from 'node:test';\n${text}\n`,
  ]);
  // None of these files needs a database. NODE_TEST_CONTEXT would make the tests report to the parent process.
  const env = {
    ...process.env,
    LUDEX_TEST_POSTGRES_URL: 'postgres://nowhere',
    NODE_TEST_CONTEXT: undefined,
  };
  const cwd = writeSource(Object.fromEntries(files));
  const { status, stdout } = spawnSync(process.execPath, [RUN], { cwd, env, encoding: 'utf8' });
  return { status, lines: stdout.replaceAll(/[\d.]+ s\b/g, 'N s').split('\n') };
}

test('a run prints a line for each file, the counts and the time', () => {
  const { status, lines } = run({ a: "test('one', () => {}); test('two', () => {});", b: "test('three', () => {});" });
  assert.equal(status, 0);
  assert.deepEqual(lines, [
    'ok test/folder/a.test.ts (2 tests, N s)',
    'ok test/folder/b.test.ts (1 test, N s)',
    '3 passed, 0 failed',
    'in N s',
    '',
  ]);
});

test('a file that does not pass fails the run, and later files still run', () => {
  const { status, lines } = run({
    a: "test('fails', () => { throw new Error('first'); });",
    b: "throw new Error('import');",
    c: "test('skipped', { skip: true }, () => {});",
    d: "test('dies', () => process.exit(3));",
    e: "after(() => { throw new Error('hook'); }); test('works', () => {});",
    f: "test('works', () => {});",
    g: '',
  });
  assert.equal(status, 1);
  const said = (text: string) => lines.some((line) => line.includes(text));
  for (const text of ['Error: first', 'Error: import', 'it was skipped', 'ended with 3', 'Error: hook', 'has no tests'])
    assert.ok(said(text), lines.join('\n'));
  assert.ok(said('ok test/folder/f.test.ts (1 test, N s)'));
  assert.ok(said('2 passed, 6 failed'), lines.join('\n'));
});

test('notices about this machine are printed once, at the end', () => {
  const note =
    "test('one', (t) => t.diagnostic('on this machine: no nginx')); test('two', (t) => t.diagnostic('more'));";
  const { status, lines } = run({ a: note, b: note });
  assert.equal(status, 0);
  assert.deepEqual(lines.slice(2, 4), ['on this machine: no nginx', '4 passed, 0 failed']);
});

test('long files run if they are asked for or named', () => {
  const list = (...args: Parameters<typeof listGroups>) => listGroups(...args).flatMap(({ files }) => files);
  const isLong = (file: string) => file.endsWith('.long.test.ts');
  assert.equal(list('quick').some(isLong), false);
  assert.equal(list('quick', ['test/torture']).some(isLong), false);
  assert.equal(list('long').every(isLong), true);
  assert.deepEqual(list('all').toSorted(), [...list('quick'), ...list('long'), ...ALONE].toSorted());
  assert.deepEqual(list('quick', ['test/torture/soak.long.test.ts']), ['test/torture/soak.long.test.ts']);
});

test('the files that the groups name are there', () => {
  assert.deepEqual(
    NAMED_FILES.filter((file) => !existsSync(file)),
    [],
  );
});

test('a run without a test fails', () => {
  assert.equal(run({}).status, 1);
});
