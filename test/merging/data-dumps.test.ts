import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { openBundle } from '../../src/bundle/bundle.ts';
import { measureFile } from '../../src/bundle/check-files.ts';
import { unpackBundle } from '../../src/bundle/unpack.ts';
import { type Config, dumpsFolder } from '../../src/config.ts';
import { type DataDump, listDumps } from '../../src/merging/export/data-dumps.ts';
import { claimDump, isDumpDue, isDumpRunning, readDumpState } from '../../src/merging/export/dump-claim.ts';
import { makeDump } from '../../src/merging/export/make-dump.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { readBlock } from '../docs/blocks.ts';
import { lastFirst } from '../support/at-end.ts';
import { temporaryFolder, writeBundle } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { correct, gameOf, idOf, load, newStore, release } from '../support/samples/layers.ts';
import { ROOT } from '../support/servers/checkout.ts';
import { newPlace } from '../support/servers/engines.ts';

const URL = 'https://games.example.org';

async function newCatalog(): Promise<{ store: Store; config: Config }> {
  const config = await newPlace(undefined, { 'public-url': URL });
  const store = await openStore(config);
  lastFirst(() => store.close());
  return { store, config };
}

async function dumpOf(store: Store, config: Config, period?: 'daily') {
  const dump = await makeDump(store, { config, period, onProgress: () => {} });
  const path = (name: string) => join(dumpsFolder(config), dump.name, name);
  const unpack = (name: string) => zstdDecompressSync(readFileSync(path(name))).toString();
  const query = (sql: string) => {
    const database = new DatabaseSync(path('catalog.sqlite'), { readOnly: true });
    try {
      return database.prepare(sql).all() as Record<string, unknown>[];
    } finally {
      database.close();
    }
  };
  return { dump, path, unpack, query };
}

async function copyOf(dump: Awaited<ReturnType<typeof dumpOf>>): Promise<Store> {
  const copy = await newStore();
  const bundle = await unpackBundle(dump.path('bundle.tar.zst'), temporaryFolder('unpacked'));
  await loadBundle(copy, await openBundle(bundle), { clock: () => 99_000 });
  return copy;
}

const filesOf = ({ files }: DataDump) => files.map(({ name }) => name).toSorted();

test('a dump says what it is, and its bundle gives an empty catalog the same games with links to pictures', async () => {
  const { store, config } = await newCatalog();
  const pictureStore = openPictureStore(join(config.data, 'media'), { withThumbnails: false });
  await loadBundle(store, await openBundle(writeBundle(CATALOG)), { clock: () => 500, pictureStore });
  await load(store, 'mame', [{ key: 'a' }, { key: 'b' }]);
  await correct(store, { merge: ['mame:a', 'mame:b'] });
  const made = await dumpOf(store, config);
  const { lineage, revision, games, changes } = await store.catalog.readIndex();
  const { dump } = made;
  assert.deepEqual(
    [dump.lineage, dump.revision, dump.url, dump.changes.sequence, dump.counts.games, dump.left_out],
    [lineage, revision, URL, changes.sequences.at(-1), games.ids.length, []],
  );
  assert.deepEqual(JSON.parse(readFileSync(made.path('manifest.json'), 'utf8')), dump);
  assert.deepEqual(readdirSync(made.path('.')).toSorted(), [...filesOf(dump), 'manifest.json'].toSorted());
  for (const { name, bytes, sha256, licences } of dump.files) {
    const measured = await measureFile(made.path(name));
    assert.deepEqual({ bytes: measured.bytes, sha256: measured.sha256 }, { bytes, sha256 }, name);
    assert.deepEqual(licences, ['CC0-1.0']);
  }
  const copy = await copyOf(made);
  const copied = await copy.catalog.readIndex();
  assert.deepEqual([copied.games.ids, copied.games.titles], [games.ids, games.titles]);
  assert.deepEqual(
    [copied.games.modifiedAt, copied.aliases],
    [games.modifiedAt, (await store.catalog.readIndex()).aliases],
  );
  const record = async (one: Store) => JSON.stringify(await gameOf(one, 'test:a'));
  const [own, theirs] = [await record(store), await record(copy)];
  assert.ok(own.includes('"/media/'));
  assert.deepEqual(JSON.parse(theirs), JSON.parse(own.replaceAll('"/media/', `"${URL}/media/`)));
});

