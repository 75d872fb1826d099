import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { RecordPlatform } from '../../../src/catalog/model/record.ts';
import { readConfig } from '../../../src/config.ts';
import { openStore } from '../../../src/store/open.ts';
import { temporaryFolder, writeBundle } from '../../support/bundle.ts';
import { runHere } from '../../support/command.ts';
import { gameOf, idOf } from '../../support/layers.ts';
import { png, writeFiles } from '../../support/pictures.ts';

const NES = { platform: 'platform:nes' };
const GAMES = [
  { key: 'mine:dash/one', title: 'The Legend of Dash', platforms: [NES, { platform: 'platform:new-box' }] },
  { key: 'mine:numbers', title: '1942', platforms: [NES] },
  {
    key: 'mine:other',
    title: 'Other',
    alternate_titles: [{ title: 'Autre', description: 'French' }],
    platforms: [NES],
  },
  { key: 'mine:twin-a', title: 'Twins', platforms: [NES] },
  { key: 'mine:twin-b', title: 'Twins', platforms: [NES] },
];

let colours = 0;
const picture = (width = 300) => png({ width, height: 200, colour: `#0000${(16 + colours++).toString(16)}` });

const listRefused = (stderr: string) =>
  stderr
    .split('\n')
    .filter((line) => line.includes(' was skipped: '))
    .toSorted();

async function openCatalog() {
  const data = temporaryFolder('data');
  const bundle = writeBundle(
    {
      platforms: [
        { key: 'platform:nes', platform_name: 'NES' },
        { key: 'platform:new-box', platform_name: 'New Box' },
      ],
      games: GAMES,
    },
    { source: 'mine' },
  );
  const ludex = (...args: string[]) => runHere(args, { LUDEX_DATA: data });
  assert.equal((await ludex('import', bundle)).code, 0);
  const inStore = async <T>(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>) => {
    const store = await openStore(readConfig({ data }, {}));
    return work(store).finally(() => store.close());
  };
  const platformOf = (key: string, at = 0) =>
    inStore(async (store) => (await gameOf(store, key)).platforms[at] as RecordPlatform);
  return { data, ludex, platformOf, idOf: (key: string) => inStore((store) => idOf(store, key)) };
}

test('a tree of pictures finds its games by title, key and id, and says what each picture is', async () => {
  const { data, ludex, platformOf, idOf: find } = await openCatalog();
  const tree = writeFiles(temporaryFolder('pictures'), {
    'nes/Legend of Dash, The/front (Japan).png': await picture(),
    'nes/Legend of Dash, The/back (Japan).png': await picture(),
    'nes/Legend of Dash, The/front (Europe).png': await picture(),
    'nes/Legend of Dash, The/10 - The end.png': await picture(),
    'nes/Legend of Dash, The/2 - The beginning.png': await picture(),
    'nes/Legend of Dash, The/.DS_Store': 'litter',
    'New Box/mine:dash%2Fone/shots/01.png': await picture(),
    'NES/1942/cover.png': await picture(),
    [`platform:nes/${await find('mine:other')}/disc.png`]: await picture(),
  });
  const { code, stdout, stderr } = await ludex('import', 'media', tree);
  assert.deepEqual([code, listRefused(stderr)], [0, []]);
  assert.match(stdout, /^games +3$/m);
  assert.match(stdout, /^screenshots +3$/m);
  assert.match(stdout, /^covers +5$/m);
  assert.match(stdout, /^skipped +0$/m);
  const nes = await platformOf('mine:dash/one');
  assert.deepEqual(
    nes.screenshots.map(({ caption }) => caption),
    ['The beginning', 'The end'],
  );
  assert.deepEqual(
    nes.cover_groups.map(({ countries, covers }) => [countries, covers.map(({ scan_of }) => scan_of)]),
    [
      [['Japan'], ['Front Cover', 'Back Cover']],
      [['Europe'], ['Front Cover']],
    ],
  );
  for (const { image, thumbnail_image, width } of nes.screenshots) {
    assert.ok(existsSync(join(data, image)) && existsSync(join(data, thumbnail_image)));
    assert.equal(width, 300);
  }
  assert.equal((await platformOf('mine:dash/one', 1)).screenshots.length, 1);
  assert.equal((await platformOf('mine:numbers')).cover_groups[0]?.covers[0]?.scan_of, 'Front Cover');
  assert.equal((await platformOf('mine:other')).cover_groups[0]?.covers[0]?.scan_of, 'Media');
});

