import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openBundle, Problems, readLines } from '../../../src/bundle/bundle.ts';
import { BUNDLE_FILES, type BundleFile } from '../../../src/bundle/lines.ts';
import { FREE_GAMES } from '../../../src/importers/appstream/convert.ts';
import {
  catalogText,
  component,
  convertCatalogs,
  convertComponents,
  type Fields,
  gameOf,
  writeCatalog,
} from '../../support/appstream.ts';

test('a component becomes a game on Linux, in the group of free games', async () => {
  const game = await gameOf({
    ID: 'org.example.Hop.desktop',
    Developer: { id: 'org.example', name: { C: 'The Hop Team', de: 'Das Hop-Team' } },
    Url: { homepage: 'https://hop.example/', bugtracker: 'https://bugs.example/' },
    Supports: [{ control: 'gamepad' }, { control: 'console' }, { display_length: 768 }],
    Requires: [{ control: 'keyboard' }],
  });
  assert.deepEqual(game, {
    key: 'appstream:org.example.Hop',
    title: 'Hop',
    alternate_titles: [],
    description: 'Hop over things.\n\nA game about hopping.',
    official_url: 'https://hop.example/',
    genres: ['genre:action', 'genre:arcade'],
    groups: ['group:free-and-open-source-games'],
    ids: { appstream: ['org.example.Hop'] },
    platforms: [
      {
        platform: 'platform:linux',
        attributes: [
          'attribute:input-devices-supported/gamepad',
          'attribute:input-devices-supported/keyboard',
          'attribute:media-type/download',
        ],
        releases: [
          {
            release_date: null,
            countries: ['Worldwide'],
            companies: [{ company: 'company:the-hop-team', role: 'Developed by' }],
            product_codes: [],
            sources: ['appstream:org.example.Hop'],
          },
        ],
        patches: [],
      },
    ],
  });
});

test('the group is identical to the one of the starter catalog', () => {
  const groups = readFileSync(new URL('../../../starter/groups.jsonl', import.meta.url), 'utf8').split('\n');
  const line = groups.find((text) => text.includes(FREE_GAMES.key)) ?? '{}';
  assert.deepEqual(JSON.parse(line), FREE_GAMES);
});

test('the bundle is valid and complete', async () => {
  const odd = [
    { ID: 'a', Name: { C: 'A <b>bold</b> &amp; title' }, Url: { homepage: 'https://x.example/?a=1&copy;2' } },
    {
      ID: 'b',
      Name: { C: 'x'.repeat(3000) },
      Summary: { C: 'y'.repeat(9000) },
      DeveloperName: { C: 'z'.repeat(3000) },
    },
    { ID: 'c', Name: { C: 'Caf\u0065\u0301' }, Description: { C: '<p>&lt;i&gt;</p>' }, Url: { homepage: 'not one' } },
    { ID: 'd', Releases: [{ version: '<p>1</p>' }, { version: '\u0007' }, { version: '9'.repeat(3000) }] },
    {
      ID: 'e',
      Screenshots: [{ 'source-image': { url: 'a b/<i>.png', width: 1, height: 1 }, caption: { C: '<b>x</b>' } }],
    },
  ];
  const { folder, games, media } = await convertComponents(odd.map(component));
  const bundle = await openBundle(folder);
  const problems = new Problems();
  for (const file of Object.keys(BUNDLE_FILES) as BundleFile[])
    for await (const _ of readLines(bundle, file, problems));
  problems.throwIfAny(folder);
  assert.deepEqual([games.length, media.length], [5, 1]);
  const { complete, sources } = bundle.manifest;
  assert.deepEqual(
    [complete, sources[0]?.id, sources[0]?.version],
    [true, 'appstream', 'debian-test-main 20260101T000000'],
  );
});

const SKIPPED: [name: string, fields: Fields][] = [
  ['an application', { Categories: ['Office'] }],
  ['an application that only mentions games', { Categories: ['Office'], Summary: { C: 'Game' } }],
  ['an add-on', { Type: 'addon' }],
  ['a service', { Type: 'generic' }],
  ['an emulator', { Categories: ['Game', 'Emulator'] }],
  ['a tool', { Categories: ['Utility', 'Game'] }],
  ['a launcher', { Categories: ['Game', 'LauncherStore'] }],
  ['an editor in the table', { ID: 'org.freeciv.ruledit' }],
  ['a component without a name', { Name: {} }],
  ['a component without an ID', { ID: '' }],
  ['an invalid ID', { ID: 'a b<c>' }],
  ['a game that is not free', { ProjectLicense: 'LicenseRef-proprietary' }],
  ['a game that is partly free', { ProjectLicense: 'GPL-2.0+ AND CC-BY-NC-4.0' }],
];

