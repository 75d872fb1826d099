import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PASSWORD } from './accounts.ts';
import { atEnd, lastFirst } from './at-end.ts';
import { launchChrome } from './find-chromium.ts';

export interface Visit {
  /** Of the window, in CSS pixels. */
  width?: 360 | 1280;
  dark?: boolean;
  javaScript?: boolean;
  /** Console messages that this test expects. */
  expected?: RegExp;
}

const WINDOW_HEIGHT = 800;
/** Long enough for a busy machine. */
const PATIENCE_MS = 120_000;

/** Opens a page in a new browser context. Console errors and requests to other hosts fail the test at its end. */
export async function openPage(t: TestContext, site: string, visit: Visit = {}): Promise<Page> {
  const { width = 1280, dark = false, javaScript = true, expected } = visit;
  const context = await (await openBrowser()).newContext({
    baseURL: site,
    viewport: { width, height: WINDOW_HEIGHT },
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: javaScript,
    // On a busy machine the fade between two pages takes too long, which the browser reports as an error.
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const problems = watch(context, new URL(site).host);
  lastFirst(async () => {
    await context.close();
    assert.deepEqual(
      problems.filter((problem) => !expected?.test(problem)),
      [],
      'browser errors',
    );
  }, t);
  return context.newPage();
}

/** Signs in with the password that test people have. */
export async function signInPage(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
  await page.waitForURL('**/profile');
}

/** Asserts that axe finds no violations in a page or a part of it, including best practices and target sizes. */
export async function assertAccessible(page: Page, part = 'html'): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const violations = await page.evaluate<Violation[]>(
    `axe.run('${part}', { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  );
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
  assert.deepEqual(found, [], page.url());
}

/** Asserts that there is no horizontal scrolling. */
export async function assertFits(page: Page): Promise<void> {
  const [content, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  assert.ok(content <= window, `${page.url()} is ${content} px wide in a window of ${window} px`);
}

/** Repeats a check in a small and a wide window, one of them dark. */
export async function inEachWindow(page: Page, dark: Visit['width'], check: () => Promise<void>): Promise<void> {
  for (const width of [360, 1280] as const) {
    await page.setViewportSize({ width, height: WINDOW_HEIGHT });
    await page.emulateMedia({ colorScheme: width === dark ? 'dark' : 'light' });
    await check();
  }
}

/** Asserts that a page is accessible and fits in each window. */
export async function assertAccessibleAndFits(page: Page, path: string, dark: Visit['width'] = 360): Promise<void> {
  await page.goto(path);
  await inEachWindow(page, dark, async () => {
    await assertAccessible(page);
    await assertFits(page);
  });
}

interface Violation {
  id: string;
  help: string;
  nodes: { html: string }[];
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

let browser: Promise<Browser> | undefined;

// Registered at module level: a hook registered inside a test would close the browser before the next test.
// A failed launch has already failed its tests. Throwing here would skip the remaining hooks.
atEnd(async () => (await browser?.catch(() => undefined))?.close());

/** Shared by all test files of the process. */
function openBrowser(): Promise<Browser> {
  browser ??= launchChrome();
  return browser;
}

/**
 * Collects problems, including requests to other hosts, which fail because host names are not resolved.
 * Requests are not intercepted, because that is slow.
 */
function watch(context: BrowserContext, host: string): string[] {
  const problems: string[] = [];
  context.on('request', (request) => {
    if (!isOfSite(request.url(), host)) problems.push(`a request to ${request.url()}`);
  });
  context.on('page', (page) => page.on('websocket', (socket) => void problems.push(`a socket to ${socket.url()}`)));
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => void problems.push(String(error.error().stack || error.error())));
  return problems;
}

/** `data:` and `blob:` URLs are part of the page. */
function isOfSite(url: string, host: string): boolean {
  return /^(data|blob):/.test(url) || new URL(url).host === host;
}
