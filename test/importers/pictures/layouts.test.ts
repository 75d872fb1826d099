import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RecordPlatform } from '../../../src/catalog/model/record.ts';
import { temporaryFolder, writeFiles } from '../../support/samples/bundle.ts';
import { on, platforms, release } from '../../support/samples/entries.ts';
import { openPictureCatalog, picture } from '../../support/samples/picture-catalog.ts';
import { zipOf } from '../../support/samples/zip.ts';

const dump = { name: 'Super Hop 2 (Japan) (En).nes', size: 1, sha1: 'a'.repeat(40) };
const GAMES = [
  {
    key: 'mine:hop',
    title: 'The Amazing Hop: Again',
    platforms: [on('nes', release(null, 'Japan'))],
    ids: { wikidata: ['Q42'] },
  },
  { key: 'mine:pyon', title: 'Pyon Pyon', platforms: [{ platform: 'platform:nes', dumps: [dump] }] },
];

const openCatalog = () => openPictureCatalog({ platforms: platforms('NES'), games: GAMES });

function describe({ cover_groups, screenshots }: RecordPlatform): string[] {
  const covers = cover_groups.flatMap((group) =>
    group.covers.map(({ scan_of }) => [scan_of, ...group.countries].join(', ')),
  );
  return [...covers, ...screenshots.map(({ caption }) => String(caption))].toSorted();
}

/** By the program that makes such folders: its files, and what the game gets. */
const LAYOUTS: Record<string, [files: string[], pictures: string[]]> = {
  'a folder of a platform': [['nes/Amazing Hop, The - Again.png'], ['Front Cover']],
  'ES-DE': [
    [
      'downloaded_media/nes/covers/Amazing Hop, The - Again (Japan).jpg',
      'downloaded_media/nes/backcovers/Amazing Hop, The - Again (Japan).jpg',
      'downloaded_media/nes/physicalmedia/Amazing Hop, The - Again (Japan).png',
      'downloaded_media/nes/titlescreens/Amazing Hop, The - Again (Japan).png',
      'downloaded_media/nes/screenshots/Amazing Hop, The - Again (Japan).png',
      'downloaded_media/nes/marquees/Amazing Hop, The - Again (Japan).png',
      'downloaded_media/nes/videos/Amazing Hop, The - Again (Japan).mp4',
    ],
    ['Back Cover, Japan', 'Front Cover, Japan', 'In-game', 'Media, Japan', 'Title screen'],
  ],
  'Skraper, with the names of ScreenScraper': [
    ['nes/media/box2dfront/The Amazing Hop - Again.png', 'nes/media/sstitle/The Amazing Hop - Again.png'],
    ['Front Cover', 'Title screen'],
  ],
  LaunchBox: [
    [
      'Images/Nintendo Entertainment System/Box - Front/Japan/The Amazing Hop_ Again-01.png',
      'Images/Nintendo Entertainment System/Screenshot - Gameplay/The Amazing Hop_ Again-01.png',
      'Images/Nintendo Entertainment System/Screenshot - Gameplay/The Amazing Hop_ Again.0af5fd1c-5ef7-4d0c-a6ee-2d9e9a1b6a1c-02.png',
      'Images/Nintendo Entertainment System/Clear Logo/The Amazing Hop_ Again-01.png',
    ],
    ['Front Cover, Japan', 'In-game', 'In-game'],
  ],
};

for (const [program, [files, pictures]] of Object.entries(LAYOUTS))
  test(`pictures are found in ${program}, by the names of its folders`, async () => {
    const { ludex, platformOf } = await openCatalog();
    const entries = await Promise.all(files.map(async (file) => [file, await picture()]));
    const { code, stdout, stderr } = await ludex(
      'import',
      'pictures',
      writeFiles(temporaryFolder('pictures'), Object.fromEntries(entries)),
    );
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^skipped +0$/m);
    assert.deepEqual(describe(await platformOf('mine:hop')), pictures);
  });

