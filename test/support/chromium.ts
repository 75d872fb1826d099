import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { atEnd } from './at-end.ts';
import { launchChrome } from './find-chromium.ts';

export interface Visit {
  /** Of the window, in CSS pixels. */
  width?: 360 | 1280;
  dark?: boolean;
  javaScript?: boolean;
  /** Messages of the console that this test brings about on purpose. */
  expected?: RegExp;
}

const WINDOW_HEIGHT = 800;
/** Long enough for a machine that has much else to do. */
const PATIENCE_MS = 30_000;

/** A window of a browser without a past, on the site of the server. What goes wrong in it fails the test at its end. */
export async function openPage(t: TestContext, site: string, visit: Visit = {}): Promise<Page> {
  const { width = 1280, dark = false, javaScript = true, expected } = visit;
  const context = await (await openBrowser()).newContext({
    baseURL: site,
    viewport: { width, height: WINDOW_HEIGHT },
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: javaScript,
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const problems = watch(context, new URL(site).host);
  t.after(async () => {
    await context.close();
    assert.deepEqual(
      problems.filter((problem) => !expected?.test(problem)),
      [],
      'the browser complained',
    );
  });
  return context.newPage();
}

/** Asserts that axe finds nothing to complain of, best practices and the size of targets included. */
export async function assertAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const violations = await page.evaluate<Violation[]>(
    "axe.run(document, { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
  assert.deepEqual(found, [], page.url());
}

/** Asserts that nothing has to be scrolled sideways to be read. */
export async function assertFits(page: Page): Promise<void> {
  const [content, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  assert.ok(content <= window, `${page.url()} is ${content} px wide in a window of ${window} px`);
}

/** Does the same in a small and in a wide window, one of which is dark. */
export async function inEachWindow(page: Page, dark: Visit['width'], check: () => Promise<void>): Promise<void> {
  for (const width of [360, 1280] as const) {
    await page.setViewportSize({ width, height: WINDOW_HEIGHT });
    await page.emulateMedia({ colorScheme: width === dark ? 'dark' : 'light' });
    await check();
  }
}

/** Asserts that a page reads well and fits in each window. */
export async function assertReadsWell(page: Page, path: string, dark: Visit['width'] = 360): Promise<void> {
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

// Registered here and not where it is opened: that is inside of a test, and the next test needs it as well.
// A failed launch has failed its tests already; failing again here would leave out the hooks after this one.
atEnd(async () => (await browser?.catch(() => undefined))?.close());

/** One for all test files of the process. */
function openBrowser(): Promise<Browser> {
  browser ??= launchChrome();
  return browser;
}

/**
 * Gives the list that problems will be written to, requests to other hosts among them: they fail, since no name is resolved.
 * Nothing is intercepted, which would take much of the time.
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
  context.on('weberror', (error) => void problems.push(String(error.error().stack)));
  return problems;
}

/** What a page holds in itself (`data:`, `blob:`) comes from nowhere. */
function isOfSite(url: string, host: string): boolean {
  return /^(data|blob):/.test(url) || new URL(url).host === host;
}
