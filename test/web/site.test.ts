import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendBytes } from '../support/raw.ts';
import { startServer } from '../support/server.ts';

const { url } = await startServer();
const asPerson = { headers: { accept: 'text/html' } };

test('a page has the security headers and says that nothing inline may run', async () => {
  const { status, headers } = await fetch(url, asPerson);
  assert.equal(status, 200);
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'self'; .*frame-ancestors 'none'/);
  assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
  assert.ok(headers.get('referrer-policy') && headers.get('permissions-policy'));
});

test('where there is nothing, people get a page with a search box and programs get JSON', async () => {
  const page = await fetch(`${url}/nothing/here`, asPerson);
  assert.equal(page.status, 404);
  assert.match(await page.text(), /<h1>There is no such page<\/h1>[\s\S]*<form class="search"/);
  const json = await fetch(`${url}/nothing/here`);
  assert.equal(json.status, 404);
  assert.equal(((await json.json()) as { code: number }).code, 404);
});

test('every page leads to the API', async () => {
  for (const path of ['/', '/games', '/signin', '/nothing/here']) {
    assert.match(
      await (await fetch(url + path, asPerson)).text(),
      /<header[\s\S]*<a href="\/docs">API<\/a>[\s\S]*<\/header>/,
      path,
    );
  }
});

test('nobody is led to another host, also when the whole address was sent', async () => {
  for (const target of ['http://evil.example/games/', '//evil.example/games/', '/\\evil.example/']) {
    const answer = await sendBytes(url, `GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    assert.doesNotMatch(answer, /^location:/im, target);
  }
});

test('a wrong method is refused by name', async () => {
  const { status, headers } = await fetch(url, { method: 'DELETE' });
  assert.equal(status, 405);
  assert.equal(headers.get('allow'), 'GET, HEAD');
});

test('the stylesheet is kept for a year under its version, and not under another', async () => {
  const page = await (await fetch(url, asPerson)).text();
  const address = /href="(\/static\/style\.css\?v&#61;[\w-]+)"/.exec(page)?.[1]?.replace('&#61;', '=');
  const styles = await fetch(url + address);
  assert.equal(styles.headers.get('content-type'), 'text/css; charset=utf-8');
  assert.match(styles.headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
  const guessed = await fetch(`${url}/static/style.css?v=other`);
  assert.equal(guessed.headers.get('cache-control'), 'no-cache');
  assert.equal((await fetch(`${url}/static/none.css`)).status, 404);
});

const VARYING: [path: string, vary: string][] = [
  ['/', 'Accept-Encoding, Cookie'],
  ['/games', 'Accept-Encoding, Cookie'],
  ['/static/none.css', 'Accept-Encoding, Cookie'],
  ['/static/style.css', 'Accept-Encoding'],
  ['/static/suggest.js', 'Accept-Encoding'],
];

for (const [path, vary] of VARYING) {
  test(`${path} varies by ${vary}`, async () => {
    assert.equal((await fetch(url + path, asPerson)).headers.get('vary'), vary);
  });
}

test('a page that the browser has already is not sent again', async () => {
  const first = await fetch(url, asPerson);
  const etag = first.headers.get('etag') as string;
  assert.equal((await fetch(url, { headers: { ...asPerson.headers, 'if-none-match': etag } })).status, 304);
});
