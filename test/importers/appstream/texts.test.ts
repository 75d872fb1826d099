import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTextProblem } from '../../../src/bundle/plain-text.ts';
import { listAlternateTitles } from '../../../src/importers/appstream/details.ts';
import { toDescription } from '../../../src/importers/appstream/markup.ts';

const MARKUP: [name: string, markup: string, text: string | undefined][] = [
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
  ['empty markup has no description', '<p> </p><ul><li></li></ul>', undefined],
  ['an unclosed element ends with the text', '<p>One<p>Two', 'One\n\nTwo'],
  ['control characters are removed and accents composed', '<p>Poke\u0301\u0007mon</p>', 'Poké mon'],
];

for (const [name, markup, text] of MARKUP) {
  test(name, () => assert.equal(toDescription('Title', '', markup), text));
}

const HOSTILE = [
  '<p>&lt;b&gt;bold&lt;/b&gt;</p>',
  '<p>&amp;lt;script&amp;gt; and &amp;eacute;</p>',
  '<p>&nbsp;&eacute;</p>',
  '<script>alert(1)</script><iframe src="x"/>',
  '<p>a < b & c > d</p>',
  '<p>a &lt;b</p><p>c&gt; d</p>',
  '</p></li>odd',
  '<![CDATA[<b>x</b>]]>',
  '<!DOCTYPE x [<!ENTITY a "b">]><p>&a;</p>',
  '<p>\ud800 half</p>',
  '<p',
  '&#0;&#xffffff;',
];

test('hostile markup becomes plain text', () => {
  for (const markup of HOSTILE) {
    const text = toDescription('T', markup, markup);
    assert.equal(text === undefined ? undefined : findTextProblem(text), undefined, markup);
  }
});

test('entities are decoded once, and a remaining ampersand is removed', () => {
  assert.equal(toDescription('T', '', '<p>write &amp;amp; here</p>'), 'write amp; here');
});

test('a long text is cut at the end of a paragraph', () => {
  const text = toDescription('T', '', `<p>${'word '.repeat(3000)}</p>`.repeat(10)) ?? '';
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
  test(name, () => assert.equal(toDescription('Title', summary, markup), text));
}

test('different titles in the main languages are alternate titles, each once', () => {
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
  assert.deepEqual(listAlternateTitles(names, 'Mines'), [
    { title: 'Minen', description: 'German title' },
    { title: 'Minas', description: 'Spanish, Portuguese title' },
    { title: '扫雷', description: 'Chinese title' },
    { title: '拆地雷', description: 'Chinese title' },
  ]);
});

test('the description of a title does not list many languages', () => {
  const names = { de: 'Hopp', es: 'Hopp', fr: 'Hopp', it: 'Hopp' };
  assert.deepEqual(listAlternateTitles(names, 'Hop'), [{ title: 'Hopp', description: 'Alternate title' }]);
});
