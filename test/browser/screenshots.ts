import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { launchChrome } from '../support/find-chromium.ts';
import { ROOT } from '../support/servers/checkout.ts';

/** Writes the pictures of the README and the docs (`npm run screenshots`): each main page in a browser, and the first minute in a terminal. */

const IMAGES = join(ROOT, 'docs/images');
const PUBLIC_URL = 'http://localhost:8080';
const MAIN = join(ROOT, 'src/main.ts');
/** Of one picture: a clone of the repository has them all. */
const MAX_BYTES = 150 * 1024;
/** Of a page with all its covers, which are drawn at the first request, also on a busy machine. */
const PAGE_TIMEOUT_MS = 300_000;
const COLUMNS = 96;
const LINE_HEIGHT = 20;
const KEY = /ludex_\w{32}/;

mkdirSync(IMAGES, { recursive: true });
const data = mkdtempSync(join(tmpdir(), 'ludex-screenshots-'));
const env = { ...process.env, LUDEX_DATA: data, LUDEX_PORT: '0', LUDEX_THREADS: '1', LUDEX_LOG_LEVEL: 'error' };
const { server, url, greeting } = await startServer();
try {
  await shootPages();
  writeFileSync(join(IMAGES, 'first-minute.svg'), drawTerminal(await liveFirstMinute()));
} finally {
  server.kill();
  rmSync(data, { recursive: true, force: true });
}

/** The greeting names the usual port, whichever one is free here. */
async function startServer() {
  const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed.includes('Try it:')) break;
  }
  const address = /serves \d+ games at (\S+)/.exec(printed)?.[1];
  if (address === undefined) throw new Error(`The server did not start: ${printed}`);
  return { server: child, url: address, greeting: printed.trim() };
}

async function shootPages(): Promise<void> {
  /** The pages of the starter catalog that the README and the docs show. */
  const shots: [name: string, path: string, visit?: { width?: number; dark?: boolean }][] = [
    ['site', '/'],
    ['site-dark', '/', { dark: true }],
    ['site-phone', '/', { width: 360 }],
    ['games', '/games'],
    ['game', await findGame('The Legend of Zelda')],
    ['platforms', '/platforms'],
    ['docs', '/docs'],
  ];
  const browser = await launchChrome();
  for (const [name, path, visit] of shots) {
    const { width = 1280, dark = false } = visit ?? {};
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: dark ? 'dark' : 'light' });
    await page.goto(url + path, { waitUntil: 'networkidle', timeout: PAGE_TIMEOUT_MS });
    // A cover that took long to draw is there now.
    await page.reload({ waitUntil: 'networkidle', timeout: PAGE_TIMEOUT_MS });
    await writePicture(join(IMAGES, `${name}.png`), await page.screenshot());
    await page.close();
  }
  await browser.close();
}

/** Its path: a change of the starter catalog moves the numbers. */
async function findGame(title: string): Promise<string> {
  const query = new URLSearchParams({ q: title, format: 'brief', api_key: readKey() });
  const { games } = (await (await fetch(`${url}/v1/games/search?${query}`)).json()) as {
    games: { catalog_url: string }[];
  };
  return new URL(games[0]?.catalog_url ?? '').pathname;
}

/** With as many colours as fit into the size. */
async function writePicture(file: string, picture: Buffer): Promise<void> {
  for (const colours of [256, 128, 64, 32]) {
    const bytes = await sharp(picture).png({ palette: true, colours, effort: 10 }).toBuffer();
    if (bytes.length > MAX_BYTES && colours > 32) continue;
    writeFileSync(file, bytes);
    return;
  }
}

/** The commands of the README and what the program really prints. */
async function liveFirstMinute(): Promise<string[]> {
  const key = readKey();
  const path = '/v1/games?title=zelda&format=brief';
  const answer = await fetch(`${url}${path}`, { headers: { 'x-api-key': key } });
  const status = execFileSync(process.execPath, [MAIN, 'status'], { env, encoding: 'utf8' });
  return [
    '$ npm ci && npm start',
    ...greeting.split('\n'),
    '',
    `$ curl '${PUBLIC_URL}${path}&api_key=${key}'`,
    ...wrap(`${(await answer.text()).slice(0, 260)}…`),
    '',
    '$ npx ludex status',
    ...(status.split('\n\n')[0] ?? '').split('\n'),
  ].map((line) => line.replaceAll(url, PUBLIC_URL).replace(KEY, 'ludex_…').replace(data, './data'));
}

function readKey(): string {
  return KEY.exec(greeting)?.[0] ?? '';
}

function wrap(text: string): string[] {
  return text.match(new RegExp(`.{1,${COLUMNS}}`, 'gsu')) ?? [];
}

/** An SVG with real text: sharp at any size, and in the reader's own font. */
function drawTerminal(lines: readonly string[]): string {
  const height = (lines.length + 2) * LINE_HEIGHT;
  const texts = lines.map((line, i) => {
    if (line === '') return '';
    const colour = line.startsWith('$ ') ? '#8fd18f' : '#e6e6e6';
    const escaped = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<text x="20" y="${(i + 1.75) * LINE_HEIGHT}" fill="${colour}" xml:space="preserve">${escaped}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 ${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" role="img" aria-label="The first minute in a terminal">
<rect width="860" height="${height}" rx="10" fill="#1d1f24"/>
${texts.join('\n')}
</svg>
`;
}
