import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { type FetchOptions, isPublicAddress, makeFetcher } from '../../src/pictures/fetch.ts';
import { PictureError } from '../../src/pictures/inspect.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { openRemotePictures } from '../../src/pictures/remote-pictures.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { gameOf, newStore } from '../support/samples/layers.ts';
import { png, writePictures } from '../support/samples/pictures.ts';
import { runHere } from '../support/servers/command.ts';
import { listen } from '../support/servers/free-port.ts';

const picture = await png({ width: 333, height: 222 });

/** A server of pictures with a handler for each path. */
async function startHost(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url as string);
    answer(request, response);
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, asked };
}

const send = (response: ServerResponse, status: number, headers: Record<string, string> = {}, body?: Buffer | string) =>
  void response.writeHead(status, headers).end(body);
const fetcher = (options: Partial<FetchOptions> = {}) =>
  makeFetcher({ isAllowed: () => true, userAgent: 'Test/1', ...options });
const refuses = (url: string, why: RegExp, options: Partial<FetchOptions> = {}) =>
  assert.rejects(
    fetcher(options).fetch(url),
    (error: Error) => error instanceof PictureError && why.test(error.message),
  );

const PNG = { 'content-type': 'image/png' };

test('a picture is downloaded with a user agent, also after redirects', async () => {
  let agent: string | undefined;
  const { url } = await startHost((request, response) => {
    agent = request.headers['user-agent'];
    if (request.url === '/a') return send(response, 302, { location: '/b' });
    if (request.url === '/b') return send(response, 301, { location: `//${request.headers.host}/c` });
    return send(response, 200, PNG, picture);
  });
  assert.deepEqual(await fetcher().fetch(`${url}/a`), picture);
  assert.equal(agent, 'Test/1');
});

test('five redirects are followed, but not a sixth', async () => {
  const { url } = await startHost((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) return send(response, 200, PNG, picture);
    return send(response, 302, { location: `/${left - 1}` });
  });
  assert.deepEqual(await fetcher().fetch(`${url}/5`), picture);
  await refuses(`${url}/6`, /^more than 5 redirects$/);
});

const ANSWERS: [name: string, why: RegExp, answer: (response: ServerResponse) => void][] = [
  ['a missing picture', /^the server responded with 404$/, (response) => send(response, 404)],
  [
    'a page',
    /^the server sent text\/html instead of a picture$/,
    (response) => send(response, 200, { 'content-type': 'text/html' }, '<p>'),
  ],
  [
    'an SVG',
    /^the server sent image\/svg\+xml instead of a picture$/,
    (response) => send(response, 200, { 'content-type': 'image/svg+xml' }, '<svg/>'),
  ],
  [
    'a response without a content type',
    /^the server sent no content type instead of a picture$/,
    (response) => send(response, 200, {}, 'x'),
  ],
  [
    'a Content-Length over the limit',
    /^the file has 60 MB, the maximum is 50 MB$/,
    (response) => send(response, 200, { ...PNG, 'content-length': '60000000' }),
  ],
  ['a redirect loop', /^more than 5 redirects$/, (response) => send(response, 302, { location: '/again' })],
  [
    'a redirect to a file',
    /^it redirects to something that is not a web address$/,
    (response) => send(response, 302, { location: 'file:///etc/passwd' }),
  ],
  [
    'a redirect to an invalid URL',
    /^it redirects to something that is not a web address$/,
    (response) => send(response, 302, { location: 'http://' }),
  ],
];

for (const [name, why, answer] of ANSWERS) {
  test(`${name} is rejected with a clear message`, async () => {
    const { url } = await startHost((_request, response) => answer(response));
    await refuses(`${url}/x`, why);
  });
}

test('an endless body is aborted', async () => {
  let isClosed = false;
  const { url } = await startHost((_request, response) => {
    response.writeHead(200, PNG).on('close', () => {
      isClosed = true;
    });
    const chunk = Buffer.alloc(1 << 20);
    const write = () => {
      while (!isClosed && response.write(chunk));
      if (!isClosed) response.once('drain', write);
    };
    write();
  });
  await refuses(`${url}/x`, /^the file has 51 MB/);
});

test('Retry-After is honored for a limited number of tries', async () => {
  const { url, asked } = await startHost((request, response) => {
    if (request.url === '/once' && asked.length > 1) return send(response, 200, PNG, picture);
    return send(response, 429, { 'retry-after': '0.01' });
  });
  assert.deepEqual(await fetcher().fetch(`${url}/once`), picture);
  await refuses(`${url}/never`, /^the server responded with 429$/);
  assert.deepEqual(asked, ['/once', '/once', '/never', '/never', '/never']);
});

for (const after of ['3600', new Date(Date.now() + 7_200_000).toUTCString()]) {
  test(`Retry-After: ${after} is too long to wait for, and applies to all pictures of a host`, async () => {
    const { url, asked } = await startHost((_request, response) => send(response, 429, { 'retry-after': after }));
    const { fetch: get } = fetcher();
    await assert.rejects(get(`${url}/1`), /the server responded with 429/);
    await assert.rejects(get(`${url}/2`), /the server is limiting requests; try again later/);
    assert.deepEqual(asked, ['/1']);
  });
}

test('a host that fails repeatedly is not tried again', async () => {
  const { url, asked } = await startHost((_request, response) => void response.destroy());
  const { fetch: get } = fetcher();
  const all = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => get(`${url}/${i}`)));
  const why = all.map((one) => one.status === 'rejected' && one.reason.message);
  assert.match(String(why[0]), /^the server cannot be reached \(ECONNRESET\)$/);
  assert.equal(why[19], 'the server failed 5 times in a row');
  assert.ok(asked.length <= 18, `it was asked ${asked.length} times`);
});

