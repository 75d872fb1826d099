import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS } from '../../src/errors.ts';
import { highlight, renderMarkdown } from '../../src/web/docs/markdown.ts';
import { addPerson, signIn } from '../support/accounts.ts';
import { readable } from '../support/browser.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer();
const { url } = server;
const read = async (path: string) => (await fetch(url + path, { headers: { accept: 'text/html' } })).text();
const ARTICLES = [
  '/docs',
  '/docs/api',
  '/docs/programs',
  '/docs/dumps',
  '/docs/mirrors',
  '/docs/performance',
  '/docs/changelog',
  '/docs/credits',
];

test('the docs pages use the URL of this server in their samples', async () => {
  for (const path of ARTICLES) {
    const page = await read(path);
    assert.match(page, /<h1>[^<]+<\/h1>/);
    assert.ok(page.includes(`${url}/v1`) || /credits|changelog|performance|dumps|mirrors/.test(path), path);
    assert.ok(!page.includes('localhost:8080'), path);
  }
});

test('every link in the docs pages leads to an existing page and anchor', async () => {
  for (const path of ARTICLES) {
    const links = (await read(path)).matchAll(/<a href="(\/[^"#]*)?(?:#([^"]+))?"/g);
    for (const [, target = path, anchor] of links) {
      const there = await fetch(url + target, { headers: { accept: 'text/html' } });
      assert.equal(there.status, 200, target);
      if (anchor) assert.ok((await there.text()).includes(` id="${anchor}"`), `${path}: ${target}#${anchor}`);
    }
  }
});

test('every docs page is also Markdown, whose links lead to existing pages', async () => {
  for (const path of ARTICLES) {
    assert.ok((await read(path)).includes(`<link rel="alternate" type="text/markdown" href="${path}.md">`), path);
    const answer = await fetch(`${url}${path}.md`);
    assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
    const text = await answer.text();
    assert.match(text, /^# \S/);
    assert.ok(!text.includes('localhost:8080'), path);
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      assert.match(target, /^(https:|#)/.test(target) ? /./ : new RegExp(`^${url}/`), path);
      if (target.startsWith(url)) assert.equal((await fetch(target)).status, 200, target);
    }
  }
});

test('samples contain the key of the signed-in reader, on a page that is not stored', async () => {
  const { email } = await addPerson(server, 'reader@example.org');
  const browser = await signIn(server, email);
  const own = JSON.parse((await browser.open('/profile/key.json')).text).key as string;
  const { text, headers } = await browser.open('/docs');
  assert.ok(text.includes(own) && !text.includes('YOUR_KEY'));
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.match(text, /The samples contain your key/);
  const visitor = await fetch(`${url}/docs`, { headers: { accept: 'text/html' } });
  assert.match(
    await visitor.text(),
    /<a href="\/signin\?next=%2Fdocs">Sign in<\/a> to see these samples with your own key/,
  );
});

test('every error of the API has an anchor in the reference', async () => {
  const page = await read('/docs/api');
  for (const { code, error } of Object.values(ERRORS)) {
    assert.ok(page.includes(`<tr id="error-${code}-${error.toLowerCase().replaceAll(' ', '-')}">`), error);
  }
});

test('the changelog shows what changed in the API, and nothing for operators', async () => {
  const page = await read('/docs/changelog');
  assert.match(page, /<h3 id="api">/);
  assert.doesNotMatch(page, /<h3 id="(?!api)/);
});

test('headings have the same anchors as on GitHub, also if two are equal', () => {
  const { title, headings } = renderMarkdown('# T\n## A `b` & c\n## Same\n### Same\n', String);
  assert.equal(title, 'T');
  assert.deepEqual(
    headings.map(({ id }) => id),
    ['a-b--c', 'same', 'same-1'],
  );
});

test('HTML in Markdown and in code blocks is escaped', () => {
  const { body } = renderMarkdown('<b onclick="x">a</b>\n\n```\n<script>\n```\n\n`<i>` ![p](/p.png)', String);
  assert.doesNotMatch(body.markup, /<b |<script|<i>|<img/);
});

test('the CSP of the explorer allows no inline scripts and no other hosts', async () => {
  const { headers } = await fetch(`${url}/docs/reference`);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /^default-src 'self'; .*style-src 'self' 'unsafe-inline'$/);
  assert.doesNotMatch(policy, /script-src|connect-src|unsafe-eval/);
});

test("the explorer's script is cached for a year, compressed, and revalidated with 304", async () => {
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
  const { body } = renderMarkdown(
    '# T\n```sh\na\n```\n\n```go\nb\n```\n\ntext\n\n```sh\nc\n```\n\n```sh\nd\n```\n',
    String,
  );
  assert.deepEqual(body.markup.match(/<input type="radio"[^>]*>/g), [
    '<input type="radio" name="language-1" value="sh" checked>',
    '<input type="radio" name="language-1" value="go">',
  ]);
});