test('a table beside the pictures says it better', async () => {
  const { ludex, platformOf } = await openCatalog();
  const tree = writeFiles(temporaryFolder('pictures'), {
    'nes/Other/a.png': await picture(),
    'nes/Other/b.png': await picture(),
    'nes/Other/c.png': await picture(),
    'nes/Other/pictures.tsv': [
      'file\tscan_of\tcountries\tcaption\tcomments\tgroup',
      'a.png\tManual\tBrazil, Portugal\t\tPage 1\tSecond print',
      'b.png\t\t\tThe boss',
      'c.png\tSky',
    ].join('\r\n'),
  });
  const { code, stderr } = await ludex('import', 'media', tree, '--licence', 'CC-BY-4.0');
  assert.equal(code, 0);
  assert.match(stderr, /^nes\/Other\/pictures\.tsv was skipped: line 4: "Sky" is nothing that can be scanned/m);
  const nes = await platformOf('mine:other');
  assert.deepEqual(
    nes.screenshots.map(({ caption }) => caption),
    ['The boss', 'C'],
  );
  const [group] = nes.cover_groups;
  assert.deepEqual([group?.countries, group?.comments], [['Brazil', 'Portugal'], 'Second print']);
  assert.deepEqual([group?.covers[0]?.scan_of, group?.covers[0]?.comments], ['Manual', 'Page 1']);
  assert.match((await ludex('source', 'list')).stdout, /^pictures .*CC-BY-4\.0/m);
});

test('whatever cannot be used is one line each, and the rest goes on', async () => {
  const { ludex, platformOf } = await openCatalog();
  const tree = writeFiles(temporaryFolder('pictures'), {
    'loose.png': await picture(),
    'nes/loose.png': await picture(),
    'Atari 9000/Other/front.png': await picture(),
    'nes/Nonsense/front.png': await picture(),
    'nes/Twins/front.png': await picture(),
    'nes/999999/front.png': await picture(),
    'New Box/Other/front.png': await picture(),
    'nes/Autre/front.png': await picture(),
    'nes/Autre/empty.png': '',
    'nes/Autre/evil.png': '<svg onload="alert(1)"/>',
    'nes/Autre/readme.txt': 'Hello',
    'nes/Autre/cut.png': (await picture()).subarray(0, 80),
  });
  symlinkSync('/etc', join(tree, 'nes/Autre/etc'));
  symlinkSync('/etc/hostname', join(tree, 'nes/Autre/host.png'));
  symlinkSync('front.png', join(tree, 'nes/Autre/again.png'));
  symlinkSync('/', join(tree, 'root'));
  const { code, stderr, stdout } = await ludex('import', 'media', tree);
  assert.equal(code, 0);
  assert.deepEqual(listRefused(stderr), [
    'Atari 9000 was skipped: it is no platform of the catalog: name it by its key, its id or its name',
    'New Box/Other was skipped: no game of this key, id or title is on New Box',
    'loose.png was skipped: it lies in no folder of a platform',
    'nes/999999 was skipped: no game of this key, id or title is on NES',
    'nes/Autre/again.png was skipped: it is a link to nes/Autre/front.png, which is there itself',
    'nes/Autre/cut.png was skipped: the file is truncated or damaged; copy it again',
    'nes/Autre/empty.png was skipped: the file is empty',
    'nes/Autre/etc was skipped: it is a link that leads out of the folder',
    'nes/Autre/evil.png was skipped: SVG is not supported, because it can contain scripts; use PNG, JPEG, WebP, AVIF or GIF',
    'nes/Autre/host.png was skipped: it is a link that leads out of the folder',
    'nes/Autre/readme.txt was skipped: not a supported picture type; use PNG, JPEG, WebP, AVIF or GIF',
    'nes/Nonsense was skipped: no game of this key, id or title is on NES',
    'nes/Twins was skipped: it may be any of the games 4, 5: name it by a key or its id',
    'nes/loose.png was skipped: it lies in no folder of a game',
    'root was skipped: it is a link that leads out of the folder',
  ]);
  assert.match(stdout, /^skipped +15$/m);
  assert.equal((await platformOf('mine:other')).cover_groups.length, 1);
});

