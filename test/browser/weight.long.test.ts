import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Response } from 'playwright-core';
import { openPage } from '../support/chromium.ts';
import { sharedServer } from '../support/servers/server.ts';

const { url } = await sharedServer();

/** In bytes as sent. Pictures and fonts are not counted. */
const MAX_PAGE = 60 * 1024;
const MAX_SCRIPT = 15 * 1024;

/** The main pages. The explorer is an application of its own, loaded on demand. */
const PAGES = [
  '/',
  '/games',
  '/games?title=filler',
  '/games/1',
  '/platforms',
  '/platforms/22',
  '/genres',
  '/groups',
  '/companies',
  '/docs',
  '/docs/api',
  '/docs/programs',
  '/docs/performance',
  '/signup',
];

/** Pages that begin with covers. */
const WITH_COVERS = ['/games', '/games/1', '/platforms/22'];

// openPage fails the test if a request leaves the host.
for (const path of PAGES) {
  test(`${path} weighs little, and asks no other host`, async (t) => {
    const page = await openPage(t, url);
    const responses: Response[] = [];
    page.on('response', (response) => void responses.push(response));
    await page.goto(path, { waitUntil: 'networkidle' });
    const sizes = await Promise.all(responses.map(sizeOf));
    const sum = (types: string[]) =>
      sizes.filter(({ type }) => types.includes(type)).reduce((total, { bytes }) => total + bytes, 0);
    const [whole, script] = [sum(['document', 'stylesheet', 'script', 'fetch', 'xhr']), sum(['script'])];
    t.diagnostic(`${whole} bytes, ${script} of them script`);
    assert.ok(whole > 0 && whole <= MAX_PAGE, `${whole} bytes`);
    assert.ok(script <= MAX_SCRIPT, `${script} bytes of script`);
    if (WITH_COVERS.includes(path)) await assertMainPicture(page);
  });
}

async function sizeOf(response: Response): Promise<{ type: string; bytes: number }> {
  const { responseBodySize } = await response.request().sizes();
  return { type: response.request().resourceType(), bytes: responseBodySize };
}

/** The first cover of the first screen is not loaded lazily, and its size is known before it is loaded. */
async function assertMainPicture(page: Page): Promise<void> {
  const [first] = await page.evaluate<{ width: string; height: string; loading: string }[]>(
    "[...document.querySelectorAll('.game-grid img, figure img')].filter((img) => img.getBoundingClientRect().top < innerHeight).map(({ attributes, loading }) => ({ width: attributes.width?.value, height: attributes.height?.value, loading }))",
  );
  assert.ok(first, 'there is one');
  assert.ok(Number(first.width) > 0 && Number(first.height) > 0, 'it has its size');
  assert.notEqual(first.loading, 'lazy', 'it is not loaded lazily');
}
