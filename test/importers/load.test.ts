import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OperatorError } from '../../src/errors.ts';
import { openBundle } from '../../src/importers/bundle.ts';
import { type LoadOptions, loadBundle } from '../../src/importers/load.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder, writeBundle, writeRawBundle } from '../support/bundle.ts';

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

test('a second load of the same bundle changes nothing', async () => {
  const store = await newStore();
  const folder = writeBundle({ platforms, games: [line('a'), line('b')] });
  const first = await load(store, folder);
  assert.deepEqual(first, { source: 'test', added: 2, changed: 0, unchanged: 0, removed: 0 });
  const again = await load(store, folder, 2000);
  assert.deepEqual(again, { source: 'test', added: 0, changed: 0, unchanged: 2, removed: 0 });
  assert.equal(await store.catalog.readRevision(), 1);
  await store.close();
});

test('the order in which a line names its fields changes nothing', async () => {
  const store = await newStore();
  const picture = { image: 'https://x.example/a.png', thumbnail_image: 'https://x.example/b.png', width: 1, height: 2 };
  const media = [{ key: 'test:a', platform: 'platform:nes', screenshots: [{ caption: 'A', ...picture }] }];
  const alternate_titles = [{ title: 'B', description: 'C' }];
  await load(store, writeBundle({ platforms, games: [line('a', { alternate_titles })], media }));
  const backwards = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(backwards);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([name, inner]) => [name, backwards(inner)]),
    );
  };
  const turned = {
    platforms,
    games: [backwards(line('a', { alternate_titles })) as object],
    media: media.map((one) => backwards(one) as object),
  };
  assert.equal((await load(store, writeBundle(turned), 2000)).unchanged, 1);
  await store.close();
});

test('only what changed gets a new time of modification, and ids stay', async () => {
  const store = await newStore();
  await load(store, writeBundle({ platforms, games: [line('a'), line('b')] }), 1000);
  await load(store, writeBundle({ platforms, games: [line('a'), line('b', { title: 'New name' }), line('aa')] }), 2000);
  const { ids, titles, modifiedAt } = (await store.catalog.readIndex()).games;
  assert.deepEqual(
    [ids, titles, modifiedAt],
    [
      [1, 2, 3],
      ['Game a', 'New name', 'Game aa'],
      [1000, 2000, 2000],
    ],
  );
  await store.close();
});

test('a complete bundle takes away what it no longer holds; the id comes back with the game', async () => {
  const store = await newStore();
  await load(store, writeBundle({ platforms, games: [line('a'), line('b')] }));
  const report = await load(store, writeBundle({ platforms, games: [line('b')] }));
  assert.equal(report.removed, 1);
  await load(store, writeBundle({ platforms, games: [line('a'), line('b'), line('c')] }));
  const { ids, titles } = (await store.catalog.readIndex()).games;
  assert.deepEqual(
    [ids, titles],
    [
      [1, 2, 3],
      ['Game a', 'Game b', 'Game c'],
    ],
  );
  await store.close();
});

test('a complete bundle that would take away more than 5 % of its source is refused', async () => {
  const store = await newStore();
  const many = Array.from({ length: 40 }, (_, i) => line(`a${100 + i}`));
  await load(store, writeBundle({ platforms, games: many }));
  const cut = writeBundle({ platforms, games: many.slice(0, 37) });
  await assert.rejects(
    load(store, cut, 2000, { allowShrink: false }),
    /remove 3 of the 40 games of test.*--allow-shrink/,
  );
  assert.equal((await store.catalog.readIndex()).games.ids.length, 40);
  const fewer = writeBundle({ platforms, games: many.slice(0, 38) });
  assert.equal((await load(store, fewer, 2000, { allowShrink: false })).removed, 2);
  await store.close();
});

test('a dry run tells all and changes nothing', async () => {
  const store = await newStore();
  await load(store, writeBundle({ platforms, games: [line('a'), line('b')] }));
  const told: string[] = [];
  const next = writeBundle({ platforms, games: [line('b', { title: 'Other' }), line('c')] });
  const report = await load(store, next, 2000, {
    dryRun: true,
    onChange: (change, title) => told.push(`${change} ${title}`),
  });
  assert.deepEqual(report, { source: 'test', added: 1, changed: 1, unchanged: 0, removed: 1 });
  assert.deepEqual(told, ['changed Other', 'added Game c', 'removed Game a']);
  assert.equal(await store.catalog.readRevision(), 1);
  assert.equal((await store.catalog.listImports(9)).length, 1);
  await store.close();
});

test('a bundle that is not complete takes nothing away', async () => {
  const store = await newStore();
  await load(store, writeBundle({ platforms, games: [line('a')] }));
  const report = await load(store, writeBundle({ platforms, games: [line('b')] }, { complete: false }));
  assert.deepEqual([report.added, report.removed], [1, 0]);
  await store.close();
});