test('folders that cannot be read, and tables that are none, are one line each as well', async () => {
  const { ludex, platformOf } = await openCatalog();
  const secret = writeFiles(temporaryFolder('secret'), { table: 'file\tscan_of\nfront.png\tthe secret' });
  const tree = writeFiles(temporaryFolder('pictures'), {
    'nes/Other/front.png': await picture(),
    'nes/Other/new\nline\u001b[31m \u202etxt.png': 'no picture',
    'nes/1942/front.png': await picture(),
  });
  const foreign = Buffer.concat([Buffer.from(`${tree}/nes/Other/`), Buffer.from([0xff])]);
  mkdirSync(foreign);
  symlinkSync(join(secret, 'table'), join(tree, 'nes/Other/pictures.tsv'));
  // Nobody ever writes into it: who reads it waits for good.
  assert.equal(spawnSync('bash', ['-c', `mkfifo "${tree}/nes/1942/pictures.tsv"`]).status, 0);
  const { code, stderr } = await ludex('import', 'media', tree);
  assert.equal(code, 0, stderr);
  assert.deepEqual(listRefused(stderr), [
    'nes/1942/pictures.tsv was skipped: it is no file',
    'nes/Other/new\ufffdline\ufffd[31m \ufffdtxt.png was skipped: not a supported picture type; use PNG, JPEG, WebP, AVIF or GIF',
    'nes/Other/pictures.tsv was skipped: it is a link that leads out of the folder',
    'nes/Other/\ufffd was skipped: it cannot be read (ENOENT)',
  ]);
  for (const key of ['mine:other', 'mine:numbers']) assert.equal((await platformOf(key)).cover_groups.length, 1, key);
});

test('a media.jsonl that is no file, or lies elsewhere, is a sentence', async () => {
  const { ludex } = await openCatalog();
  const tree = temporaryFolder('pictures');
  mkdirSync(join(tree, 'media.jsonl'));
  assert.equal((await ludex('import', 'media', tree)).stderr, `ludex: ${tree}: media.jsonl is not a file\n`);
  const other = temporaryFolder('pictures');
  symlinkSync('/etc/hostname', join(other, 'media.jsonl'));
  assert.match((await ludex('import', 'media', other)).stderr, /^ludex: .* media\.jsonl is outside of the folder$/m);
});

test('a second import adds; --replace does what it says; undo takes it back', async () => {
  const { ludex, platformOf } = await openCatalog();
  const [first, second] = [await picture(), await picture()];
  const one = writeFiles(temporaryFolder('pictures'), { 'nes/Other/first.png': first });
  const two = writeFiles(temporaryFolder('pictures'), {
    'nes/Other/second.png': second,
    'nes/Other/premier.png': first,
  });
  const captions = async () => (await platformOf('mine:other')).screenshots.map(({ caption }) => caption);
  const add = (...args: string[]) => ludex('import', 'media', ...args);
  assert.equal((await add(one)).code, 0);
  assert.match((await add(one)).stdout, /1 unchanged/);
  await add(two);
  assert.deepEqual(await captions(), ['Premier', 'Second'], 'a picture that was there has the new words');
  await add(one);
  assert.deepEqual(await captions(), ['Second', 'First']);
  await add(one, '--replace');
  assert.deepEqual(await captions(), ['First']);
  assert.equal((await ludex('import', '--undo')).code, 0);
  assert.deepEqual(await captions(), ['Second', 'First']);
  assert.equal((await ludex('source', 'remove', 'pictures')).code, 0);
  assert.deepEqual(await captions(), []);
});

test('pictures under another licence do not make those free that were there before', async () => {
  const { ludex } = await openCatalog();
  const tree = async () => writeFiles(temporaryFolder('pictures'), { 'nes/Other/front.png': await picture() });
  const [mine, free] = [await tree(), await tree()];
  const out = join(temporaryFolder('export'), 'free');
  const importFree = () => ludex('import', 'media', free, '--licence', 'CC-BY-4.0');
  assert.equal((await ludex('import', 'media', mine)).code, 0);
  for (let times = 0; times < 2; times++) assert.equal((await importFree()).code, 0);
  assert.match((await ludex('source', 'list')).stdout, /CC-BY-4\.0 AND LicenseRef-not-stated /);
  const { stderr } = await ludex('export', out, '--licences', 'CC-BY-4.0');
  assert.match(stderr, /No source has one of these licences/);
  assert.equal((await ludex('source', 'remove', 'pictures')).code, 0);
  assert.equal((await importFree()).code, 0);
  assert.equal((await ludex('export', out, '--licences', 'CC-BY-4.0')).code, 0);
});

test('a dry run says what would come and keeps nothing', async () => {
  const { data, ludex } = await openCatalog();
  const tree = writeFiles(temporaryFolder('pictures'), { 'nes/Other/a.png': await picture(), 'nes/Other/b.png': 'no' });
  const { code, stdout, stderr } = await ludex('import', 'media', tree, '--dry-run');
  assert.equal(code, 0);
  assert.match(stdout, /changed, for example: Other/);
  assert.match(stderr, /^nes\/Other\/b\.png was skipped/m);
  assert.ok(!existsSync(join(data, 'media')));
});

