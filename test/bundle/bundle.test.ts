import assert from 'node:assert/strict';
import { readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { findTextProblem } from '../../src/bundle/plain-text.ts';
import { OperatorError } from '../../src/errors.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import type { LoadOptions } from '../../src/merging/load/load-options.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder, writeBundle, writeRawBundle } from '../support/samples/bundle.ts';

const platforms = [{ key: 'platform:nes', platform_name: 'NES' }];
const line = (key: string, more: object = {}) => ({
  key: `test:${key}`,
  title: `Game ${key}`,
  platforms: [{ platform: 'platform:nes' }],
  ...more,
});

async function load(store: Store, folder: string, now = 1000, options: Partial<LoadOptions> = {}) {
  return loadBundle(store, await openBundle(folder), { clock: () => now, allowShrink: true, ...options });
}

async function newStore(): Promise<Store> {
  return openSqliteStore(temporaryFolder('store'));
}

async function problemsOf(files: Record<string, string>): Promise<string> {
  const store = await newStore();
  const error = await load(store, writeRawBundle(files)).then(
    () => assert.fail('it was loaded'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof OperatorError, String(error));
  assert.equal(await store.catalog.readRevision(), 0);
  await store.close();
  return error.message;
}

test('all problems are reported, each with file and line, and nothing is loaded', async () => {
  const message = await problemsOf({
    platforms: '{"key":"platform:nes","platform_name":"NES"}\nnot json\n',
    games: [
      JSON.stringify(line('a', { genres: ['genre:none'] })),
      JSON.stringify(line('b', { title: 7 })),
      JSON.stringify(line('c', { platforms: [] })),
      JSON.stringify(line('d', { surprise: true })),
      '',
    ].join('\n'),
  });
  assert.match(message, /has 5 problems; nothing was loaded/);
  assert.match(message, /platforms\.jsonl:2: not valid JSON/);
  assert.match(message, /games\.jsonl:1: test:a refers to genre:none, which is not in this bundle/);
  assert.match(message, /games\.jsonl:2: title must be string/);
  assert.match(message, /games\.jsonl:3: platforms must not have fewer than 1 items/);
  assert.match(message, /games\.jsonl:4: surprise is not a known property/);
});

test('all problems of a line are reported, each once', async () => {
  const message = await problemsOf({
    games: `${JSON.stringify({ ...line('a'), title: 7, surprise: 1, official_url: 'x', description: 'A <b>b</b>' })}\n`,
  });
  const [, ...told] = message.split('\n');
  assert.deepEqual(told, [
    'games.jsonl:1: surprise is not a known property',
    'games.jsonl:1: title must be string',
    'games.jsonl:1: official_url must be a URL (https://…)',
    'games.jsonl:1: description contains HTML; use plain text',
  ]);
});

test('the problems of one line are limited', async () => {
  const surprises = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`x${i}`, i]));
  const told = (await problemsOf({ games: `${JSON.stringify(line('a', surprises))}\n` })).split('\n');
  assert.equal(told.length, 1 + 5 + 1);
  assert.equal(told.at(-1), 'games.jsonl:1: and more in this line');
});

const nes = '{"key":"platform:nes","platform_name":"NES"}\n';
const oneGame = (more: object) => ({ platforms: nes, games: `${JSON.stringify(line('a', more))}\n` });
const release = (more: object) => ({
  platforms: [
    {
      platform: 'platform:nes',
      releases: [{ release_date: null, countries: [], companies: [], product_codes: [], ...more }],
    },
  ],
});

const picture = { image: 'https://x.example/a.png', thumbnail_image: '/media/a.png', width: 1, height: 1 };
const media = (more: object) => `${JSON.stringify({ key: 'test:a', platform: 'platform:nes', ...more })}\n`;