test('a complete bundle of another source leaves this one alone', async () => {
  const store = await newStore();
  await load(store, writeBundle({ platforms, games: [line('a')] }));
  await load(store, writeBundle({ platforms, games: [{ ...line('a'), key: 'other:a' }] }, { source: 'other' }));
  assert.equal((await store.catalog.readIndex()).games.ids.length, 2);
  await store.close();
});

test('an entry that is renamed is renamed in every game that shows it, whatever its source', async () => {
  const store = await newStore();
  await load(store, writeBundle({ platforms, games: [line('a')] }), 1000);
  const renamed = [{ key: 'platform:nes', platform_name: 'Famicom' }];
  await load(store, writeBundle({ platforms: renamed, games: [] }, { source: 'other', complete: false }), 2000);
  const { revisions, modifiedAt } = (await store.catalog.readIndex()).games;
  const name = { gameId: 1, revision: revisions[0] ?? 0 };
  const text = await store.catalog.findRecord(name);
  assert.equal(JSON.parse(text ?? '').platforms[0].platform_name, 'Famicom');
  const [card] = await store.catalog.readCards([name]);
  assert.match(card ?? '', /Famicom/);
  // A name in a table is not a change of the game.
  assert.equal(modifiedAt[0], 1000);
  await store.close();
});

test('a separator of Unicode inside a text does not cut the line', async () => {
  const store = await newStore();
  const description = 'Before\u2028after\u2029end.';
  await load(store, writeBundle({ platforms, games: [line('a', { description })] }));
  const text = await store.catalog.findRecord({ gameId: 1, revision: 1 });
  assert.equal(JSON.parse(text ?? '').description, description);
  await store.close();
});

test('every import is written into the journal', async () => {
  const store = await newStore();
  await load(store, writeBundle({ platforms, games: [line('a')] }), 5000);
  const [entry] = await store.catalog.listImports(5);
  assert.deepEqual(entry, {
    importId: 1,
    source: 'test',
    version: '1',
    startedAt: 5000,
    finishedAt: 5000,
    added: 1,
    changed: 0,
    unchanged: 0,
    removed: 0,
  });
  await store.close();
});

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
  assert.match(message, /games\.jsonl:1: test:a points to genre:none, which is not in this bundle/);
  assert.match(message, /games\.jsonl:2: title must be string/);
  assert.match(message, /games\.jsonl:3: platforms must not have fewer than 1 items/);
  assert.match(message, /games\.jsonl:4: surprise is not known here/);
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

