import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlight, renderMarkdown } from '../../src/web/docs/markdown.ts';
import { readable } from '../support/browser.ts';

const CASES: [language: string, code: string, spans: string[]][] = [
  [
    'sh',
    "curl -H 'X-API-Key: a' \\\n  'http://a/#b' # a comment",
    ['keyword:curl', "string:'X-API-Key: a'", "string:'http://a/#b'", 'comment:# a comment'],
  ],
  ['js', "const a = 'b // c'; // d", ['keyword:const', "string:'b // c'", 'comment:// d']],
  [
    'python',
    'for a in [1, 2]: print("b")',
    ['keyword:for', 'keyword:in', 'number:1', 'number:2', 'keyword:print', 'string:"b"'],
  ],
  ['csharp', 'var a = $"{b}"; // c', ['keyword:var', 'string:$"{b}"', 'comment:// c']],
  ['json', '{"a": 1, "b": null}', ['string:"a"', 'number:1', 'string:"b"', 'keyword:null']],
];

for (const [language, code, spans] of CASES) {
  test(`${language} is coloured, and its text stays the same`, () => {
    const { markup } = highlight(code, language);
    const found = Array.from(
      markup.matchAll(/<span class="(\w+)">(.*?)<\/span>/gs),
      ([, kind, text = '']) => `${kind}:${readable(text)}`,
    );
    assert.deepEqual(found, spans);
    assert.equal(readable(markup), code);
  });
}

test('markup in a sample is escaped, in any language', () => {
  for (const language of ['js', 'php', 'unknown', undefined]) {
    const { markup } = highlight('"<b>" <script> // <i>', language);
    assert.doesNotMatch(markup, /<(?!\/?span)/);
  }
});

test('adjacent blocks in different languages are tabs, others are not', () => {
  const { body } = renderMarkdown('# T\n```sh\na\n```\n\n```go\nb\n```\n\ntext\n\n```sh\nc\n```\n\n```sh\nd\n```\n', {
    linkTo: String,
  });
  assert.deepEqual(body.markup.match(/<input type="radio"[^>]*>/g), [
    '<input type="radio" name="language-1" value="sh" checked>',
    '<input type="radio" name="language-1" value="go">',
  ]);
});