const BROKEN: [name: string, files: Record<string, string>, says: RegExp][] = [
  ['HTML in a text', oneGame({ description: 'A <b>bold</b> game' }), /description contains HTML/],
  ['a control character', oneGame({ title: 'A\u0007B' }), /title contains a control character/],
  ['half of a surrogate pair', oneGame({ title: 'A\ud800' }), /title contains half of a surrogate pair/],
  ['whitespace around a title', oneGame({ title: ' A' }), /title begins or ends with whitespace/],
  ['a decomposed accent', oneGame({ title: 'Poke\u0301mon' }), /title is not in Unicode normalization form NFC/],
  [
    'a date that is none',
    oneGame(release({ release_date: '13.9.1985' })),
    /games\.jsonl:1: platforms\.0\.releases\.0\.release_date must be YYYY, YYYY-MM or YYYY-MM-DD$/,
  ],
  ['a date that is not a text', oneGame(release({ release_date: 1985 })), /release_date must be string or null$/],
  [
    'a first date with a day',
    oneGame({ platforms: [{ platform: 'platform:nes', first_release_date: '1985-09-13' }] }),
    /first_release_date must be YYYY or YYYY-MM$/,
  ],
  ['missing fields', { games: '{"key":"test:a"}\n' }, /games\.jsonl:1: it must have title, platforms$/],
  [
    'a cover of nothing',
    { media: media({ cover_groups: [{ countries: [], covers: [{ scan_of: 'Sky', ...picture }] }] }) },
    /scan_of must be one of Front Cover, Back Cover, /,
  ],
  [
    'a picture from nowhere',
    { media: media({ screenshots: [{ ...picture, image: 'file:///a.png' }] }) },
    /screenshots\.0\.image must be a URL \(https:\/\/…\) or a path under \/media\/$/,
  ],
  ['an invalid day', oneGame(release({ release_date: '1985-02-30' })), /1985-02-30, which is not a valid date/],
  ['an unknown company', oneGame(release({ companies: [{ company: 'company:x', role: 'r' }] })), /company:x/],
  ['an invalid URL', oneGame({ official_url: 'javascript:alert(1)' }), /official_url must be a URL \(https:/],
  ['a key of the wrong kind', oneGame({ genres: ['platform:nes'] }), /genres\.0 must match \^genre:\\S$/],
  [
    'an entry under a key of another kind',
    { platforms: '{"key":"genre:nes","platform_name":"NES"}\n' },
    /key must match \^platform:\\S$/,
  ],
  [
    'a patch on a day that is none',
    oneGame({ platforms: [{ platform: 'platform:nes', patches: [{ description: 'x', release_date: '2001-02-31' }] }] }),
    /2001-02-31, which is not a valid date/,
  ],
  ['an invalid name of an id', oneGame({ ids: { 'not a name': 5 } }), /ids\.not a name is not a known property/],
  ['a score out of range', oneGame({ catalog_score: 11 }), /catalog_score/],
  ['a key twice', { platforms: nes + nes }, /platform:nes must come after platform:nes/],
  ['keys out of order', { platforms: `${nes}{"key":"platform:a","platform_name":"A"}\n` }, /must come after/],
  ['an empty line', { platforms: `${nes}\n` }, /platforms\.jsonl:2: not valid JSON/],
  [
    'a platform twice in a game',
    oneGame({ platforms: [{ platform: 'platform:nes' }, { platform: 'platform:nes' }] }),
    /platform:nes twice/,
  ],
  [
    'pictures of no game',
    { platforms: nes, media: '{"key":"test:a","platform":"platform:nes"}\n' },
    /media\.jsonl:1: test:a is not a game/,
  ],
  [
    'pictures of a platform that the game is not on',
    { ...oneGame({}), media: '{"key":"test:a","platform":"platform:snes"}\n' },
    /has pictures for platform:snes, which is not one of its platforms/,
  ],
];

for (const [name, files, says] of BROKEN) {
  test(`a bundle with ${name} is refused`, async () => assert.match(await problemsOf(files), says));
}

const MEASURES: [name: string, value: number | string, says: RegExp][] = [
  ['records', 2, /platforms\.jsonl does not match manifest\.json: it has 1 line, not 2$/],
  ['bytes', 44, /it has 45 bytes, not 44$/],
  ['sha256', '0'.repeat(64), /its SHA-256 is different$/],
];

for (const [name, value, says] of MEASURES) {
  test(`a manifest with wrong ${name} is refused`, async () => {
    const folder = writeBundle({ platforms });
    const path = join(folder, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    manifest.files[0][name] = value;
    writeFileSync(path, JSON.stringify(manifest));
    await assert.rejects(openBundle(folder), { name: 'OperatorError', message: says });
  });
}

test('the last line may lack a line feed', async () => {
  const folder = writeRawBundle({ platforms: nes.trimEnd() });
  const path = join(folder, 'manifest.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"records":0', '"records":1'));
  assert.equal((await openBundle(folder)).manifest.files[0]?.records, 1);
});

test('a folder without a manifest, or with a broken one, is refused', async () => {
  await assert.rejects(openBundle('/no/such/folder'), /There is no file or folder \/no\/such\/folder$/);
  await assert.rejects(openBundle(temporaryFolder('empty')), /is not a bundle: it has no manifest\.json$/);
  const folder = writeBundle({ platforms });
  const path = join(folder, 'manifest.json');
  const manifest = readFileSync(path, 'utf8');
  writeFileSync(path, manifest.slice(0, 40));
  await assert.rejects(openBundle(folder), /manifest\.json is not valid JSON/);
  writeFileSync(path, manifest.replace('"version":1,"complete"', '"version":2,"complete"'));
  await assert.rejects(openBundle(folder), /manifest\.json: version/);
  writeFileSync(path, manifest.replace('platforms.jsonl', 'passwords.jsonl'));
  await assert.rejects(openBundle(folder), /passwords\.jsonl, which is not a file of a bundle/);
});

for (const name of ['manifest.json', 'platforms.jsonl']) {
  test(`a link from ${name} to a file outside of the folder is refused, and to one inside is followed`, async () => {
    const [folder, outside] = [writeBundle({ platforms }), temporaryFolder('outside')];
    renameSync(join(folder, name), join(folder, 'other'));
    symlinkSync('other', join(folder, name));
    assert.equal((await openBundle(folder)).manifest.files.length, 1);
    renameSync(join(folder, 'other'), join(outside, 'other'));
    symlinkSync(join(outside, 'other'), join(folder, 'other'));
    await assert.rejects(openBundle(folder), {
      name: 'OperatorError',
      message: new RegExp(`: ${name} is outside of the folder$`),
    });
  });
}

for (const text of [
  '<img/src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<marquee>x</marquee>',
  '<textarea>',
  '<!-- x -->',
  '&#60script&#62',
  '&#x3Cscript&#x3e',
  '&lt;script&gt;',
])
  test(`${text} is HTML`, () => assert.ok(findTextProblem({ text })));

test('angle brackets and ampersands alone are no HTML', () => {
  assert.equal(findTextProblem(['I <3 R&D <Not Found>', 'A & B; x < y > z.']), undefined);
});
