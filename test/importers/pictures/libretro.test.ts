import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RecordPlatform } from '../../../src/catalog/model/record.ts';
import { temporaryFolder, writeFiles } from '../../support/samples/bundle.ts';
import { on, platforms, release } from '../../support/samples/entries.ts';
import { openPictureCatalog, picture } from '../../support/samples/picture-catalog.ts';

const onVirtualBoy = (countries: string) => [on('virtual-boy', release(null, countries))];
const GAMES = [
  {
    key: 'mine:hop',
    title: 'The Amazing Hop: Again',
    alternate_titles: [{ title: 'Pyon Pyon!', description: 'Japan title' }],
    platforms: onVirtualBoy('United States, Japan'),
  },
  { key: 'mine:tom', title: 'Tom & Jerry', platforms: onVirtualBoy('United States') },
  { key: 'mine:tom-alone', title: 'Tom', platforms: onVirtualBoy('United States') },
  { key: 'mine:twin-usa', title: 'Twins', platforms: onVirtualBoy('United States') },
  { key: 'mine:twin-japan', title: 'Twins', platforms: onVirtualBoy('Japan') },
  { key: 'mine:elsewhere', title: 'Elsewhere', platforms: [{ platform: 'platform:nes' }] },
];

async function openCatalog() {
  const { ludex, platformOf } = await openPictureCatalog({ platforms: platforms('Virtual Boy', 'NES'), games: GAMES });
  return { ludex, platformOf: async (key: string) => describe(await platformOf(key)) };
}

function describe({ cover_groups, screenshots }: RecordPlatform) {
  return {
    covers: cover_groups.map(({ countries, covers }) => [countries.join('+'), covers.map((cover) => cover.scan_of)]),
    screenshots: screenshots.map(({ caption }) => caption),
  };
}

/** A repository of one system: its folder has the system's name. */
function writeSystem(files: Record<string, Buffer | string>, folder = temporaryFolder('thumbnails')) {
  const named = Object.entries(files).map(([path, bytes]) => [`Nintendo_-_Virtual_Boy/${path}`, bytes]);
  return join(writeFiles(folder, Object.fromEntries(named)), 'Nintendo_-_Virtual_Boy');
}

test('box art becomes covers by region, snaps and titles become screenshots, and a second run changes nothing', async () => {
  const { ludex, platformOf } = await openCatalog();
  const folder = writeSystem({
    'Named_Boxarts/Amazing Hop, The - Again (USA).png': await picture(),
    'Named_Boxarts/Amazing Hop, The - Again (USA) (Rev 1).png': await picture(),
    'Named_Boxarts/Amazing Hop, The - Again (Europe) (Proto).png': await picture(),
    'Named_Boxarts/Amazing Hop, The - Again (1995)(Acme)(DE)[p].png': await picture(),
    'Named_Boxarts/Pyon Pyon! (Japan).png': await picture(),
    'Named_Snaps/Amazing Hop, The - Again (USA).png': await picture(),
    'Named_Titles/Amazing Hop, The - Again (USA).png': await picture(),
    'Named_Titles/Pyon Pyon! (Japan).png': await picture(),
    'Named_Logos/Amazing Hop, The - Again (USA).png': await picture(),
    'Named_Snaps/Tom _ Jerry (USA).png': await picture(),
  });
  const first = await ludex('import', 'pictures', folder);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^Virtual Boy +9 +9 +2 +1 +1 +2$/m);
  assert.match(first.stdout, /no licence to publish them is stated/);
  assert.deepEqual(await platformOf('mine:hop'), {
    covers: [
      ['United States', ['Front Cover']],
      ['Japan', ['Front Cover']],
    ],
    screenshots: ['In-game', 'Title screen (United States)', 'Title screen (Japan)'],
  });
  assert.deepEqual(await platformOf('mine:tom'), { covers: [], screenshots: ['In-game'] });
  const second = await ludex('import', 'pictures', folder);
  assert.match(second.stdout, /0 games added, 0 changed, 2 unchanged, 0 removed/);
});

test('a newer picture replaces that of an earlier import', async () => {
  const { ludex, platformOf } = await openCatalog();
  const path = 'Named_Boxarts/Tom _ Jerry (USA).png';
  assert.equal((await ludex('import', 'pictures', writeSystem({ [path]: await picture() }))).code, 0);
  const { stdout } = await ludex('import', 'pictures', writeSystem({ [path]: await picture() }));
  assert.match(stdout, /1 changed/);
  assert.deepEqual((await platformOf('mine:tom')).covers, [['United States', ['Front Cover']]]);
});

