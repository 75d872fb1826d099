import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { dumpsFolder } from '../../src/config.ts';
import { type DataDump, listDumps } from '../../src/merging/export/data-dumps.ts';
import { startServer } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

const server = await startServer({ dumps: 'daily' });
await until(async () => (await listDumps(server.config)).length === 1);
const [dump] = (await listDumps(server.config)) as [DataDump];
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}${path}`, { headers, method, redirect: 'manual' });
const GAMES = `/data/${dump.name}/games.jsonl.zst`;
const file = dump.files.find(({ name }) => name === 'games.jsonl.zst')!;

test('the page /data lists every file with its size and licences, without a key, and the newest has an address that stays', async () => {
  const page = await (await get('/data')).text();
  assert.equal(dump.url, server.url);
  for (const { name } of [...dump.files, { name: 'manifest.json' }]) {
    assert.ok(page.includes(`href="/data/${dump.name}/${name}"`), name);
    const latest = await get(`/data/latest/${name}`);
    assert.deepEqual([latest.status, latest.headers.get('location')], [302, `/data/${dump.name}/${name}`]);
    const answer = await get(`/data/${dump.name}/${name}`);
    assert.equal(answer.status, 200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(Number(answer.headers.get('content-length')), bytes.length);
    const listed = dump.files.find((one) => one.name === name);
    if (listed) assert.equal(createHash('sha256').update(bytes).digest('hex'), listed.sha256, name);
    else assert.deepEqual(JSON.parse(bytes.toString()), dump);
  }
  assert.match(page, /CC0-1\.0/);
  assert.match(await (await get('/')).text(), /href="\/data"/);
});

test('each line of games.jsonl.zst is what the API answers, and the changes continue after the dump', async () => {
  const bytes = Buffer.from(await (await get(GAMES)).arrayBuffer());
  const lines = zstdDecompressSync(bytes).toString().trim().split('\n');
  assert.equal(lines.length, dump.counts.games);
  for (const line of [lines[0], lines.at(-1)] as string[]) {
    const { body } = await server.get(`/v1/games/${JSON.parse(line).game_id}?include=details,groups,ids,sources`);
    const { sample_cover, ...game } = body;
    const { sample_cover: dumped, ...own } = JSON.parse(line);
    assert.deepEqual(own, game);
    if (dumped !== null) assert.deepEqual(dumped, sample_cover);
  }
  const { body } = await server.get(`/v1/changes?since=${dump.changes.next}`);
  assert.deepEqual(body.changes, []);
});

test('a file is sent in ranges, or not again', async () => {
  const whole = Buffer.from(await (await get(GAMES)).arrayBuffer());
  const size = whole.length;
  const etag = `"${file.sha256}"`;
  const cases: [headers: Record<string, string>, status: number, start: number, end: number][] = [
    [{ range: 'bytes=0-9' }, 206, 0, 10],
    [{ range: 'bytes=10-' }, 206, 10, size],
    [{ range: 'bytes=-7' }, 206, size - 7, size],
    [{ range: `bytes=5-${size + 99}` }, 206, 5, size],
    [{ range: `bytes=-${size + 99}` }, 206, 0, size],
    [{ range: 'bytes=5-9', 'if-range': etag }, 206, 5, 10],
    [{ range: 'bytes=5-9', 'if-range': '"another"' }, 200, 0, size],
    [{ range: 'bytes=9-5' }, 200, 0, size],
    [{ range: 'bytes=0-1,4-5' }, 200, 0, size],
    [{ range: 'lines=0-1' }, 200, 0, size],
  ];
  for (const [headers, status, start, end] of cases) {
    const answer = await get(GAMES, headers);
    const name = JSON.stringify(headers);
    assert.equal(answer.status, status, name);
    assert.deepEqual([answer.headers.get('etag'), answer.headers.get('accept-ranges')], [etag, 'bytes']);
    if (status === 206) assert.equal(answer.headers.get('content-range'), `bytes ${start}-${end - 1}/${size}`, name);
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(whole.subarray(start, end)), name);
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const answer = await get(GAMES, { range });
    assert.deepEqual([answer.status, answer.headers.get('content-range')], [416, `bytes */${size}`], range);
  }
  assert.equal((await get(GAMES, { 'if-none-match': etag })).status, 304);
  const head = await get(GAMES, {}, 'HEAD');
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(size)]);
});

test('other names are not found', async () => {
  const missing = [
    `/data/${dump.name}/other`,
    `/data/${dump.name}/..%2fmanifest.json`,
    `/data/${dump.name}/..%2f..%2fsecret`,
    '/data/20200101T000000000Z/manifest.json',
    '/data/latest/..%2f..%2fsecret',
  ];
  for (const path of missing) {
    const { status, headers } = await get(path);
    const followed = headers.get('location');
    assert.equal(followed === null ? status : (await get(followed)).status, 404, path);
  }
});

test('a fifth download of one network waits until another has ended', async () => {
  const name = '20300101T000000000Z';
  const folder = join(dumpsFolder(server.config), name);
  mkdirSync(folder);
  const large = Buffer.alloc(64 * 1024 ** 2);
  writeFileSync(join(folder, 'large.zst'), large);
  const files = [{ ...file, name: 'large.zst', bytes: large.length }];
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...dump, name, files }));
  const path = `/data/${name}/large.zst`;
  const begin = async () => {
    const [answer] = (await once(httpGet(server.url + path, { agent: false }), 'response')) as [IncomingMessage];
    return answer.pause();
  };
  const running = await Promise.all(Array.from({ length: 4 }, begin));
  const refused = await get(path);
  assert.equal(refused.status, 429);
  assert.deepEqual([refused.headers.get('retry-after'), refused.headers.get('accept-ranges')], ['30', null]);
  assert.match(await refused.text(), /4 downloads of your network are running\. Wait/);
  assert.equal((await get(path, {}, 'HEAD')).status, 200);
  running[0]?.destroy();
  await until(async () => {
    const { status, body } = await get(path, { range: 'bytes=0-0' });
    await body?.cancel();
    return status === 206;
  });
  for (const one of running) one.destroy();
  rmSync(folder, { recursive: true });
});

test('without a dump the page says so', async () => {
  const empty = await startServer();
  const page = await (await fetch(`${empty.url}/data`)).text();
  assert.match(page, /No dump has been made yet\./);
  for (const path of ['latest/manifest.json', 'games.tar.zst?id=1'])
    assert.equal((await fetch(`${empty.url}/data/${path}`)).status, 404, path);
  assert.doesNotMatch(await (await fetch(`${empty.url}/`)).text(), /href="\/data"/);
});
