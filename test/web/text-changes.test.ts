import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTexts } from '../../src/web/editor/history-values.ts';

const SIGNS = { same: '', removed: '-', added: '+' };
const compare = (before: string, after: string) =>
  compareTexts(before, after).map(({ kind, text }) => `${SIGNS[kind]}${text}`);

const CASES: [name: string, before: string, after: string, pieces: string[]][] = [
  ['one word', 'a b c', 'a x c', ['a ', '-b ', '+x ', 'c']],
  ['words at both ends', 'a b c d e', 'x b c d y', ['-a ', '+x ', 'b c d ', '-e', '+y']],
  ['a word less and one more', 'a b c d ', 'a c d e ', ['a ', '-b ', 'c d ', '+e ']],
  ['nothing', 'a b', 'a b', ['a b']],
  ['everything', 'a', 'b', ['-a', '+b']],
];
for (const [name, before, after, pieces] of CASES)
  test(`of a text with ${name} changed, the words that differ are told from the others`, () => {
    const found = compare(before, after);
    assert.deepEqual(found, pieces);
    const restored = (sign: string) =>
      found
        .filter((text) => !text.startsWith(sign))
        .map((text) => text.replace(/^[-+]/, ''))
        .join('');
    assert.deepEqual([restored('+'), restored('-')], [before, after]);
  });

test('texts of many thousand words are compared, too', () => {
  const long = (word: string) => `same ${`${word} `.repeat(20_000)}end`;
  assert.deepEqual(
    compareTexts(long('a'), long('b')).map(({ kind }) => kind),
    ['same', 'removed', 'added', 'same'],
  );
});

test('a long text is compared with a short one in little time', () => {
  const words = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${name}${i} `).join('');
  const before = process.threadCpuUsage();
  assert.deepEqual(compare(`${words(20, 'a')}same ${words(20, 'b')}`, `${words(4500, 'c')}same ${words(4500, 'd')}`), [
    `-${words(20, 'a')}`,
    `+${words(4500, 'c')}`,
    'same ',
    `-${words(20, 'b')}`,
    `+${words(4500, 'd')}`,
  ]);
  const { user, system } = process.threadCpuUsage(before);
  assert.ok(user + system < 1_000_000, `${user + system} µs`);
});
