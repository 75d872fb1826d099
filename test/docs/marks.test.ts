import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/servers/checkout.ts';
import { isRun, PAGES, readBlocks } from './blocks.ts';

const blocks = PAGES.flatMap((page) => readBlocks(page));

/** Run, or given to a program by a test; what no test looks at is only shown. */
const LANGUAGES = {
  run: ['sh', 'js', 'ts', 'python', 'go', 'php', 'csharp', 'sql', 'nginx', 'caddyfile'],
  shown: ['', 'json', 'ini', 'yaml', 'mermaid'],
};

test('a block is in a language that the tests know, with a mark that they know: who does not run one says why', () => {
  const known = [...LANGUAGES.run, ...LANGUAGES.shown];
  for (const { page, line, language, mark } of blocks) {
    assert.ok(known.includes(language), `${page}:${line} is in ${language}`);
    assert.match(mark, /^(|server|not-run: .{5,})$/, `${page}:${line}`);
  }
});

test('no fence escapes the tests: none is indented, and decisions have no commands', () => {
  for (const page of globSync(['README.md', 'docs/**/*.md'], { cwd: ROOT })) {
    assert.doesNotMatch(readFileSync(join(ROOT, page), 'utf8'), /^([ \t]+```|~~~)/m, page);
  }
  const decisions = globSync('docs/decisions/*.md', { cwd: ROOT }).flatMap((page) => readBlocks(page));
  assert.deepEqual(
    decisions.filter(({ language }) => LANGUAGES.run.includes(language)).map(({ page, line }) => `${page}:${line}`),
    [],
  );
});

test('every page with commands is followed by a test', () => {
  const tests = globSync('test/docs/*.test.ts', { cwd: ROOT }).filter((path) => !path.endsWith('marks.test.ts'));
  const text = tests.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
  const pages = new Set(blocks.filter((block) => block.language === 'sh' && isRun(block)).map(({ page }) => page));
  assert.deepEqual(
    [...pages].filter((page) => !text.includes(`'${page}'`)),
    [],
  );
});
