import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeText, html, jsonBlock, nothing } from '../../src/web/kit/html.ts';

test('text is escaped, markup is not, lists stand one after another, and nothing is nothing', () => {
  const items = ['a<b', '"c"'].map((text) => html`<li>${text}</li>`);
  assert.equal(
    String(html`<ul>${items}</ul>${nothing}${undefined}${null}${false}${0}`),
    '<ul><li>a&#60;b</li><li>&#34;c&#34;</li></ul>0',
  );
});

test('every character that could end a text or an attribute is escaped', () => {
  assert.equal(escapeText(`a"b&c'd<e=f>g`), 'a&#34;b&#38;c&#39;d&#60;e&#61;f&#62;g');
});

test('what would turn or break the text around it is shown as something strange', () => {
  assert.equal(escapeText('a\u202Eb\u2066c\0d\x1b'), 'a\uFFFDb\uFFFDc\uFFFDd\uFFFD');
  assert.equal(escapeText('line\nnext\ttab עברית 日本'), 'line\nnext\ttab עברית 日本');
});

test('no text ends a data block', () => {
  const block = String(jsonBlock('application/ld+json', { name: '</script><script>' }));
  assert.equal(block.match(/<\/script>/g)?.length, 1);
  assert.deepEqual(JSON.parse(block.slice(block.indexOf('{'), block.lastIndexOf('}') + 1)), {
    name: '</script><script>',
  });
});