for (const [name, fields] of SKIPPED) {
  test(`${name} is skipped`, async () => {
    const { games } = await convertComponents([component(fields), component({ ID: 'good' })]);
    assert.deepEqual(
      games.map(({ key }) => key),
      ['appstream:good'],
    );
  });
}

const FREE: [licence: string | undefined, origin: string, isFree: boolean][] = [
  ['GPL-2.0+', 'anything', true],
  ['GPL-2.0-only OR GPL-3.0-only OR MIT', 'anything', true],
  ['(MIT or LicenseRef-proprietary)', 'anything', true],
  ['Zlib and CC-BY-SA-3.0+', 'anything', true],
  ['GPL-2.0 WITH Font-exception-2.0', 'anything', true],
  ['CC-BY-NC-SA-4.0', 'debian-sid-main', false],
  ['LicenseRef-proprietary=https://x.example/', 'debian-sid-main', false],
  ['Strange-1.0', 'debian-sid-main', true],
  ['Strange-1.0', 'debian-sid-non-free', false],
  [undefined, 'ubuntu-noble-universe', true],
  [undefined, 'debian-sid-contrib', true],
  [undefined, 'ubuntu-noble-multiverse', false],
];

test('the licence says whether a game is free, and without one the archive', async () => {
  for (const [licence, Origin, isFree] of FREE) {
    const { games, counts } = await convertComponents([component({ ProjectLicense: licence })], { Origin });
    assert.equal(games.length === 1, isFree, `${licence} in ${Origin}`);
    assert.equal(counts['games that are not free'], isFree ? 0 : 1);
  }
});

test('unknown names are counted', async () => {
  const { unknown } = await convertComponents([
    component({ Categories: ['Game', 'Hopping'], ProjectLicense: 'Strange-1.0', Supports: [{ control: 'whistle' }] }),
    component({ ID: 'b', Categories: ['Game', 'Hopping'], Screenshots: [{ thumbnails: [] }] }),
  ]);
  assert.deepEqual(unknown, [
    { what: 'category Hopping', count: 2 },
    { what: 'control whistle', count: 1 },
    { what: 'licence Strange-1.0', count: 1 },
    { what: 'screenshot without a URL or a size', count: 1 },
  ]);
});

test('versions are patches, the oldest first, and none is the first release', async () => {
  const Releases = [
    { version: '2.0 ', type: 'stable', 'unix-timestamp': 1640131200, description: { C: '<p>More</p>' } },
    { version: 'v1.10', 'unix-timestamp': '1589414400' },
    { version: '1.10', 'unix-timestamp': 1 },
    { version: '2.1-beta', type: 'development', 'unix-timestamp': 1640131201 },
    { version: '0.9', date: '2019-05-04T12:00:00Z' },
    { version: '0.8', date: '2019-02-30' },
    { version: '0.7', 'unix-timestamp': 0 },
    { type: 'stable', 'unix-timestamp': 5 },
  ];
  const { platforms } = await gameOf({ Releases });
  assert.deepEqual(platforms[0]?.patches, [
    { description: 'Version 0.7', release_date: null },
    { description: 'Version 0.8', release_date: null },
    { description: 'Version 0.9', release_date: '2019-05-04' },
    { description: 'Version 1.10', release_date: '2020-05-14' },
    { description: 'Version 2.0', release_date: '2021-12-22' },
  ]);
  assert.deepEqual([platforms[0]?.first_release_date, platforms[0]?.releases?.[0]?.release_date], [undefined, null]);
});