const RPG = [{ key: 'genre:rpg', genre_name: 'Role-playing (RPG)', genre_category: 'Basic Genres' }];
const SNES = [
  { key: 'platform:snes', platform_name: 'SNES' },
  { key: 'platform:nes', platform_name: 'NES' },
];
const DUMPED = { name: 'Quest\t1.sfc', size: 4, crc: '0000000a', sha1: 'ea343f4e445a9050d4b4fbac2c77d0693b1d0922' };

function role(key: string, platform: string, date: string | null, more: object = {}) {
  const releases = [{ ...release(date, 'Japan', 'acme'), ...more }];
  return {
    key: `own:${key}`,
    title: key,
    genres: ['genre:rpg'],
    platforms: [{ platform: `platform:${platform}`, releases }],
  };
}

test('the queries of docs/dumps.md answer with the tables that it describes', async () => {
  const { store, config } = await newCatalog();
  const companies = [{ key: 'company:acme', company_name: 'Acme' }];
  const games = [
    role('Quest', 'snes', '1991-07', { dumps: [{ ...DUMPED, name: 'Quest.sfc' }] }),
    role('Saga', 'snes', '1994-04-02'),
    role('Tale', 'snes', '1994'),
    role('Myth', 'nes', '1994'),
    role('Lost', 'snes', null),
  ];
  const bundle = await openBundle(writeBundle({ platforms: SNES, genres: RPG, companies, games }, { source: 'own' }));
  await loadBundle(store, bundle, { clock: () => 1 });
  const { query, unpack, dump } = await dumpOf(store, config);
  const perYear = query(readBlock('docs/dumps.md', 'sql', 'GROUP BY year'));
  assert.deepEqual(
    perYear.map(({ year, games: count }) => [year, count]),
    [
      [null, 1],
      [1991, 1],
      [1994, 2],
    ],
  );
  assert.deepEqual(
    { ...query(readBlock('docs/dumps.md', 'sql', 'sha1 ='))[0] },
    {
      title: 'Quest',
      platform_name: 'SNES',
      name: 'Quest.sfc',
    },
  );
  assert.deepEqual(query('SELECT role, countries FROM releases JOIN release_companies USING (release_id)').length, 5);
  const id = await idOf(store, 'own:Quest');
  const [header, line, end] = unpack('hashes.tsv.zst').split('\n');
  assert.equal(header, 'game_id\tplatform_id\tsize\tcrc\tmd5\tsha1\tname');
  assert.match(line ?? '', new RegExp(`^${id}\\t\\d+\\t4\\t0000000a\\t\\t${DUMPED.sha1}\\tQuest\\.sfc$`));
  assert.equal(end, '');

  const tables = query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  const page = readFileSync(join(ROOT, 'docs/dumps.md'), 'utf8').split('## Tables')[1]?.split('\n## ')[0] ?? '';
  const documented = Array.from(page.matchAll(/^\| `(\w+)` \| (.+) \|$/gm), ([, name = '', columns = '']) => [
    name,
    Array.from(
      columns
        .replaceAll(/\([^)]*\)/g, '')
        .split(':')[0]
        ?.matchAll(/`(\w+)`/g) ?? [],
      ([, column]) => column,
    ),
  ]);
  const real = tables.map(({ name }) => [
    name,
    query(`SELECT name FROM pragma_table_info('${name}')`).map((one) => one.name),
  ]);
  assert.deepEqual(documented, real);
  assert.deepEqual(
    Object.keys(dump.counts),
    tables.map(({ name }) => name),
  );
});

test('sources without a stated licence are left out of every file, and corrections tell no history', async () => {
  const { store, config } = await newCatalog();
  await load(store, 'mame', [{ key: 'hop', title: 'Hop' }]);
  const nes = { platform: 'platform:nes' };
  const secret = [
    { key: 'launchbox:hop', title: 'Hop', description: 'Secret text.', enriches: true, platforms: [nes] },
    { key: 'launchbox:own', title: 'Secret game', platforms: [nes] },
  ];
  const folder = writeBundle(
    { platforms: SNES, games: secret },
    { source: 'launchbox', licence: 'LicenseRef-not-stated' },
  );
  await loadBundle(store, await openBundle(folder), { clock: () => 1 });
  const made = { at: 5, by: 7, why: 'Secret reason', before: { description: 'Secret text.' } };
  const [hop, own] = [await idOf(store, 'mame:hop'), await idOf(store, 'launchbox:own')];
  await correct(
    store,
    { game: hop, title: 'Hop!', made },
    { game: own, title: 'Secret too', made, reverted: { at: 6 } },
  );
  assert.equal((await gameOf(store, 'mame:hop')).description, 'Secret text.');
  const result = await dumpOf(store, config);
  assert.deepEqual(result.dump.left_out, ['launchbox']);
  assert.deepEqual(
    result.dump.sources.map(({ id }) => id),
    ['corrections', 'mame'],
  );
  for (const { name } of result.dump.files) {
    const text = name.endsWith('.zst') ? result.unpack(name) : readFileSync(result.path(name), 'latin1');
    assert.doesNotMatch(text, /secret|launchbox/i, name);
  }
  const [game, ...others] = result.unpack('games.jsonl.zst').trim().split('\n');
  assert.deepEqual(others, []);
  assert.deepEqual([JSON.parse(game ?? '').game_id, JSON.parse(game ?? '').title], [hop, 'Hop!']);
  const copy = await copyOf(result);
  assert.equal((await gameOf(copy, 'mame:hop')).title, 'Hop!');
  assert.equal(await idOf(copy, 'mame:hop'), hop);
});