const BROKEN: [name: string, files: Record<string, string>, says: RegExp][] = [
  ['HTML in a text', oneGame({ description: 'A <b>bold</b> game' }), /description holds HTML/],
  ['an HTML entity in a title', oneGame({ title: 'Tom &amp; Jerry' }), /title holds HTML/],
  ['a control character', oneGame({ title: 'A\u0007B' }), /title holds a control character/],
  ['half of a character', oneGame({ title: 'A\ud800' }), /title holds half of a character/],
  ['white space around a title', oneGame({ title: ' A' }), /title begins or ends with white space/],
  ['a decomposed accent', oneGame({ title: 'Poke\u0301mon' }), /title is not in Unicode's composed form/],
  ['a date that is none', oneGame(release({ release_date: '13.9.1985' })), /release_date/],
  ['a month that is none', oneGame(release({ release_date: '1985-13' })), /release_date/],
  ['a day that is none', oneGame(release({ release_date: '1985-02-30' })), /1985-02-30, which is no date/],
  ['a company that is not there', oneGame(release({ companies: [{ company: 'company:x', role: 'r' }] })), /company:x/],
  ['an address that is none', oneGame({ official_url: 'javascript:alert(1)' }), /official_url/],
  ['an entity by name', oneGame({ title: 'Pok&eacute;mon' }), /title holds HTML/],
  ['an element of HTML', oneGame({ description: 'Look: <iframe src="x"></iframe>' }), /description holds HTML/],
  ['a key of the wrong kind', oneGame({ genres: ['platform:nes'] }), /genres\.0 must match pattern "\^genre:/],
  [
    'an entry under a key of another kind',
    { platforms: '{"key":"genre:nes","platform_name":"NES"}\n' },
    /key must match/,
  ],
  [
    'a patch on a day that is none',
    oneGame({ platforms: [{ platform: 'platform:nes', patches: [{ description: 'x', release_date: '2001-02-31' }] }] }),
    /2001-02-31, which is no date/,
  ],
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
    /media\.jsonl:1: test:a is no game/,
  ],
  [
    'pictures of a platform that the game is not on',
    { ...oneGame({}), media: '{"key":"test:a","platform":"platform:snes"}\n' },
    /has pictures of platform:snes, where it is not/,
  ],
];

for (const [name, files, says] of BROKEN) {
  test(`a bundle with ${name} is refused`, async () => assert.match(await problemsOf(files), says));
}

test('a text that is not UTF-8 is refused by line', async () => {
  const folder = temporaryFolder('bundle');
  const bytes = Buffer.concat([
    Buffer.from(nes),
    Buffer.from('{"key":"platform:x","platform_name":"'),
    Buffer.from([0xff]),
    Buffer.from('"}\n'),
  ]);
  writeFileSync(join(folder, 'platforms.jsonl'), bytes);
  const manifest = JSON.parse(readFileSync(join(writeBundle({ platforms }), 'manifest.json'), 'utf8'));
  manifest.files[0].sha256 = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const store = await newStore();
  await assert.rejects(load(store, folder), /platforms\.jsonl:2: not valid UTF-8/);
  await store.close();
});

test('angle brackets and ampersands that are no HTML are fine', async () => {
  const store = await newStore();
  const games = [line('a', { title: 'I <3 R&D <Not Found>', description: 'A & B; x < y > z.' })];
  assert.equal((await load(store, writeBundle({ platforms, games }))).added, 1);
  await store.close();
});

test('a score has one decimal, and is null without votes (decision 25)', async () => {
  const store = await newStore();
  const games = [line('a', { catalog_score: 7.77777, num_votes: 3 }), line('b', { catalog_score: 9 })];
  await load(store, writeBundle({ platforms, games }));
  const scores = await Promise.all(
    [1, 2].map(
      async (gameId) => JSON.parse((await store.catalog.findRecord({ gameId, revision: 1 })) ?? '').catalog_score,
    ),
  );
  assert.deepEqual(scores, [7.8, null]);
  await store.close();
});

test('an address in another script is encoded', async () => {
  const store = await newStore();
  await load(store, writeBundle({ platforms, games: [line('a', { official_url: 'https://例え.jp/ü' })] }));
  const record = JSON.parse((await store.catalog.findRecord({ gameId: 1, revision: 1 })) ?? '');
  assert.equal(record.official_url, 'https://xn--r8jz45g.jp/%C3%BC');
  await store.close();
});

test('a renamed genre stands where its new name belongs (decision 32)', async () => {
  const store = await newStore();
  const genre = (key: string, genre_name: string) => ({ key: `genre:${key}`, genre_name, genre_category: 'Mine' });
  const genres = [genre('a', 'Aaa'), genre('b', 'Bbb')];
  await load(store, writeBundle({ platforms, genres, games: [line('x', { genres: ['genre:a', 'genre:b'] })] }));
  await load(store, writeBundle({ genres: [genre('a', 'Zzz')] }, { source: 'other', complete: false }));
  const record = JSON.parse((await store.catalog.findRecord({ gameId: 1, revision: 2 })) ?? '');
  assert.deepEqual(
    record.genres.map((one: { genre_name: string }) => one.genre_name),
    ['Bbb', 'Zzz'],
  );
  await store.close();
});

test('a game that two sources bring stays until the last one drops it', async () => {
  const store = await newStore();
  await load(store, writeBundle({ platforms, games: [line('a')] }), 1000);
  await load(store, writeBundle({ platforms, games: [line('a')] }, { source: 'other' }), 2000);
  const dropped = await load(store, writeBundle({ platforms, games: [] }), 3000);
  assert.equal(dropped.removed, 0);
  assert.equal((await store.catalog.readIndex()).games.modifiedAt[0], 1000);
  const last = await load(store, writeBundle({ platforms, games: [] }, { source: 'other' }), 4000);
  assert.equal(last.removed, 1);
  await store.close();
});

test('a file that was changed after it was sealed is refused', async () => {
  const folder = writeBundle({ platforms });
  appendFileSync(join(folder, 'platforms.jsonl'), nes);
  await assert.rejects(openBundle(folder), /platforms\.jsonl is not the file that manifest\.json speaks of/);
});

test('a folder without a manifest, or with a broken one, is refused', async () => {
  await assert.rejects(openBundle('/no/such/folder'), /is no bundle: its manifest\.json cannot be read \(ENOENT\)/);
  const folder = writeBundle({ platforms });
  const path = join(folder, 'manifest.json');
  const manifest = readFileSync(path, 'utf8');
  writeFileSync(path, manifest.slice(0, 40));
  await assert.rejects(openBundle(folder), /manifest\.json is not valid JSON/);
  writeFileSync(path, manifest.replace('"version":1,"complete"', '"version":2,"complete"'));
  await assert.rejects(openBundle(folder), /manifest\.json: version/);
  writeFileSync(path, manifest.replace('platforms.jsonl', 'passwords.jsonl'));
  await assert.rejects(openBundle(folder), /passwords\.jsonl, which no bundle has/);
});
