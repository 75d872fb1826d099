import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packBundle } from '../../../src/bundle/archive.ts';
import { openImportProgress } from '../../../src/merging/load/import-progress.ts';
import { startWithOperator, withStore } from '../../support/accounts.ts';
import { cookieOf, hiddenFields, readable } from '../../support/browser.ts';
import { temporaryFolder, writeGames } from '../../support/samples/bundle.ts';
import { until } from '../../support/until.ts';

const PATH = '/operator/imports';
const folder = join(temporaryFolder('imports'), 'in');
mkdirSync(folder);
const { server, boss } = await startWithOperator({ imports: folder });
const bundleOf = (source: string) => writeGames([`Hop of ${source}`], source);

/** Sends the form as a browser does, without following the redirect. */
async function send(fields: Record<string, string>, file?: { name: string; bytes: Uint8Array }) {
  const body = new FormData();
  const all = {
    ...hiddenFields(await boss.open(PATH), PATH),
    source: 'A bundle, such as an export of Ludex',
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) body.append(name, value);
  if (file) body.append('file', new File([new Uint8Array(file.bytes)], file.name));
  const cookie = cookieOf(boss);
  const headers = { accept: 'text/html', cookie, origin: server.url };
  const { status, text } = await fetch(server.url + PATH, { method: 'POST', body, redirect: 'manual', headers }).then(
    async (response) => ({ status: response.status, text: await response.text() }),
  );
  return { status, text: readable(text) };
}

/** The last import when none is running any more, and what the page says about it. */
async function ended() {
  let page = '';
  await until(async () => {
    page = (await boss.open(PATH)).text;
    return !page.includes('class="running"');
  }, 60_000);
  const [last] = await withStore(server.config, ({ catalog }) => catalog.listImports(1));
  return { last, page: readable(page) };
}

const uploads = () => readdirSync(server.config.data).filter((name) => name.startsWith('ludex-temporary-upload'));

test('a folder of LUDEX_IMPORTS is imported, and nothing outside of it', async () => {
  const outside = bundleOf('outside');
  symlinkSync(bundleOf('inside'), join(temporaryFolder('elsewhere'), 'link'));
  symlinkSync(outside, join(folder, 'outside'));
  await packBundle(bundleOf('inside'), join(folder, 'inside.tar.gz'));
  const { text } = await boss.open(PATH);
  assert.match(text, /<option>inside\.tar\.gz</);
  assert.doesNotMatch(text, /<option>outside/);
  for (const path of ['outside', '../in/inside.tar.gz', outside, '', '.', '..'])
    assert.deepEqual((await send({ path })).status, 422, path);
  assert.equal((await send({ path: 'inside.tar.gz', source: 'nothing' })).status, 422);
  assert.equal((await send({ path: 'inside.tar.gz' })).status, 303);
  assert.deepEqual([(await ended()).last?.source, (await ended()).last?.added], ['inside', 1]);
});

test('a file is sent whole or in pieces, imported, and removed', async () => {
  const packed = join(folder, 'sent.tar.gz');
  await packBundle(bundleOf('sent'), packed);
  const bytes = readFileSync(packed);
  const piece = (at: number, end?: number) => ({ name: 'sent.tar.gz', bytes: bytes.subarray(at, end) });
  assert.equal((await send({ at: '0', more: 'yes' }, piece(0, 100))).status, 200);
  const wrong = await send({ at: '300', more: 'yes' }, piece(300, 400));
  assert.match(wrong.text, /The server no longer has the beginning\. Send the file again/);
  assert.equal((await send({ at: '100' }, piece(100))).status, 303);
  assert.deepEqual([(await ended()).last?.source, (await ended()).last?.added], ['sent', 1]);
  assert.deepEqual(uploads(), []);
  assert.equal((await send({}, piece(0))).status, 303);
  assert.deepEqual([(await ended()).last?.source, (await ended()).last?.unchanged], ['sent', 1]);
  assert.equal((await send({ at: '2000000000' }, piece(0))).status, 413);
  for (const name of ['..', 'a/b', '']) assert.equal((await send({}, { name, bytes })).status, name === '' ? 422 : 400);
});

test('the page says why an import failed, and that nothing was changed', async () => {
  const before = (await ended()).last;
  const source = /<option>(mame: [^<]*)</.exec((await boss.open(PATH)).text)?.[1] ?? '';
  await send({ source }, { name: 'notes.txt', bytes: Buffer.from('no list') });
  const { last, page } = await ended();
  assert.match(page, /Importing mame failed: .*notes\.txt.*Nothing was changed/);
  assert.equal(last?.importId, before?.importId);
  assert.deepEqual(uploads(), []);
});

test('there is one import at a time', async () => {
  writeFileSync(join(folder, 'empty.txt'), '');
  const token = hiddenFields(await boss.open(PATH), PATH);
  await withStore(server.config, async ({ status }) => {
    const progress = await openImportProgress(status, { action: 'import', source: 'other' }, () => server.now);
    assert.doesNotMatch((await boss.open(PATH)).text, /Import a file/);
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...token, path: 'inside.tar.gz' })) body.append(name, value);
    const cookie = cookieOf(boss);
    const refused = await fetch(server.url + PATH, { method: 'POST', body, headers: { cookie, origin: server.url } });
    assert.equal(refused.status, 409);
    assert.match(await refused.text(), /An import is running\. Wait until it has finished\./);
    await progress.end();
  });
});
