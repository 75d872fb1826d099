import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTextProblem } from '../../../src/bundle/plain-text.ts';
import { gameOf } from '../../support/samples/appstream.ts';

const describe = async (title: string, summary: string, description: string) =>
  (await gameOf({ name: { C: title }, summary: { C: summary }, description })).description;

const MARKUP: [name: string, markup: string, text: string | null][] = [
  ['paragraphs have a blank line between them', '<p>One\n  two.</p>\n\n<p>Three.</p>', 'One two.\n\nThree.'],
  [
    'items of a list are lines',
    '<p>Features:</p><ul><li>Red</li><li>Green</li></ul><p>End.</p>',
    'Features:\n\n- Red\n- Green\n\nEnd.',
  ],
  ['an ordered list is a list', '<ol>\n <li>First</li>\n <li>Second</li>\n</ol>', '- First\n- Second'],
  ['emphasis is removed and its words stay', '<p>A <em>very</em> <code>long</code> way</p>', 'A very long way'],
  ['entities are decoded', '<p>Tom &amp; &quot;Jerry&apos;s&quot; &#233;t&#xe9;</p>', 'Tom & "Jerry\'s" été'],
  ['a text without markup is a paragraph', 'Just words', 'Just words'],
  ['empty markup has no description', '<p> </p><ul><li></li></ul>', null],
  ['control characters are removed and accents composed', '<p>Poke\u0301\u0085mon</p>', 'Poké mon'],
];

for (const [name, markup, text] of MARKUP) {
  test(name, async () => assert.equal(await describe('Title', '', markup), text));
}

const HOSTILE = [
  '<p>&lt;b&gt;bold&lt;/b&gt;</p>',
  '<p>&amp;lt;script&amp;gt; and &amp;eacute;</p>',
  '<script>alert(1)</script><iframe src="x"/>',
  '<p>a &lt;b</p><p>c&gt; d</p>',
  '<![CDATA[<b>x</b>]]>',
];

test('hostile markup becomes plain text', async () => {
  for (const markup of HOSTILE) assert.equal(findTextProblem(await describe('T', markup, markup)), undefined, markup);
});

test('entities are decoded once, and a remaining ampersand is removed', async () => {
  assert.equal(await describe('T', '', '<p>write &amp;amp; here</p>'), 'write amp; here');
});

test('a long text is cut at the end of a paragraph', async () => {
  const text = (await describe('T', '', `<p>${'word '.repeat(1200)}</p>`.repeat(10))) ?? '';
  assert.ok(text.length > 14_000 && text.length <= 20_000 && text.endsWith('word'), String(text.length));
});

const SUMMARIES: [name: string, summary: string, markup: string, text: string][] = [
  ['a summary comes first, as a sentence', 'Hop over things', '<p>Hop.</p>', 'Hop over things.\n\nHop.'],
  ['a summary that is a sentence stays', 'Hop on!', '<p>Hop.</p>', 'Hop on!\n\nHop.'],
  ['a summary alone is the description', 'Hop over things', '', 'Hop over things.'],
  ['a summary that the text starts with is not repeated', 'hop over', '<p>Hop over it.</p>', 'Hop over it.'],
  ['a summary that is the title is ignored', 'Title', '<p>Hop.</p>', 'Hop.'],
];

for (const [name, summary, markup, text] of SUMMARIES) {
  test(name, async () => assert.equal(await describe('Title', summary, markup), text));
}

test('different titles in the main languages are alternate titles, each once', async () => {
  const names = {
    C: 'Mines',
    de: 'Minen',
    pt: 'Minas',
    es: 'Minas',
    fr: 'MINES',
    en_GB: 'Minefield',
    zh_CN: '扫雷',
    'zh-Hant-TW': '拆地雷',
    sv: 'Minor',
    ja: '',
  };
  assert.deepEqual((await gameOf({ name: names })).alternate_titles, [
    { title: 'Minen', description: 'German title' },
    { title: 'Minas', description: 'Spanish, Portuguese title' },
    { title: '扫雷', description: 'Chinese title' },
    { title: '拆地雷', description: 'Chinese title' },
  ]);
});

test('the description of a title does not list many languages', async () => {
  const names = { C: 'Hop', de: 'Hopp', es: 'Hopp', fr: 'Hopp', it: 'Hopp' };
  assert.deepEqual((await gameOf({ name: names })).alternate_titles, [
    { title: 'Hopp', description: 'Alternate title' },
  ]);
});
