import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { hiddenFields } from '../support/browser.ts';
import { reportSubstitute } from '../support/instead.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { freePort } from '../support/servers/free-port.ts';
import { startServing } from '../support/servers/program.ts';
import { until } from '../support/until.ts';
import { readBlock } from './blocks.ts';
import { askSecurely, CLIENT, type StartProxy, startCaddy, startNginx } from './proxies.ts';

/** Ludex behind the proxies of docs/operating.md, configured as the page says. */

const PAGE = 'docs/operating.md';
const SITE = 'https://games.example.org';
const PROXIES: [name: string, start: StartProxy, config: string][] = [
  ['nginx', startNginx, readBlock(PAGE, 'nginx', 'server_name')],
  ['Caddy', startCaddy, readBlock(PAGE, 'caddyfile')],
];

async function startLudex() {
  const port = await freePort();
  const program = await startServing({
    LUDEX_DATA: temporaryFolder('data'),
    LUDEX_PORT: String(port),
    LUDEX_PUBLIC_URL: SITE,
    LUDEX_THREADS: '1',
    LUDEX_FREE_PER_SECOND: 'none',
  });
  const key = /ludex_\w+/.exec(program.output.stdout)?.[0] as string;
  /** As the log has it, of the request to this path. */
  const addressOf = async (path: string): Promise<string> => {
    const find = () => program.output.stderr.split('\n').find((line) => line.includes(`"url":"${path}"`));
    await until(() => find() !== undefined);
    return JSON.parse(find() as string).address;
  };
  /** How many pictures were asked for, behind any cache. */
  const countPictures = async (): Promise<number> => {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const counts = metrics.matchAll(/^ludex_requests_total\{route="\/media\/\*"[^}]*\} (\d+)$/gm);
    return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
  };
  return { port, key, addressOf, countPictures };
}

const ludex = await startLudex();
/** The picture itself is a WebP. */
const OTHER_TYPES = [
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
] as const;

const DECODERS = [
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
] as const;
const FORGED = { 'x-forwarded-for': '6.6.6.6', forwarded: 'for=6.6.6.6', 'x-real-ip': '6.6.6.6' };

/** Paths of files that are public, as answers and pages have them. */
async function listFiles(proxy: number) {
  const { text } = await askSecurely(proxy, '/v1/games?title=hedgewars', { 'x-api-key': ludex.key });
  const [{ sample_screenshots }] = JSON.parse(text).games;
  const page = (await askSecurely(proxy, '/games')).text.replaceAll('&#61;', '=');
  return {
    picture: new URL(sample_screenshots[0].image).pathname,
    cover: /\/covers\/[\w-]+\.png\?v=[\w-]+/.exec(page)?.[0] ?? 'no cover',
    'static file': /\/static\/style\.css\?v=[\w-]+/.exec(page)?.[0] ?? 'no stylesheet',
  };
}

const started = await Promise.all(
  PROXIES.map(async ([name, start, config]) => {
    return { name, config, proxy: await start(config, { '127.0.0.1:8080': `127.0.0.1:${ludex.port}` }) };
  }),
);

test('proxies that are not installed are named', (t) => {
  const missing = started.filter(({ proxy }) => proxy === undefined);
  for (const { name } of missing) reportSubstitute(t, `no ${name}, so Ludex is not tested behind it`);
});

for (const { name, config, proxy } of started) {
  if (proxy === undefined) continue;
  describe(`behind ${name}`, () => {
    test('the address of a client is what the proxy says, not what the client says', async () => {
      await askSecurely(proxy, `/v1/genres?${name[0]}`, FORGED);
      assert.equal(await ludex.addressOf(`/v1/genres?${name[0]}`), CLIENT);
    });

    test('people sign up over https, with cookies that stay on it', async () => {
      const page = await askSecurely(proxy, '/signup');
      const [cookie = ''] = page.headers['set-cookie'] ?? [];
      assert.match(cookie, /; Secure/);
      const fields = hiddenFields({ ...page, path: '/signup', headers: new Headers() }, '/signup');
      const person = { email: `${name[0]}@example.org`, password: 'a quite long password', terms: 'yes' };
      const form = new URLSearchParams({ ...fields, ...person }).toString();
      const type = 'application/x-www-form-urlencoded';
      const headers = { 'content-type': type, origin: SITE, cookie: cookie.split(';', 1)[0] as string };
      const answer = await askSecurely(proxy, '/signup', headers, form);
      assert.deepEqual([answer.status, answer.headers.location], [303, '/profile?done=welcome']);
    });

    for (const path of ['/metrics', '/readyz', '/healthz', '/metrics/', '/readyz/', '/%6detrics']) {
      test(`${path} is closed`, async () => {
        assert.ok([403, 404].includes((await askSecurely(proxy, path)).status));
      });
    }

    test('an answer to a key is not kept for others', async () => {
      const path = '/v1/games/recent';
      assert.equal((await askSecurely(proxy, path, { 'x-api-key': ludex.key })).status, 200);
      assert.equal((await askSecurely(proxy, path)).status, 401);
    });

    for (const path of ['/v1/games?limit=20', '/v1/openapi.json', '/games', '/']) {
      test(`${path} is sent in the encoding that is asked for, and only if the client does not have it`, async () => {
        const ask = (more: Record<string, string>) => askSecurely(proxy, path, { 'x-api-key': ludex.key, ...more });
        const plain = await ask({ 'accept-encoding': 'identity' });
        assert.equal(plain.headers['content-encoding'], undefined);
        for (const [encoding, decode] of DECODERS) {
          const whole = await ask({ 'accept-encoding': encoding });
          assert.deepEqual([whole.status, whole.headers['content-encoding']], [200, encoding]);
          assert.equal(decode(whole.body).toString(), plain.text);
          for (const tag of [whole.headers.etag, plain.headers.etag]) {
            const held = await ask({ 'accept-encoding': encoding, 'if-none-match': tag as string });
            assert.deepEqual([held.status, held.text], [304, '']);
          }
        }
      });
    }

    for (const kind of ['picture', 'cover', 'static file'] as const) {
      test(`a ${kind} is sent only if the client does not have it`, async () => {
        const path = (await listFiles(proxy))[kind];
        const { status, headers } = await askSecurely(proxy, path);
        assert.deepEqual([status, (await askSecurely(proxy, path, { 'if-none-match': '"other"' })).status], [200, 200]);
        const held = await askSecurely(proxy, path, { 'if-none-match': headers.etag as string });
        assert.deepEqual([held.status, held.text], [304, '']);
      });
    }

    test('a picture is answered in the type of its ending, and by a cache once it is there', async () => {
      const { picture } = await listFiles(proxy);
      const typeOf = async (ending: string) =>
        (await askSecurely(proxy, picture.replace(/\.\w+$/, ending))).headers['content-type'];
      const before = await ludex.countPictures();
      for (const [ending, type] of [...OTHER_TYPES, ...OTHER_TYPES]) assert.equal(await typeOf(ending), type);
      assert.equal((await ludex.countPictures()) - before, config.includes('proxy_cache') ? 2 : 4);
    });
  });
}
