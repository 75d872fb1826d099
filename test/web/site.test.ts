import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendBytes } from '../support/servers/raw.ts';
import { sharedServer } from '../support/servers/server.ts';

const { url } = await sharedServer();
const asBrowser = { headers: { accept: 'text/html' } };

test('pages have security headers, and the CSP forbids inline code', async () => {
  const { status, headers } = await fetch(url, asBrowser);
  assert.equal(status, 200);
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'self'; .*frame-ancestors 'none'/);
  assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
  assert.ok(headers.get('referrer-policy') && headers.get('permissions-policy'));
});

test('404 is JSON for other clients than browsers', async () => {
  const json = await fetch(`${url}/nothing/here`);
  assert.equal(json.status, 404);
  assert.equal(((await json.json()) as { code: number }).code, 404);
});

test('an absolute URL as request target never redirects to another host', async () => {
  for (const target of ['http://evil.example/games/', '//evil.example/games/', '/\\evil.example/']) {
    const answer = await sendBytes(url, `GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    assert.doesNotMatch(answer, /^location:/im, target);
  }
});

test('a wrong method gets 405 with an Allow header', async () => {
  const { status, headers } = await fetch(url, { method: 'DELETE' });
  assert.equal(status, 405);
  assert.equal(headers.get('allow'), 'GET, HEAD');
});

test('the stylesheet is cached for a year under its versioned URL only', async () => {
  const page = await (await fetch(url, asBrowser)).text();
  const address = /href="(\/static\/style\.css\?v&#61;[\w-]+)"/.exec(page)?.[1]?.replace('&#61;', '=');
  const styles = await fetch(url + address);
  assert.equal(styles.headers.get('content-type'), 'text/css; charset=utf-8');
  assert.match(styles.headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
  const guessed = await fetch(`${url}/static/style.css?v=other`);
  assert.equal(guessed.headers.get('cache-control'), 'no-cache');
  assert.equal((await fetch(`${url}/static/none.css`)).status, 404);
});

test('the font comes from this server, is cached for a year and not compressed again', async () => {
  const page = await (await fetch(url, asBrowser)).text();
  const preloaded = /<link rel="preload" as="font"[^>]* href="([^"]*)" crossorigin>/.exec(page)?.[1];
  const address = (preloaded ?? '').replace('&#61;', '=');
  assert.match(address, /^\/static\/inter-latin\.woff2\?v=/);
  const styles = await (await fetch(`${url}/static/style.css`)).text();
  const sources = Array.from(styles.matchAll(/src: url\("([^"]+)"\)/g), ([, source]) => `/static/${source}`);
  assert.ok(sources.includes(address), 'the stylesheet uses the preloaded file');
  assert.equal(styles.match(/unicode-range: U\+/g)?.length, sources.length);
  for (const source of sources) {
    const font = await fetch(url + source, { headers: { 'accept-encoding': 'br, gzip' } });
    assert.equal(font.headers.get('content-type'), 'font/woff2', source);
    assert.match(font.headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
    assert.equal(font.headers.get('content-encoding'), null);
    assert.equal(Buffer.from(await font.arrayBuffer()).toString('latin1', 0, 4), 'wOF2');
  }
});

test('pages vary by cookie, static files do not', async () => {
  for (const path of ['/', '/games', '/static/none.css'])
    assert.equal((await fetch(url + path, asBrowser)).headers.get('vary'), 'Accept-Encoding, Cookie', path);
  for (const path of ['/static/style.css', '/static/suggest.js'])
    assert.equal((await fetch(url + path, asBrowser)).headers.get('vary'), 'Accept-Encoding', path);
});
