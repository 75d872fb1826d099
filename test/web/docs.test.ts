import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderMarkdown } from '../../src/web/docs/markdown.ts';
import { startServer } from '../support/server.ts';

const { url, key } = await startServer();
const read = async (path: string) => (await fetch(url + path, { headers: { accept: 'text/html' } })).text();
const ARTICLES = ['/docs', '/docs/api', '/docs/credits'];

test('the guide and the contract are pages, and their samples name this server', async () => {
  for (const path of ARTICLES) {
    const page = await read(path);
    assert.match(page, /<h1>[^<]+<\/h1>/);
    assert.ok(page.includes(`${url}/v1/games`) || path === '/docs/credits', path);
    assert.ok(!page.includes('localhost:8080'), path);
  }
});

test('every link of them leads to a page and a place on it', async () => {
  for (const path of ARTICLES) {
    const links = (await read(path)).matchAll(/<a href="(\/[^"#]*)?(?:#([^"]+))?"/g);
    for (const [, target = path, anchor] of links) {
      const there = await fetch(url + target, { headers: { accept: 'text/html' } });
      assert.equal(there.status, 200, target);
      if (anchor) assert.ok((await there.text()).includes(` id="${anchor}"`), `${path}: ${target}#${anchor}`);
    }
  }
});

test('headings have the anchors that GitHub gives them, also when two are alike', () => {
  const { title, headings } = renderMarkdown('# T\n## A `b` & c\n## Same\n### Same\n', String);
  assert.equal(title, 'T');
  assert.deepEqual(
    headings.map(({ id }) => id),
    ['a-b--c', 'same', 'same-1'],
  );
});

test('a sample has the language of its fence, without the mark that follows it', () => {
  const { body } = renderMarkdown('# T\n```sh not-run: downloads\nls\n```\n```\nx\n```\n', String);
  assert.deepEqual(body.markup.match(/data-language="[^"]*"/g), ['data-language="sh"', 'data-language=""']);
});

test('markup in an article is shown and not used, and so is what stands in samples', () => {
  const { body } = renderMarkdown('<b onclick="x">a</b>\n\n```\n<script>\n```\n\n`<i>` ![p](/p.png)', String);
  assert.doesNotMatch(body.markup, /<b |<script|<i>|<img/);
});

test('every sample in JavaScript of the guide runs as it stands', async () => {
  const guide = readFileSync(new URL('../../docs/guide.md', import.meta.url), 'utf8');
  const samples = Array.from(guide.matchAll(/```js\n([\s\S]*?)```/g), ([, code]) => code as string);
  assert.ok(samples.length >= 3);
  for (const sample of samples) {
    const code = sample
      .replaceAll('http://localhost:8080', url)
      .replaceAll('YOUR_KEY', key)
      .replaceAll('title=zelda', 'title=filler')
      // The pause between pages, which a key without limits can do without.
      .replaceAll('1000)', '1)');
    const lines: string[] = [];
    await import(`data:text/javascript,${encodeURIComponent(`export default async (console) => {${code}}`)}`).then(
      (module) => module.default({ log: (...words: unknown[]) => void lines.push(words.join(' ')) }),
    );
    assert.equal(lines.length > 0, sample.includes('console.log'), sample);
  }
});

test('the explorer may run no inline script and talk to nobody else', async () => {
  const { headers } = await fetch(`${url}/docs/reference`);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /^default-src 'self'; .*style-src 'self' 'unsafe-inline'$/);
  assert.doesNotMatch(policy, /script-src|connect-src|unsafe-eval/);
});

test('the explorer asks for a key only when somebody is signed in', async () => {
  const page = await read('/docs/reference');
  assert.doesNotMatch(page, /data-key/);
  assert.match(page, /<a href="\/signin\?next=%2Fdocs%2Freference">Sign in<\/a> to have your key filled in/);
});

test("the explorer's script is kept for a year, travels compressed, and is not sent twice", async () => {
  const address = /data-script="\.\.([^"]+)"/.exec(await read('/docs/reference'))?.[1]?.replace('&#61;', '=');
  for (let i = 0; i < 2; i++) {
    const script = await fetch(url + address, { headers: { 'accept-encoding': 'br' } });
    assert.equal(script.headers.get('content-encoding'), 'br');
    assert.match(script.headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
    assert.match(await script.text(), /createApiReference/);
    const again = await fetch(url + address, { headers: { 'if-none-match': script.headers.get('etag') ?? '' } });
    assert.equal(again.status, 304);
  }
});