test('a request times out', async () => {
  const { url } = await startHost(() => {});
  await refuses(`${url}/x`, /^the server cannot be reached \((ABORT_ERR|23)\)$/, { timeoutMs: 50 });
});

test('two requests run at a time per host', async () => {
  let [now, most] = [0, 0];
  const { url } = await startHost((_request, response) => {
    most = Math.max(most, ++now);
    setTimeout(() => {
      now--;
      send(response, 200, PNG, picture);
    }, 20);
  });
  const { fetch: get } = fetcher();
  await Promise.all(Array.from({ length: 8 }, (_, i) => get(`${url}/${i}`)));
  assert.equal(most, 2);
});

test('private addresses are rejected, also behind host names (SSRF)', async () => {
  const { url, asked } = await startHost((_request, response) => send(response, 200, PNG, picture));
  const { port } = new URL(url);
  const isAllowed = isPublicAddress;
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0x7f.1',
    '2130706433',
    '0.0.0.0',
    '[::]',
  ])
    await refuses(`http://${host}:${port}/x`, / is not a public address$/, { isAllowed });
  assert.deepEqual(asked, []);
});

test('a redirect to a private address is rejected', async () => {
  const inner = await startHost((_request, response) => send(response, 200, PNG, picture));
  const outer = await startHost((_request, response) =>
    send(response, 302, { location: `${inner.url.replace('127.0.0.1', '127.0.0.2')}/secret` }),
  );
  await refuses(`${outer.url}/x`, /^127\.0\.0\.2 is not a public address$/, {
    isAllowed: (address) => address === '127.0.0.1',
  });
  await refuses(`${outer.url.replace('127.0.0.1', 'localhost')}/x`, /is not a public address$/, {
    isAllowed: () => false,
  });
  assert.deepEqual(inner.asked, []);
});

const PUBLIC = '93.184.216.34 8.8.8.8 172.15.0.1 172.32.0.1 2606:4700::1111 2a00:1450:4001::1';
const NOT_PUBLIC = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.53 169.254.169.254 172.16.0.1 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255
  :: ::1 ::ffff:10.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1 fc00::1 fd12::1 fe80::1 fec0::1 ff02::1 2001:db8::1 2002:7f00:1::
  2001:0:1::1 example.org`;

test('addresses of special networks are not public', () => {
  for (const address of PUBLIC.split(' ')) assert.equal(isPublicAddress(address), true, address);
  for (const address of NOT_PUBLIC.split(/\s+/)) assert.equal(isPublicAddress(address), false, address);
});

test('linked pictures of a bundle are downloaded once and stored; failures stay links', async () => {
  const { url, asked } = await startHost((request, response) => {
    if (request.url === '/gone.png') return send(response, 404);
    if (request.url === '/odd.png') return send(response, 200, PNG, 'no picture');
    return send(response, 200, PNG, picture);
  });
  const link = (name: string) => ({ image: `${url}/${name}`, thumbnail_image: `${url}/t`, width: 1, height: 1 });
  const bundle = writePictures(
    { screenshots: [{ ...link('a.png'), caption: 'A' }, link('gone.png'), link('odd.png')] },
    {},
  );
  const folder = temporaryFolder('media');
  const loadFresh = async () => {
    const store = await newStore();
    const pictureStore = openPictureStore(folder);
    const refused: string[] = [];
    await loadBundle(store, await openBundle(bundle), {
      clock: () => 1,
      pictureStore,
      remote: await openRemotePictures(folder, pictureStore, fetcher()),
      onRefused: (file, why, outcome) => void refused.push(`${file.slice(url.length)} ${outcome}: ${why}`),
    });
    const shots = (await gameOf(store, 'test:a')).platforms[0]?.screenshots ?? [];
    return { shots, refused };
  };
  const { shots, refused } = await loadFresh();
  assert.match(shots[0]?.image ?? '', /^\/media\/[0-9a-f]{2}\//);
  assert.deepEqual([shots[0]?.caption, shots[0]?.width, shots[0]?.height], ['A', 333, 222]);
  assert.deepEqual(shots[1], { caption: null, ...link('gone.png') });
  assert.deepEqual(refused, [
    '/gone.png stays a link: the server responded with 404',
    '/odd.png stays a link: not a supported picture type; use PNG, JPEG, WebP, AVIF or GIF',
  ]);
  appendFileSync(join(folder, 'fetched.jsonl'), '{"url": "cut o');
  asked.length = 0;
  assert.deepEqual((await loadFresh()).shots, shots);
  assert.deepEqual(asked, ['/gone.png', '/odd.png']);
  assert.ok(existsSync(join(folder, 'fetched.jsonl')));
  assert.match(readFileSync(join(folder, 'fetched.jsonl'), 'utf8'), /a\.png/);
});

test('the command rejects private addresses and imports the rest', async () => {
  const { url, asked } = await startHost((_request, response) => send(response, 200, PNG, picture));
  const link = { image: `${url}/a.png`, thumbnail_image: `${url}/t.png`, width: 1, height: 1 };
  const env = { LUDEX_DATA: temporaryFolder('data') };
  const bundle = writePictures({ screenshots: [link] }, {});
  const { code, stderr } = await runHere(['import', bundle, '--fetch'], env);
  assert.equal(code, 0);
  assert.ok(stderr.includes(`${url}/a.png stays a link: 127.0.0.1 is not a public address\n`));
  assert.deepEqual(asked, []);
  assert.match((await runHere(['import', bundle, '--fetch', '--dry-run'], env)).stderr, /--fetch cannot be combined/);
});
