import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { packBundle } from '../../../src/bundle/archive.ts';
import { writeCursor } from '../../../src/catalog/changes.ts';
import { TryLater } from '../../../src/merging/mirror/original.ts';
import { atEnd } from '../../support/at-end.ts';
import { temporaryFolder, writeBundle, writeRawBundle } from '../../support/samples/bundle.ts';
import { load } from '../../support/samples/layers.ts';
import { png } from '../../support/samples/pictures.ts';
import { newMirror } from '../../support/servers/mirror.ts';

/** An original that says anything. What it answers is set by each test; a path without an answer is as a good one answers it. */
type Answer = (response: ServerResponse, request: IncomingMessage) => void;
const KEY = 'ludex_this-key-must-stay-secret';
const LINEAGE = '0123456789abcdef';
const cursorAt = (sequence: number, lineage = LINEAGE) =>
  writeCursor(lineage, { revision: 1, sequence, complete: sequence });

const PLATFORMS = [{ key: 'platform:nes', platform_name: 'NES' }];
const game = (key: string, more: object = {}) => ({
  key,
  title: key,
  platforms: [{ platform: 'platform:nes' }],
  ...more,
});
const GOOD = {
  platforms: PLATFORMS,
  games: [game('test:a'), game('test:b')],
  identities: [bind('test:a', 1), bind('test:b', 2)],
};

function bind(key: string, id: number) {
  return { key: `binding:game ${key}`, kind: 'game', id, since: 1 };
}

async function pack(folder: string): Promise<Buffer> {
  const file = join(temporaryFolder('packed'), 'bundle.tar.zst');
  await packBundle(folder, file);
  return readFileSync(file);
}

const json =
  (value: unknown): Answer =>
  (response) =>
    void response.end(JSON.stringify(value));
const bytes =
  (value: Buffer): Answer =>
  (response) =>
    void response.end(value);
const dumpBytes = await pack(writeBundle(GOOD));
const manifest = (more: object = {}) => ({
  format: 'ludex-dump',
  version: 1,
  name: '20260101T000000000Z',
  lineage: LINEAGE,
  changes: { next: cursorAt(2) },
  files: [{ name: 'bundle.tar.zst', sha256: createHash('sha256').update(dumpBytes).digest('hex') }],
  ...more,
});
const changes = (...ids: number[]) => ({
  changes: ids.map((game_id) => ({ game_id })),
  next: cursorAt(2 + ids.length),
});

const GOOD_ANSWERS: Record<string, Answer> = {
  '/data/latest/manifest.json': json(manifest()),
  '/data/20260101T000000000Z/bundle.tar.zst': bytes(dumpBytes),
  '/v1/changes': json({ changes: [], next: cursorAt(2) }),
};

let answers: Record<string, Answer> = {};
const seenByOther: (string | undefined)[] = [];
const server = createServer((request, response) => {
  const path = (request.url ?? '').split('?')[0] as string;
  const answer = answers[path] ?? GOOD_ANSWERS[path];
  if (answer) answer(response, request);
  else response.writeHead(404).end();
}).listen(0, '127.0.0.1');
const other = createServer((request, response) => {
  seenByOther.push(request.headers['x-api-key'] as string | undefined);
  response.end('{}');
}).listen(0, '127.0.0.1');
await Promise.all([once(server, 'listening'), once(other, 'listening')]);
atEnd(async () => {
  for (const one of [server, other]) one.close().closeAllConnections();
});
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;

const MANIFEST = '/data/latest/manifest.json';
const DUMP = '/data/20260101T000000000Z/bundle.tar.zst';
const GAMES = '/data/games.tar.zst';
const CHANGES = '/v1/changes';
const endless: Answer = (response) => {
  const chunk = Buffer.alloc(1 << 20, ' ');
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
};
const redirect =
  (location: string): Answer =>
  (response) =>
    void response.writeHead(302, { location }).end();
const busy =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end();