test('pictures become a bundle with their files, which brings them into the same catalog elsewhere', async () => {
  const [here, there] = [await openCatalog(), await openCatalog()];
  const tree = writeFiles(temporaryFolder('pictures'), { 'nes/Other/front.png': await picture() });
  const target = join(temporaryFolder('bundle'), 'pictures');
  assert.equal((await here.ludex('import', 'media', tree, '--bundle', target)).code, 0);
  assert.ok(!existsSync(join(here.data, 'media')));
  assert.deepEqual(readdirSync(target).toSorted(), [
    'games.jsonl',
    'manifest.json',
    'media',
    'media.jsonl',
    'platforms.jsonl',
  ]);
  assert.match(readFileSync(join(target, 'media.jsonl'), 'utf8'), /"file":"media\/[0-9a-f]{64}\.png","scan_of":/);
  assert.equal((await there.ludex('import', target)).code, 0);
  await here.ludex('import', 'media', tree);
  assert.deepEqual(await there.platformOf('mine:other'), await here.platformOf('mine:other'));
});

test('a folder with a media.jsonl names games by any key', async () => {
  const { ludex, platformOf } = await openCatalog();
  const link = { image: 'https://x.example/a.png', thumbnail_image: 'https://x.example/b.png', width: 3, height: 4 };
  const lines = [
    { key: 'mine:dash/one', platform: 'platform:new-box', screenshots: [{ file: 'media/a.png', caption: 'A' }, link] },
    { key: 'mine:nobody', platform: 'platform:nes', screenshots: [link] },
    {
      key: 'mine:other',
      platform: 'platform:nes',
      screenshots: [{ file: 'media/none.png' }],
      cover_groups: [{ countries: ['Japan'], comments: 'Late', covers: [{ scan_of: 'Map', file: 'media/m.png' }] }],
    },
    { key: 'mine:other', platform: 'platform:new-box', screenshots: [link] },
  ];
  const folder = writeFiles(temporaryFolder('pictures'), {
    'media.jsonl': lines
      .toSorted((a, b) => (a.key + a.platform < b.key + b.platform ? -1 : 1))
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
    'media/a.png': await picture(),
    'media/m.png': await picture(),
  });
  const { code, stderr } = await ludex('import', 'media', folder);
  assert.equal(code, 0);
  assert.deepEqual(listRefused(stderr), [
    'media.jsonl:2 was skipped: there is no game mine:nobody',
    'media.jsonl:4 was skipped: the catalog does not have Other on platform:new-box',
    'media/none.png was skipped: it is missing or cannot be read',
  ]);
  const box = await platformOf('mine:dash/one', 1);
  assert.deepEqual(
    box.screenshots.map(({ caption, width }) => [caption, width]),
    [
      ['A', 300],
      [null, 3],
    ],
  );
  const [group] = (await platformOf('mine:other')).cover_groups;
  assert.deepEqual([group?.comments, group?.covers[0]?.scan_of], ['Late', 'Map']);
});

test('what is no folder, and a catalog that is not there, are a sentence', async () => {
  const { ludex } = await openCatalog();
  assert.match((await ludex('import', 'media', '/no/such')).stderr, /^ludex: \/no\/such is no folder; name one with/);
  const none = join(temporaryFolder('none'), 'data');
  const result = await runHere(['import', 'media', temporaryFolder('pictures')], { LUDEX_DATA: none });
  assert.match(result.stderr, /^ludex: There is no data folder/);
});

test('a full disk stops the import with a sentence; the catalog is as before and nothing is half-written', async () => {
  const { data, ludex, platformOf } = await openCatalog();
  const tree = writeFiles(temporaryFolder('pictures'), {
    'nes/Other/1.png': await picture(),
    'nes/Other/2.png': await png({ width: 1800, height: 1800, noisy: true }),
  });
  // No file may grow beyond 4 MB: the picture does not fit, the database does.
  const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
  const command = `ulimit -f 4096; exec "${process.execPath}" "${main}" import media "${tree}" --data "${data}"`;
  const { status, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /^ludex: Cannot write a picture: the disk is full \(EFBIG\)\. Free some space and try again/m);
  assert.deepEqual((await platformOf('mine:other')).screenshots, []);
  const files = readdirSync(join(data, 'media'), { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    files.filter((name) => /partial|import$/.test(name)),
    [],
  );
  assert.equal((await ludex('import', 'media', tree)).code, 0, 'with room it works');
  assert.equal((await platformOf('mine:other')).screenshots.length, 2);
});
