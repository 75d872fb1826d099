import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sourcePath, testPaths } from './fault.ts';
import { FAULTS } from './faults.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the text of every fault occurs once in its file, and its tests are there', () => {
  const problems = FAULTS.flatMap((fault) => {
    const count = readFileSync(join(root, sourcePath(fault)), 'utf8').split(fault.find).length - 1;
    const missing = testPaths(fault).filter((path) => !existsSync(join(root, path)));
    return [
      ...(count === 1 ? [] : [`${fault.file} has "${fault.find}" ${count} times`]),
      ...missing.map((path) => `${fault.file}: there is no ${path}`),
      ...(fault.find === fault.replace ? [`${fault.file}: "${fault.find}" is replaced by itself`] : []),
    ];
  });
  assert.deepEqual(problems, [], 'change the fault along with the code: test/mutants/faults/');
});

test('every folder of src/ has faults', () => {
  const isFolder = (path: string) => statSync(join(root, 'src', path)).isDirectory();
  const folders = readdirSync(join(root, 'src')).filter(isFolder);
  const nested = ['importers', 'store'].flatMap((name) =>
    readdirSync(join(root, 'src', name)).map((inner) => `${name}/${inner}`),
  );
  const all = [...folders, ...nested.filter(isFolder)];
  const without = all.filter((folder) => !FAULTS.some(({ file }) => file.startsWith(`${folder}/`)));
  assert.deepEqual(without, []);
});
