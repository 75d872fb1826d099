import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { assertAccessible, assertFits, openPage } from '../support/chromium.ts';
import { listen } from '../support/servers/free-port.ts';

const PAGES: Record<string, string> = {
  '/far': '<h1>Far</h1><img src="http://far.example/x.png" alt="">',
  '/noise': '<h1>Noise</h1><script>console.error("noise")</script>',
  '/throws': '<h1>Throws</h1><script>throw new Error("thrown")</script>',
  '/unnamed': '<h1>Unnamed</h1><input>',
  '/wide': '<h1>Wide</h1><div style="width: 500px; height: 1px"></div>',
};
const BEFORE = '<!doctype html><html lang="en"><title>Test</title><link rel="icon" href="data:,"><main>';

const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(`${BEFORE}${PAGES[request.url ?? '']}</main>`);
});
const site = `http://127.0.0.1:${await listen(server)}`;

const ERRORS = {
  '/far': /a request to http:\/\/far\.example\/x\.png/,
  '/noise': /noise/,
  '/throws': /thrown/,
};

/** A test context whose `after` hooks can be run and checked here. */
function fakeContext() {
  const ends: (() => Promise<void>)[] = [];
  const inner = { after: (end: () => Promise<void>) => void ends.push(end) } as unknown as TestContext;
  const finish = async () => {
    for (const end of ends) await end();
  };
  return { inner, finish };
}

for (const [path, error] of Object.entries(ERRORS)) {
  test(`${path.slice(1)}: requests to other hosts and script errors fail the test at its end`, async () => {
    const { inner, finish } = fakeContext();
    const page = await openPage(inner, site);
    await page.goto(path, { waitUntil: 'load' });
    await assert.rejects(finish, error);
  });
}

test('missing labels and horizontal overflow are detected', async (t) => {
  const page = await openPage(t, site, { width: 360 });
  await page.goto('/unnamed');
  await assert.rejects(assertAccessible(page), /label/);
  await page.goto('/wide');
  await assert.rejects(assertFits(page), /500|5\d\d px wide/);
});
