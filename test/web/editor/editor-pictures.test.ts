import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { mediaFolder } from '../../../src/config.ts';
import { addPerson, signIn, startWithOperator } from '../../support/accounts.ts';
import { cookieOf, type Files, hiddenFields, readable, type Shown } from '../../support/browser.ts';
import { GAME } from '../../support/samples/catalog.ts';
import { png, pngHeader } from '../../support/samples/pictures.ts';
import { until } from '../../support/until.ts';

const { server, boss } = await startWithOperator();
await addPerson(server, 'ada@example.org');
const pathOf = (id: number) => `/operator/games/${id}/pictures`;
const game = async (id: number) => (await server.get(`/v1/games/${id}`)).body;
const countFiles = () =>
  readdirSync(mediaFolder(server.config), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;

interface Sent {
  fields?: Record<string, string>;
  files?: Files;
  browser?: typeof boss;
  headers?: Record<string, string>;
}

const upload = async (id: number, { fields = {}, files = [], browser = boss, headers }: Sent) => {
  const sent = await browser.upload(pathOf(id), fields, files, headers);
  return { ...sent, location: sent.headers.get('location') };
};

const formOf = async (id: number): Promise<Record<string, string>> =>
  hiddenFields(await boss.open(pathOf(id)), pathOf(id));
const problemOf = (text: string) => readable(/id="pictures-problem">([^<]*)/.exec(text)?.[1] ?? '');

test('the platform of the first release is chosen for an upload', async () => {
  const { text } = await boss.open(pathOf(GAME.everything));
  const [, options = ''] = /<select id="platform"[^>]*>(.*?)<\/select>/.exec(text) ?? [];
  assert.deepEqual(
    Array.from(options.matchAll(/<option( selected)?>(.*?)</g), ([, , name]) => name),
    ['NES', 'SNES', 'Arcade'],
  );
});

test('pictures are uploaded, one becomes the main one, and one is removed; the history has it all', async () => {
  const id = GAME.chess;
  const fields = { ...(await formOf(id)), kind: 'Front Cover', platform: 'NES', caption: 'The <box>', why: 'My scans' };
  const [red, green] = [await png({ colour: 'red' }), await png({ colour: 'green' })];
  const sent = await upload(id, {
    fields,
    files: [
      ['red.png', red],
      ['grün.png', green],
    ],
  });
  assert.deepEqual([sent.status, sent.location], [303, `${pathOf(id)}?done=pictures-added#picture-0`]);
  const page = await boss.open(pathOf(id));
  assert.equal(page.text.match(/<img src="[^"]*\/media\/[^"]*-320\.webp"/g)?.length, 2);
  assert.ok(!page.text.includes('The <box>') && readable(page.text).includes('Front Cover. The <box>'));
  const [first, second] = imagesOf(page) as [string, string];
  const isCover = async (image: string) => (await game(id)).sample_cover.image === server.url + image;
  await until(() => isCover(first));
  assert.equal((await fetch(server.url + first)).status, 200);
  await boss.submit(`${pathOf(id)}/change`, { image: second, change: 'main' });
  await until(() => isCover(second));
  const removed = await boss.submit(`${pathOf(id)}/change`, { image: second, change: 'remove' });
  assert.match(readable(removed.text), /Picture removed/);
  await until(() => isCover(first));
  const history = await boss.open(`/operator/games/${id}`);
  assert.match(
    readable(history.text),
    /Removed pictures\s*Picture.*Main picture\s*\+ Picture.*My scans\s*Added pictures\s*Front Cover\. The <box>\s*Front Cover/s,
  );
  const reverted = await boss.submit(`/operator/games/${id}/revert`);
  assert.equal(reverted.path, `/operator/games/${id}?done=reverted`, readable(reverted.text));
  await until(() => isCover(second));
});

function imagesOf({ text }: Shown): string[] {
  return Array.from(text.matchAll(/name="image" value="([^"]*)"/g), ([, image = '']) => image);
}

test('a picture of a source is removed, also one on another host', async () => {
  const id = GAME.everything;
  const page = await boss.open(pathOf(id));
  const [link = ''] = imagesOf(page).filter((image) => image.startsWith('https://'));
  assert.ok(!page.text.includes(`<img src="${link}`));
  await boss.submit(`${pathOf(id)}/change`, { image: link, change: 'remove' });
  assert.ok(!imagesOf(await boss.open(pathOf(id))).includes(link));
  const gone = await boss.post(`${pathOf(id)}/change`, {
    ...hiddenFields(page, `${pathOf(id)}/change`),
    image: link,
    change: 'main',
  });
  assert.equal(gone.status, 404);
});

const LARGE = Buffer.alloc(21_000_000);
/** What is wrong with a picture is tested in test/pictures. */
const BAD: [name: string, files: Sent['files'], status: number, problem: RegExp][] = [
  ['no field', [], 422, /^Choose a picture\.$/],
  ['no file', [['', Buffer.alloc(0)]], 422, /^Choose a picture\.$/],
  ['a hostile name', [['<b onx=1>.svg', Buffer.from('<svg>')]], 422, /^“<b onx=1>\.svg” was not added: SVG [^.]*\.$/],
  [
    'one bad file of two',
    [
      ['good.png', await png({ colour: 'pink' })],
      ['a.png', pngHeader(60_000_000, 1)],
    ],
    422,
    /^“a\.png” was not added: the picture is 60000000 × 1 pixels[^.]*\.$/,
  ],
  ['too many bytes', [['a.png', LARGE]], 413, /^Nothing was added: send at most 20 MB at once\.$/],
];
for (const [name, files, status, problem] of BAD) {
  test(`an upload with ${name} is refused with one sentence at the field, and nothing is kept`, async () => {
    const fields = { ...(await formOf(GAME.bare)), kind: 'Media', caption: 'Kept', why: 'Kept, too' };
    const before = countFiles();
    const sent = await upload(GAME.bare, { fields, files: files ?? [] });
    assert.equal(sent.status, status);
    assert.match(problemOf(sent.text), problem);
    assert.ok(!sent.text.includes('<b onx'));
    assert.equal(countFiles(), before);
    if (status === 422) assert.match(sent.text, /<option selected>Media<[\s\S]*value="Kept"[\s\S]*value="Kept, too"/);
  });
}

test('only an operator with a token uploads, and the body of others is not read', async () => {
  const fields = await formOf(GAME.bare);
  const files = [['a.png', await png({ colour: 'cyan' })]] as const;
  const before = countFiles();
  assert.equal((await upload(GAME.bare, { fields: { ...fields, form_token: '' }, files })).status, 403);
  assert.equal((await upload(GAME.bare, { fields, files, headers: { origin: 'https://evil.example' } })).status, 403);
  const ada = await signIn(server, 'ada@example.org');
  // Too large for others: they would get 413 if it were read.
  assert.equal((await upload(GAME.bare, { fields, files: [['a.png', LARGE]], browser: ada })).status, 403);
  assert.equal(countFiles(), before);
  assert.equal((await boss.post(pathOf(GAME.bare), fields)).status, 400);
  const stale = await upload(GAME.bare, { fields: { ...fields, version: 'old' }, files });
  assert.equal(stale.status, 409);
  assert.equal(countFiles(), before);
});

test('other forms do not accept files', async () => {
  const body = new FormData();
  body.append('title', 'x');
  const cookie = cookieOf(boss);
  const sent = await fetch(`${server.url}/operator/games/${GAME.bare}`, { method: 'POST', body, headers: { cookie } });
  assert.ok([400, 403, 415].includes(sent.status), String(sent.status));
});