test('screenshots have captions, sizes and absolute URLs, the default one first', async () => {
  const image = (url: string, width: number) => ({ url, width, height: 100 });
  const Screenshots = [
    { 'source-image': image('b.png', 900), thumbnails: [image('b_752.png', 752), image('b_224.png', 224)] },
    {
      default: true,
      caption: { de: 'Springen', C: 'Hopping &amp; on' },
      'source-image': image('a b.png', 1600),
      thumbnails: [image('a_224.png', 224), image('a_100.png', 100), image('a_624.png', 624)],
    },
    { 'source-image': image('https://else.example/c.png', 120), thumbnails: [] },
    { thumbnails: [image('d_224.png', 224), image('d_624.png', 624)] },
    { videos: [{ url: 'v.webm' }] },
    { 'source-image': { url: 'no-size.png' } },
    { 'source-image': image('javascript:alert(1)', 10) },
  ];
  const { media, counts } = await convertComponents([component({ Screenshots })]);
  const base = 'https://media.example/test';
  const shot = (image: string, thumbnail: string, width: number, caption: string | null = null) => ({
    caption,
    image,
    thumbnail_image: thumbnail,
    width,
    height: 100,
  });
  assert.deepEqual(media, [
    {
      key: 'appstream:org.example.Hop',
      platform: 'platform:linux',
      screenshots: [
        shot(`${base}/a%20b.png`, `${base}/a_224.png`, 1600, 'Hopping amp; on'),
        shot(`${base}/b.png`, `${base}/b_224.png`, 900),
        shot('https://else.example/c.png', 'https://else.example/c.png', 120),
        shot(`${base}/d_624.png`, `${base}/d_224.png`, 624),
      ],
    },
  ]);
  assert.equal(counts.screenshots, 4);
});

test('a relative URL is skipped if the catalog has no base URL', async () => {
  const Screenshots = [{ 'source-image': { url: 'a.png', width: 1, height: 1 } }];
  const { media } = await convertComponents([component({ Screenshots })], { MediaBaseUrl: undefined });
  assert.deepEqual(media, []);
});

test('several packages of one component are one game with the facts of the first by name', async () => {
  const { games } = await convertComponents([
    component({ Package: 'hop-gtk', Summary: { C: 'With GTK' } }),
    component({ Package: 'hop', ID: 'org.example.Hop.desktop', Summary: { C: 'Plain' } }),
  ]);
  assert.deepEqual(
    games.map(({ description }) => description),
    ['Plain.\n\nA game about hopping.'],
  );
});

test('clients of one game are one game with its own title and without their summaries', async () => {
  const { games } = await convertComponents([
    component({ ID: 'org.freeciv.qt', Name: { C: 'Freeciv Qt client', de: 'Freeciv-Qt-Client' } }),
    component({ ID: 'org.freeciv.gtk4', Name: { C: 'Freeciv GTK client' }, Summary: { C: 'A client' } }),
  ]);
  const { key, title, members, ids, description, alternate_titles } = games[0] ?? {};
  assert.equal(games.length, 1);
  assert.deepEqual([key, title, description], ['appstream:org.freeciv', 'Freeciv', 'A game about hopping.']);
  assert.deepEqual(members, ['appstream:org.freeciv.gtk4', 'appstream:org.freeciv.qt']);
  assert.deepEqual(ids, { appstream: ['org.freeciv.gtk4', 'org.freeciv.qt'] });
  assert.deepEqual(alternate_titles, []);
});

test('a renamed component keeps its former ids, unless another component has them', async () => {
  const renamed = {
    Provides: { ids: ['hop.desktop', 'org.example.Hop'], binaries: ['hop'] },
    Replaces: [{ id: 'old.hop' }, { id: 'skip' }],
  };
  const { games } = await convertComponents([component(renamed), component({ ID: 'skip' })]);
  assert.deepEqual(games[0]?.members, ['appstream:hop', 'appstream:old.hop', 'appstream:org.example.Hop']);
  assert.equal(games[1]?.members, undefined);
});

test('the order of components and files does not change the bundle', async () => {
  const components = [
    component({ ID: 'a', Developer: { name: { C: 'ACME' } } }),
    component({ ID: 'b', Developer: { name: { C: 'Acme' } } }),
    component({ ID: 'c', Summary: { C: 'One' } }),
    component({ ID: 'c', Summary: { C: 'Other' } }),
    component({ ID: 'nethack-qt' }),
    component({ ID: 'nethack-x11' }),
  ];
  const one = await convertComponents(components);
  const backwards = components.toReversed();
  const other = await convertCatalogs([
    writeCatalog(catalogText(backwards.slice(0, 2))),
    writeCatalog(gzipSync(catalogText(backwards.slice(2))), 'more.yml.gz'),
  ]);
  assert.equal(one.games.length, 4);
  for (const file of ['games.jsonl', 'companies.jsonl', 'manifest.json'])
    assert.equal(readFileSync(join(other.folder, file), 'utf8'), readFileSync(join(one.folder, file), 'utf8'), file);
});