const FIRST: [name: string, answers: Record<string, Answer>, message: RegExp][] = [
  ['has no dump', { [MANIFEST]: busy(404) }, /has no data dump: its operator makes one/],
  ['needs a key', { [CHANGES]: busy(401) }, /needs an API key: pass --key KEY, or set LUDEX_FOLLOW_KEY/],
  [
    'is no Ludex server',
    { [MANIFEST]: (response) => void response.end('<html>') },
    /sent no JSON; is it a Ludex server\?/,
  ],
  ['sends a list for a manifest', { [MANIFEST]: json(null) }, /sent no JSON/],
  ['redirects to another server', { [MANIFEST]: redirect(`${otherUrl}/data/x`) }, /redirects to another server/],
  ['redirects in a circle', { [MANIFEST]: redirect(MANIFEST) }, /redirects in a circle/],
  ['sends no end', { [MANIFEST]: endless }, /sent more than 8 MB/],
  [
    'sends a path for a name',
    { [MANIFEST]: json(manifest({ name: '../../v1/x' })) },
    /a data dump that this version of Ludex does not read/,
  ],
  [
    'has the cursor of another catalog',
    { [MANIFEST]: json(manifest({ lineage: 'other' })) },
    /whose cursor is not of its catalog/,
  ],
  [
    'has another SHA-256',
    { [DUMP]: bytes(Buffer.concat([dumpBytes, dumpBytes])) },
    /does not match the SHA-256 of its manifest/,
  ],
  ['cuts the dump', { [DUMP]: bytes(dumpBytes.subarray(0, 300)) }, /does not match the SHA-256 of its manifest/],
  [
    'breaks off',
    {
      [DUMP]: (response) =>
        void response.writeHead(200, { 'content-length': '9999' }).write(dumpBytes, () => response.destroy()),
    },
    /cannot be reached \(/,
  ],
  ['has no dump of its catalog', { [CHANGES]: busy(410) }, /has no data dump of its present catalog yet/],
];

for (const [name, given, message] of FIRST)
  test(`an original that ${name} gets one sentence, and the mirror stays empty`, async () => {
    answers = given;
    const mirror = await newMirror({ url, key: KEY });
    await assert.rejects(mirror.follow(), (error: Error) => {
      assert.match(error.message, message);
      assert.ok(!error.message.includes(KEY) && !error.message.includes('\n'));
      return true;
    });
    assert.equal(await mirror.store.catalog.readRevision(), 0);
  });

test('nobody else gets the key', () => assert.deepEqual(seenByOther, []));

for (const [status, after, seconds] of [
  [503, '120', 120],
  [429, '7', 7],
  [502, undefined, undefined],
  [503, '999999999', 3600],
] as const)
  test(`after ${status} with Retry-After ${after} the mirror waits for ${seconds} seconds`, async () => {
    answers = { [CHANGES]: busy(status, after === undefined ? {} : { 'retry-after': after }) };
    const mirror = await newMirror({ url, key: KEY });
    await assert.rejects(mirror.follow(), (error) => error instanceof TryLater && error.seconds === seconds);
  });

const partial = (lines: Record<string, object[]>, options = {}) => writeBundle(lines, { complete: false, ...options });
const MAXIMUM = 2 ** 31;

const LATER: [name: string, changed: object, bundle: string | Answer, message: RegExp][] = [
  [
    'ids that are none',
    { changes: [{ game_id: -1 }], next: cursorAt(3) },
    '',
    /sent changes that are not those of a Ludex server/,
  ],
  ['ids of a mirror', changes(MAXIMUM + 1), '', /sent changes that are not those of a Ludex server/],
  [
    'a cursor of another catalog',
    { changes: [{ game_id: 1 }], next: cursorAt(3, 'other') },
    '',
    /sent changes that are not/,
  ],
  ['the same changes for ever', { changes: [{ game_id: 1 }], next: cursorAt(2) }, '', /sent changes that do not go on/],
  [
    'script in a title',
    changes(1),
    partial({ ...GOOD, games: [game('test:a', { title: '<script>alert(1)</script>' })] }),
    /games\.jsonl:1: title .*HTML/,
  ],
  [
    'a huge line',
    changes(1),
    writeRawBundle({ games: `{"key":"test:a","title":"${'x'.repeat(5 * 1024 ** 2)}"}\n` }, { complete: false }),
    /a line of more than 4 MB|100 times its size/,
  ],
  [
    'an id of a mirror for a key',
    changes(1),
    partial({ ...GOOD, identities: [bind('test:a', MAXIMUM + 1)] }),
    /such ids are those that a mirror gives itself/,
  ],
  [
    'an own key',
    changes(1),
    partial({ ...GOOD, identities: [bind('mine:x', 1)] }),
    /binds mine:x, which belongs to the source mine/,
  ],
  [
    'an own line',
    changes(1),
    partial({ ...GOOD, games: [game('mine:x')] }),
    /mine:x already belongs to the source mine/,
  ],
  [
    'an own source',
    changes(1),
    partial(GOOD, { source: 'mine' }),
    /now has the source mine, too: run "ludex source remove mine"/,
  ],
  [
    'derived facts',
    changes(1),
    partial(GOOD, { source: 'derived' }),
    /"derived" is the source of facts that Ludex derives/,
  ],
  [
    'a complete bundle',
    changes(1),
    writeBundle({ ...GOOD, games: [] }),
    /sent a bundle that is not what was asked for/,
  ],
  [
    'a path of this server as a picture',
    changes(1),
    partial({
      ...GOOD,
      media: [
        {
          key: 'test:a',
          platform: 'platform:nes',
          screenshots: [
            { caption: null, image: '/media/ab/c.png', thumbnail_image: '/media/ab/c.png', width: 1, height: 1 },
          ],
        },
      ],
    }),
    /is not among the pictures of this server/,
  ],
  ['no bundle', changes(1), (response) => void response.end('nothing'), /damaged or incomplete|is not a bundle/],
  ['no end', changes(1), endless, /sent more than 256 MB/],
];

for (const [name, changed, bundle, message] of LATER)
  test(`a mirror whose original sends ${name} keeps its catalog`, async () => {
    answers = {};
    const mirror = await newMirror({ url, key: KEY });
    await mirror.follow();
    await load(mirror.store, 'mine', [{ key: 'x', title: 'Mine' }]);
    const revision = await mirror.store.catalog.readRevision();
    answers = {
      [CHANGES]: json(changed),
      [GAMES]: typeof bundle === 'string' ? (bundle === '' ? busy(500) : bytes(await pack(bundle))) : bundle,
    };
    await assert.rejects(mirror.follow(), (error: Error) => {
      assert.match(error.message, message);
      assert.ok(!error.message.includes(KEY));
      return true;
    });
    assert.equal(await mirror.store.catalog.readRevision(), revision);
    const text = await mirror.store.status.list('follow');
    assert.ok(!JSON.stringify(text).includes(KEY));
  });

test('pictures on private networks stay links, except those of the original', async () => {
  const picture = await png();
  const [own, foreign] = [`${url}/media/a.png`, `${otherUrl}/b.png`];
  const link = (image: string) => ({ caption: null, image, thumbnail_image: image, width: 1, height: 1 });
  const media = [{ key: 'test:a', platform: 'platform:nes', screenshots: [link(own), link(foreign)] }];
  answers = {};
  const mirror = await newMirror({ url });
  await mirror.follow();
  answers = {
    [CHANGES]: (response, request) =>
      json((request.url ?? '').includes(cursorAt(2)) ? changes(1) : { changes: [], next: cursorAt(3) })(
        response,
        request,
      ),
    [GAMES]: bytes(await pack(partial({ ...GOOD, media }))),
    '/media/a.png': (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
  };
  seenByOther.length = 0;
  await mirror.follow({ pictures: true });
  const record = await mirror.store.catalog.read((reader) => reader.findGame(1));
  const [first, second] = JSON.parse(record?.record ?? '').platforms[0].screenshots;
  assert.match(first.image, /^\/media\//);
  assert.equal(second.image, foreign);
  assert.deepEqual(seenByOther, []);
});
