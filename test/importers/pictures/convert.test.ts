import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type PictureFacts, parseFileName } from '../../../src/importers/pictures/layouts.ts';
import { temporaryFolder, writeFiles } from '../../support/samples/bundle.ts';
import { platforms } from '../../support/samples/entries.ts';
import { idOf } from '../../support/samples/layers.ts';
import { openPictureCatalog, picture } from '../../support/samples/picture-catalog.ts';
import { png } from '../../support/samples/pictures.ts';
import { runHere } from '../../support/servers/command.ts';

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

const listRefused = (stderr: string) =>
  stderr
    .split('\n')
    .filter((line) => line.includes(' was skipped: '))
    .toSorted();

const openCatalog = () => openPictureCatalog({ platforms: platforms('NES', 'New Box'), games: GAMES });

test('pictures in folders are added to the games named by title, key or id, and described by their names', async () => {
  const { data, ludex, platformOf, inStore } = await openCatalog();
  const tree = writeFiles(temporaryFolder('pictures'), {
    'nes/Legend of Dash, The/front (Japan).png': await picture(),
    'nes/Legend of Dash, The/back (Japan).png': await picture(),
    'nes/Legend of Dash, The/front (Europe).png': await picture(),
    'nes/Legend of Dash, The/10 - The end.png': await picture(),
    'nes/Legend of Dash, The/2 - The beginning.png': await picture(),
    'nes/Legend of Dash, The/.DS_Store': 'litter',
    'New Box/mine:dash%2Fone/shots/01.png': await picture(),
    'NES/1942/cover.png': await picture(),
    [`platform:nes/${await inStore((store) => idOf(store, 'mine:other'))}/disc.png`]: await picture(),
  });
  const { code, stdout, stderr } = await ludex('import', 'pictures', tree);
  assert.deepEqual([code, listRefused(stderr)], [0, []]);
  assert.match(stdout, /^games +3$/m);
  assert.match(stdout, /^screenshots +3$/m);
  assert.match(stdout, /^covers +5$/m);
  assert.match(stdout, /^skipped +0$/m);
  const nes = await platformOf('mine:dash/one');
  assert.equal(nes.screenshots.map(({ caption }) => caption).join('; '), 'The beginning; The end');
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

test('files that cannot be used are reported and skipped', async () => {
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
  symlinkSync('front.png', join(tree, 'nes/Autre/later.png'));
  symlinkSync('/', join(tree, 'root'));
  symlinkSync('../Twins', join(tree, 'nes/Autre/twins'));
  const { code, stderr, stdout } = await ludex('import', 'pictures', tree);
  assert.equal(code, 0);
  assert.deepEqual(listRefused(stderr), [
    'Atari 9000 was skipped: not a platform of the catalog; use its key, id or name',
    'New Box/Other was skipped: no game on New Box has this key, id or title',
    'loose.png was skipped: not in the folder of a platform',
    'nes/999999 was skipped: no game on NES has this key, id or title',
    'nes/Autre/cut.png was skipped: the file is truncated or damaged; copy it again',
    'nes/Autre/empty.png was skipped: the file is empty',
    'nes/Autre/etc was skipped: a link that leads out of the folder',
    'nes/Autre/evil.png was skipped: SVG is not supported, because it can contain scripts; use PNG, JPEG, WebP, AVIF or GIF',
    'nes/Autre/host.png was skipped: a link that leads out of the folder',
    'nes/Autre/readme.txt was skipped: not a supported picture type; use PNG, JPEG, WebP, AVIF or GIF',
    'nes/Autre/twins was skipped: a link that leads to no file',
    'nes/Nonsense was skipped: no game on NES has this key, id or title',
    'nes/Twins was skipped: several games on NES match: 4, 5; use a key or an id',
    'root was skipped: a link that leads out of the folder',
  ]);
  assert.match(stdout, /^skipped +14$/m);
  assert.match(stdout, /1 +no game on NES has this key, id or title: loose$/m);
  assert.equal((await platformOf('mine:other')).cover_groups.length, 1);
});

test('unreadable folders and pipes are reported and skipped', async () => {
  const { ludex, platformOf } = await openCatalog();
  const tree = writeFiles(temporaryFolder('pictures'), {
    'nes/Other/front.png': await picture(),
    'nes/Other/new\nline\u001b[31m \u202etxt.png': 'no picture',
    'nes/1942/front.png': await picture(),
  });
  const foreign = Buffer.concat([Buffer.from(`${tree}/nes/Other/`), Buffer.from([0xff])]);
  mkdirSync(foreign);
  // A reader of a FIFO without a writer waits forever.
  assert.equal(spawnSync('bash', ['-c', `mkfifo "${tree}/nes/1942/pipe.png"`]).status, 0);
  const { code, stderr } = await ludex('import', 'pictures', tree);
  assert.equal(code, 0, stderr);
  assert.deepEqual(listRefused(stderr), [
    'nes/1942/pipe.png was skipped: not a file',
    'nes/Other/new\ufffdline\ufffd[31m \ufffdtxt.png was skipped: not a supported picture type; use PNG, JPEG, WebP, AVIF or GIF',
    'nes/Other/\ufffd was skipped: cannot be read (no such file or directory)',
  ]);
  for (const key of ['mine:other', 'mine:numbers']) assert.equal((await platformOf(key)).cover_groups.length, 1, key);
});

test('a second import adds pictures, --replace replaces them, and undo restores them', async () => {
  const { ludex, platformOf } = await openCatalog();
  const [first, second] = [await picture(), await picture()];
  const one = writeFiles(temporaryFolder('pictures'), { 'nes/Other/first.png': first });
  const two = writeFiles(temporaryFolder('pictures'), {
    'nes/Other/second.png': second,
    'nes/Other/premier.png': first,
  });
  const captions = async () => (await platformOf('mine:other')).screenshots.map(({ caption }) => caption);
  const add = (...args: string[]) => ludex('import', 'pictures', ...args);
  assert.equal((await add(one)).code, 0);
  assert.match((await add(one)).stdout, /1 unchanged/);
  await add(two);
  assert.deepEqual(await captions(), ['Premier', 'Second'], 'a known picture gets the new caption');
  await add(one);
  assert.deepEqual(await captions(), ['Second', 'First']);
  await add(one, '--replace');
  assert.deepEqual(await captions(), ['First']);
  assert.equal((await ludex('import', '--undo')).code, 0);
  assert.deepEqual(await captions(), ['Second', 'First']);
  assert.equal((await ludex('source', 'remove', 'pictures')).code, 0);
  assert.deepEqual(await captions(), []);
});

test('pictures under a free licence do not make earlier pictures free', async () => {
  const { ludex } = await openCatalog();
  const tree = async () => writeFiles(temporaryFolder('pictures'), { 'nes/Other/front.png': await picture() });
  const [mine, free] = [await tree(), await tree()];
  const out = join(temporaryFolder('export'), 'free');
  const importFree = () => ludex('import', 'pictures', free, '--licence', 'CC-BY-4.0');
  assert.equal((await ludex('import', 'pictures', mine)).code, 0);
  for (let times = 0; times < 2; times++) assert.equal((await importFree()).code, 0);
  assert.match((await ludex('source', 'list')).stdout, /CC-BY-4\.0 AND LicenseRef-not-stated /);
  const { stderr } = await ludex('export', out, '--licences', 'CC-BY-4.0');
  assert.match(stderr, /No source has one of these licences/);
  assert.equal((await ludex('source', 'remove', 'pictures')).code, 0);
  assert.equal((await importFree()).code, 0);
  assert.equal((await ludex('export', out, '--licences', 'CC-BY-4.0')).code, 0);
});

test('a path that is not a folder and a missing catalog are reported', async () => {
  const { ludex } = await openCatalog();
  assert.match(
    (await ludex('import', 'pictures', '/no/such')).stderr,
    /^ludex: \/no\/such does not exist; name a folder with pictures/,
  );
  const none = join(temporaryFolder('none'), 'data');
  const result = await runHere(['import', 'pictures', temporaryFolder('pictures')], { LUDEX_DATA: none });
  assert.match(result.stderr, /^ludex: There is no data folder/);
});

test('a full disk stops the import with a message, and the catalog and the picture folder are unchanged', async () => {
  const { data, ludex, platformOf } = await openCatalog();
  const tree = writeFiles(temporaryFolder('pictures'), {
    'nes/Other/1.png': await picture(),
    'nes/Other/2.png': await png({ width: 1250, height: 1250, noisy: true }),
  });
  // No file may grow beyond 4 MB: the picture does not fit, the database does.
  const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
  const command = `ulimit -f 4096; exec "${process.execPath}" "${main}" import pictures "${tree}" --data "${data}"`;
  const { status, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^ludex: The disk is full \(EFBIG.*\); nothing was changed\. Free some space for .*, and try again/m,
  );
  assert.deepEqual((await platformOf('mine:other')).screenshots, []);
  const files = readdirSync(join(data, 'media'), { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    files.filter((name) => /partial|import$/.test(name)),
    [],
  );
  assert.equal((await ludex('import', 'pictures', tree)).code, 0, 'it works after space was freed');
  assert.equal((await platformOf('mine:other')).screenshots.length, 2);
});

const NAMES: Record<string, PictureFacts> = {
  'front.jpg': { scan_of: 'Front Cover', countries: [] },
  'Front Cover.PNG': { scan_of: 'Front Cover', countries: [] },
  'front-2.webp': { scan_of: 'Front Cover', countries: [] },
  'box_back.jpg': { scan_of: 'Back Cover', countries: [] },
  'back (Japan).jpg': { scan_of: 'Back Cover', countries: ['Japan'] },
  'front (Germany, France).jpg': { scan_of: 'Front Cover', countries: ['Germany', 'France'] },
  'front (Limited Edition).jpg': { scan_of: 'Front Cover', countries: [], description: 'Limited Edition' },
  'spine-sides.jpg': { scan_of: 'Spine/Sides', countries: [] },
  'disc 2.png': { scan_of: 'Media', countries: [] },
  'media.png': { scan_of: 'Media', countries: [] },
  'reference-card.png': { scan_of: 'Reference Card', countries: [] },
  'screenshot-01.png': { countries: [] },
  '0007.png': { countries: [] },
  'IMG_2024.jpg': { countries: [] },
  '02 - the first level.png': { countries: [], caption: 'The first level' },
  'title_screen.png': { countries: [], caption: 'Title screen' },
  'fight (second round).png': { countries: [], caption: 'Fight (second round)' },
  'front line.png': { countries: [], caption: 'Front line' },
  'スタート画面.png': { countries: [], caption: 'スタート画面' },
  'a <b>bold</b> move.png': { countries: [], caption: 'A b bold /b move' },
};

test('the name of a file says what the picture shows', () => {
  for (const [name, facts] of Object.entries(NAMES)) assert.deepEqual(parseFileName(name), facts, name);
});