test('a catalog of which nothing may be published has no dump, and one sentence says so', async () => {
  const { store, config } = await newCatalog();
  const folder = writeBundle(
    { platforms: SNES, games: [{ key: 'launchbox:a', title: 'A', platforms: [{ platform: 'platform:nes' }] }] },
    { source: 'launchbox', licence: 'LicenseRef-not-stated' },
  );
  await loadBundle(store, await openBundle(folder), { clock: () => 1 });
  await assert.rejects(
    dumpOf(store, config),
    /No source has a licence to publish it; there are LicenseRef-not-stated$/,
  );
  assert.deepEqual(readdirSync(dumpsFolder(config)), []);
  const state = await readDumpState(store.status);
  assert.match(state?.problem ?? '', /No source has a licence/);
});

test('two at once make one dump, also when both are due; the last three are kept', async () => {
  const { store, config } = await newCatalog();
  await load(store, 'mame', [{ key: 'a' }]);
  const other = await openStore(config);
  lastFirst(() => other.close());
  const both = await Promise.allSettled([dumpOf(store, config, 'daily'), dumpOf(other, config, 'daily')]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  await assert.rejects(dumpOf(other, config, 'daily'), /Another data dump is being made/);
  const [first] = await listDumps(config);
  mkdirSync(join(dumpsFolder(config), 'ludex-temporary-dump-of-another'));
  const names = [];
  for (let i = 0; i < 3; i++) names.push((await dumpOf(store, config)).dump.name);
  const found = await listDumps(config);
  assert.deepEqual(
    found.map(({ name }) => name),
    names.toReversed(),
  );
  assert.ok(!names.includes(first?.name ?? ''));
});

test('a claim is lost with its process, and not while it runs', async () => {
  const { store } = await newCatalog();
  const [HOUR, DAY] = [3_600_000, 86_400_000];
  let now = 1_000_000;
  const claim = () => claimDump(store.status, () => now);
  const one = await claim();
  const state = async () => (await readDumpState(store.status))!;
  await assert.rejects(claim(), { name: 'OperatorError', message: /Another data dump is being made; wait/ });
  const owner = (await state()).owner.replace(/-\d+-claim$/, '-999999999-claim');
  assert.ok(isDumpRunning(await state(), now + 1000));
  assert.ok(!isDumpRunning({ ...(await state()), owner }, now), 'its process has ended');
  now += 11 * 60_000;
  const other = await claim();
  await assert.rejects(one.confirm(), /Another data dump is being made/);
  await one.end();
  assert.equal((await state()).endedAt, undefined, 'it is that of the other one');
  await other.confirm();
  await other.end('The disk is full');
  const failed = await state();
  assert.equal(failed.problem, 'The disk is full');
  assert.deepEqual([isDumpDue(failed, 'daily', now + HOUR - 1), isDumpDue(failed, 'daily', now + HOUR)], [false, true]);
  const third = await claim();
  await third.end();
  const ended = await state();
  assert.deepEqual(
    [undefined, ended].map((last) => [isDumpDue(last, 'off', now + 8 * DAY), isDumpDue(last, 'daily', now + DAY)]),
    [
      [false, true],
      [false, true],
    ],
  );
  assert.deepEqual([isDumpDue(ended, 'daily', now + DAY - 1), isDumpDue(ended, 'weekly', now + DAY)], [false, false]);
  assert.ok(isDumpDue(ended, 'weekly', now + 7 * DAY));
});