test('a picture with the name of a file of a game belongs to that game, whatever its title', async () => {
  const { ludex, platformOf } = await openCatalog();
  const files = { 'Named_Snaps/Super Hop 2 (Japan) (En).png': await picture() };
  const folder = writeFiles(join(temporaryFolder('libretro'), 'Nintendo - Nintendo Entertainment System'), files);
  const { code, stderr } = await ludex('import', 'pictures', folder);
  assert.equal(code, 0, stderr);
  assert.deepEqual(describe(await platformOf('mine:pyon')), ['In-game']);
});

test('an archive is read like the folder that it was made of', async () => {
  const { ludex, platformOf } = await openCatalog();
  const name = 'Nintendo_-_Nintendo_Entertainment_System-master';
  const [title, snap] = [`${name}/Named_Titles/Pyon Pyon (USA).png`, `${name}/Named_Snaps/Pyon Pyon (USA).png`];
  const folder = temporaryFolder('archives');
  writeFiles(folder, {
    [title]: await picture(),
    [`${name}.zip`]: zipOf({ [snap]: await picture() }),
    'other.zip': zipOf({ '../a.png': 'a' }),
  });
  execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: folder });
  const { code, stderr } = await ludex(
    'import',
    'pictures',
    join(folder, `${name}.tar.gz`),
    join(folder, `${name}.zip`),
  );
  assert.equal(code, 0, stderr);
  assert.deepEqual(describe(await platformOf('mine:pyon')), ['In-game', 'Title screen']);
  assert.match((await ludex('import', 'pictures', join(folder, 'other.zip'))).stderr, /\.\.\/a\.png/);
});

const page = (title: string, fields: object) => ({
  ns: 6,
  title,
  imageinfo: [
    {
      thumburl: `https://upload.wikimedia.org/${title.slice(5).replaceAll(' ', '_')}`,
      thumbwidth: 640,
      thumbheight: 480,
      ...fields,
    },
  ],
  globalusage: [{ title: 'Q42', wiki: 'www.wikidata.org' }],
});
const free = {
  extmetadata: { LicenseShortName: { value: 'CC BY-SA 4.0' }, Artist: { value: '<a href="//x">Ann &amp; Bob</a>' } },
};

test('files of Wikimedia Commons are linked with author and licence, for the game with the Wikidata item', async () => {
  const { ludex, platformOf } = await openCatalog();
  const svg = {
    ...free,
    thumburl: 'https://upload.wikimedia.org/640px-Hop.svg.png',
    thumbwidth: 640,
    thumbheight: 200,
  };
  const pages = [
    page('File:Hop logo.svg', svg),
    page('File:Hop box art.jpg', free),
    page('File:Hop screenshot.png', free),
    page('File:Unknown licence.jpg', {}),
    { ...page('File:Other.jpg', free), globalusage: [{ title: 'Q43' }] },
  ];
  const folder = writeFiles(temporaryFolder('commons'), { 'commons.json': JSON.stringify({ query: { pages } }) });
  const { code, stdout, stderr } = await ludex('import', 'pictures', join(folder, 'commons.json'));
  assert.equal(code, 0, stderr);
  const { cover_groups, screenshots } = await platformOf('mine:hop');
  const credit = 'Ann & Bob, CC BY-SA 4.0, Wikimedia Commons';
  assert.deepEqual(
    cover_groups[0]?.covers.map(({ scan_of, description, comments, image }) => [scan_of, description, comments, image]),
    [
      ['Front Cover', null, credit, 'https://upload.wikimedia.org/Hop_box_art.jpg'],
      ['Other', 'Logo', credit, 'https://upload.wikimedia.org/640px-Hop.svg.png'],
    ],
  );
  assert.deepEqual(
    screenshots.map(({ caption }) => caption),
    [`In-game. ${credit}`],
  );
  assert.match(stdout, /1 +no game with a Wikidata item of Other\.jpg/);
  assert.match((await ludex('source', 'list')).stdout, /commons .*LicenseRef-free-per-picture/);
});