test('links give a picture to another game', async () => {
  const { ludex, platformOf } = await openCatalog();
  const folder = writeSystem({
    'Named_Snaps/Best Name (World).png': await picture(),
  });
  symlinkSync('Other Name (USA).png', join(folder, 'Named_Snaps/Tom & Jerry (USA).png'));
  symlinkSync('Best Name (World).png', join(folder, 'Named_Snaps/Other Name (USA).png'));
  symlinkSync('Missing.png', join(folder, 'Named_Snaps/Lost.png'));
  symlinkSync('Best Name (World).png', join(folder, 'Named_Snaps/Pyon Pyon! (Japan).png'));
  symlinkSync('/etc/passwd', join(folder, 'Named_Snaps/Outside.png'));
  const { code, stderr } = await ludex('import', 'pictures', folder);
  assert.equal(code, 0);
  assert.match(stderr, /Lost\.png was skipped: a link to a missing file/);
  assert.match(stderr, /Outside\.png was skipped: a link that leads out of the folder/);
  assert.deepEqual((await platformOf('mine:tom')).screenshots, ['In-game']);
  assert.deepEqual((await platformOf('mine:hop')).screenshots, ['In-game']);
});

test('a name of several games goes to the one that was sold in its region, and the others are listed', async () => {
  const { ludex, platformOf } = await openCatalog();
  const many = Object.fromEntries(
    await Promise.all(Array.from({ length: 31 }, async (_, i) => [`Named_Snaps/None ${i} (USA).png`, await picture()])),
  );
  const folder = writeSystem({
    ...many,
    'Named_Snaps/Twins (Japan).png': await picture(),
    'Named_Titles/Twins (Europe).png': await picture(),
    'Named_Titles/Elsewhere (USA).png': await picture(),
    'Named_Titles/Tom _ Jerry (USA) (Hack).png': await picture(),
    'Named_Titles/Tom _ Jerry (Europe).png': 'not a picture, but long enough for one: '.repeat(10),
  });
  const { code, stdout, stderr } = await ludex('import', 'pictures', folder);
  assert.equal(code, 0);
  assert.match(stderr, /Tom _ Jerry \(Europe\)\.png was skipped: /);
  assert.deepEqual((await platformOf('mine:twin-japan')).screenshots, ['In-game']);
  assert.deepEqual((await platformOf('mine:twin-usa')).screenshots, []);
  assert.match(stdout, /others; --verbose lists them/);
  const { stdout: verbose } = await ludex('import', 'pictures', folder, '--verbose');
  assert.match(verbose, /no game on Virtual Boy has this key, id or title: Elsewhere \(USA\)/);
  assert.match(verbose, /several games on Virtual Boy match: 5, 6; use a key or an id: Twins \(Europe\)/);
  assert.match(verbose, /hack on Virtual Boy: Tom _ Jerry \(USA\) \(Hack\)/);
});

test('a folder may have one folder for each system; unknown systems are skipped', async () => {
  const { ludex, platformOf } = await openCatalog();
  const folder = writeFiles(temporaryFolder('thumbnails'), {
    'Nintendo - Virtual Boy/Named_Snaps/Tom _ Jerry (USA).png': await picture(),
    'Nobody - No Box/Named_Snaps/Tom _ Jerry (USA).png': await picture(),
    'playlists/list.lpl': '',
  });
  const { code, stderr } = await ludex('import', 'pictures', folder);
  assert.equal(code, 0);
  assert.match(stderr, /^Nobody - No Box was skipped: not a platform of the catalog/m);
  assert.deepEqual((await platformOf('mine:tom')).screenshots, ['In-game']);
});

test('a file with the name of another one is a link, as in a checkout of Windows or an archive', async () => {
  const { ludex, platformOf } = await openCatalog();
  const folder = writeSystem({
    'Named_Boxarts/Best Name (World).png': await picture(),
    'Named_Boxarts/Other Name (USA).png': 'Best Name (World).png\n',
    'Named_Boxarts/Tom _ Jerry (USA).png': 'Other Name (USA).png',
    'Named_Boxarts/Pyon Pyon! (Japan).png': '../../../etc/passwd.png',
    'Named_Boxarts/Twins (Japan).png': 'Missing.png',
  });
  const { code, stderr } = await ludex('import', 'pictures', folder);
  assert.equal(code, 0, stderr);
  assert.deepEqual(await platformOf('mine:tom'), { covers: [['Worldwide', ['Front Cover']]], screenshots: [] });
  assert.match(stderr, /Pyon Pyon! \(Japan\)\.png was skipped: not a supported picture type/);
  assert.match(stderr, /Twins \(Japan\)\.png was skipped: not a supported picture type/);
});
