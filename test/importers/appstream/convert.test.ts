import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { findTextProblem } from '../../../src/bundle/plain-text.ts';
import { FREE_GAMES } from '../../../src/importers/appstream/convert.ts';
import {
  catalogText,
  component,
  convertCatalogs,
  convertComponents,
  type Fields,
  gameOf,
  writeCatalog,
} from '../../support/samples/appstream.ts';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import { assertGames } from '../../support/samples/sources.ts';

test('a component becomes a game on Linux, in the group of free games', async () => {
  const game = await gameOf({
    id: 'org.example.Hop.desktop',
    developer: { de: 'Das Hop-Team', C: 'The Hop Team' },
    homepage: 'https://hop.example/',
  });
  assertGames(
    [game],
    `
appstream:org.example.Hop: Hop
  new yes
  text Hop over things//A game about hopping.
  site https://hop.example/
  genres action; arcade
  groups free-and-open-source-games
  ids appstream org.example.Hop
  on linux
  attributes media-type/download
  release - | Worldwide | Developed by the-hop-team`,
    ...['new', 'also', 'text', 'site', 'genres', 'groups', 'members', 'ids', 'on', 'attributes', 'release'],
  );
  assert.deepEqual(game.platforms[0]?.releases?.[0]?.sources, ['appstream:org.example.Hop']);
});

test('the group is identical to the one of the starter catalog', () => {
  const groups = readFileSync(new URL('../../../starter/groups.jsonl', import.meta.url), 'utf8').split('\n');
  const line = groups.find((text) => text.includes(FREE_GAMES.key)) ?? '{}';
  assert.deepEqual(JSON.parse(line), FREE_GAMES);
});

test('the bundle is valid and complete', async () => {
  const odd = [
    { id: 'a', name: { C: 'A <b>bold</b> &amp; title' }, homepage: 'https://x.example/?a=1&copy;2' },
    { id: 'b', name: { C: 'x'.repeat(3000) }, summary: { C: 'y'.repeat(9000) }, developer: { C: 'z'.repeat(3000) } },
    { id: 'c', name: { C: 'Caf\u0065\u0301' }, description: '<p>&lt;i&gt;</p>', homepage: 'not one' },
    {
      id: 'd',
      screenshots: [{ caption: { C: '<b>x</b>' }, images: [{ url: 'a b/<i>.png', width: 1, height: 1 }] }],
    },
  ];
  const { games, media, manifest } = await convertComponents(odd.map(component));
  assert.deepEqual([games.length, media.length, manifest.complete], [4, 1, true]);
  assert.equal(manifest.sources[0]?.version, 'debian-test-main 20260101T000000');
});

const SKIPPED: [name: string, fields: Fields][] = [
  ['an application', { categories: ['Office'] }],
  ['an application that only mentions games', { categories: ['Office'], summary: { C: 'Game' } }],
  ['an add-on', { type: 'addon' }],
  ['a service', { type: 'generic' }],
  ['an emulator', { categories: ['Game', 'Emulator'] }],
  ['a tool', { categories: ['Utility', 'Game'] }],
  ['a launcher', { categories: ['Game', 'LauncherStore'] }],
  ['an editor in the table', { id: 'org.freeciv.ruledit' }],
  ['a component without a name', { name: {} }],
  ['a component without an ID', { id: '' }],
  ['an invalid ID', { id: 'a b<c>' }],
  ['a game that is not free', { project_license: 'LicenseRef-proprietary' }],
  ['a game that is partly free', { project_license: 'GPL-2.0+ AND CC-BY-NC-4.0' }],
];

test('what is no free game is skipped', async () => {
  for (const [name, fields] of SKIPPED) {
    const { games } = await convertComponents([component(fields), component({ id: 'good' })]);
    assert.deepEqual([games.length, games[0]?.key], [1, 'appstream:good'], name);
  }
});

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
  for (const [licence, origin, isFree] of FREE) {
    const { games, counts } = await convertComponents([component({ project_license: licence })], { origin });
    assert.equal(games.length === 1, isFree, `${licence} in ${origin}`);
    assert.equal(counts['games that are not free'], isFree ? 0 : 1);
  }
});

test('unknown names are counted', async () => {
  const { unknown } = await convertComponents([
    component({ categories: ['Game', 'Hopping'], project_license: 'Strange-1.0' }),
    component({ id: 'b', categories: ['Game', 'Hopping'] }),
  ]);
  assert.deepEqual(unknown, [
    { what: 'category Hopping', count: 2 },
    { what: 'licence Strange-1.0', count: 1 },
  ]);
});

test('screenshots have captions, sizes and absolute URLs', async () => {
  const image = (url: string, width: number) => ({ url, width, height: 100 });
  const small = (url: string, width: number) => ({ ...image(url, width), type: 'thumbnail' as const });
  const screenshots = [
    {
      caption: { de: 'Springen', C: 'Hopping &amp; on' },
      images: [image('a b.png', 1600), small('a_224.png', 224), small('a_100.png', 100), small('a_624.png', 624)],
    },
    { images: [image('b.png', 900), small('b_752.png', 752), small('b_224.png', 224)] },
    { images: [image('https://else.example/c.png', 120)] },
    { images: [small('d_224.png', 224), small('d_624.png', 624)] },
    { video: 'v.webm' },
    { images: [{ url: 'no-size.png' }] },
    { images: [image('javascript:alert(1)', 10)] },
  ];
  const { media, counts } = await convertComponents([component({ screenshots })]);
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
      ],
    },
  ]);
  assert.equal(counts.screenshots, 3);
});

test('a relative URL is skipped if the catalog has no base URL', async () => {
  const screenshots = [{ images: [{ url: 'a.png', width: 1, height: 1 }] }];
  const { media } = await convertComponents([component({ screenshots })], { media_baseurl: undefined });
  assert.deepEqual(media, []);
});

test('several packages of one component are one game with the facts of the first by name', async () => {
  const { games } = await convertComponents([
    component({ pkgname: 'hop-gtk', summary: { C: 'With GTK' } }),
    component({ pkgname: 'hop', id: 'org.example.Hop.desktop', summary: { C: 'Plain' } }),
  ]);
  assert.deepEqual(
    games.map(({ description }) => description),
    ['Plain\n\nA game about hopping.'],
  );
});

test('clients of one game are one game with its own title and without their summaries', async () => {
  const { games } = await convertComponents([
    component({ id: 'org.freeciv.qt', name: { C: 'Freeciv Qt client', de: 'Freeciv-Qt-Client' } }),
    component({ id: 'org.freeciv.gtk4', name: { C: 'Freeciv GTK client' }, summary: { C: 'A client' } }),
  ]);
  const { key, title, members, ids, description } = games[0] ?? {};
  assert.equal(games.length, 1);
  assert.deepEqual([key, title, description], ['appstream:org.freeciv', 'Freeciv', 'A game about hopping.']);
  assert.deepEqual(members, ['appstream:org.freeciv.gtk4', 'appstream:org.freeciv.qt']);
  assert.deepEqual(ids, { appstream: ['org.freeciv.gtk4', 'org.freeciv.qt'] });
});

/** A component like those of Flathub. */
const DETAILS = `<name xml:lang="de">Hüpf</name><developer_name>Acme</developer_name>
  <description xml:lang="fr"><p>Un jeu.</p></description>
  <description><p>A <em>game</em> &lt;about&gt; hopping.</p><p xml:lang="de">Ein Spiel.</p>
    <ul><li>Hop</li><li xml:lang="de">Hüpf</li><li>Jump</li></ul></description>
  <screenshots><screenshot><caption xml:lang="de">Stufe</caption><caption>Level 1</caption>
    <image type="source" width="800" height="600" xml:lang="de">https://shots.example/de.png</image>
    <image type="source" width="800" height="600">https://shots.example/a.png</image></screenshot></screenshots>`;

test('texts and pictures in other languages are left out', async () => {
  const xml = catalogText([]).replace(
    '</components>',
    `<component type="desktop"><id>hop</id><name>Hop</name><project_license>MIT</project_license>
      <categories><category>Game</category></categories>${DETAILS}</component>
    <component merge="append" type="desktop"><id>hop</id><name>Skip</name></component></components>`,
  );
  const { games, media, counts } = await convertCatalogs([writeCatalog(gzipSync(xml), 'a.xml.gz')]);
  assert.deepEqual([games.length, counts.components], [1, 1]);
  assert.equal(games[0]?.description, 'A game <about> hopping.\n\n- Hop\n- Jump');
  assert.equal(games[0]?.platforms[0]?.releases?.[0]?.companies[0]?.company, 'company:acme');
  assert.deepEqual(
    media[0]?.screenshots?.map(({ caption, image }) => [caption, image]),
    [['Level 1', 'https://shots.example/a.png']],
  );
});

test('a missing path, a folder without catalogs and YAML are refused', async () => {
  const cases: [path: string, says: RegExp][] = [
    ['/no/such.xml', /^\/no\/such\.xml cannot be read \(no such file or directory\)$/],
    [temporaryFolder('empty'), /has no AppStream catalogs/],
    [writeCatalog('---\nFile: DEP-11', 'Components-amd64.yml.gz'), /is YAML: convert it with "appstreamcli convert /],
  ];
  for (const [path, message] of cases) await assert.rejects(convertCatalogs([path]), { message });
});

const describe = async (title: string, summary: string, description: string) =>
  (await gameOf({ name: { C: title }, summary: { C: summary }, description })).description;

const TEXTS: [name: string, summary: string, markup: string, text: string | null][] = [
  ['paragraphs with a blank line between them', '', '<p>One\n  two.</p>\n\n<p>Three.</p>', 'One two.\n\nThree.'],
  ['lists', '', '<p>Has:</p><ul><li>Red</li><li>Green</li></ul><p>End.</p>', 'Has:\n\n- Red\n- Green\n\nEnd.'],
  ['an ordered list', '', '<ol>\n <li>First</li>\n <li>Second</li>\n</ol>', '- First\n- Second'],
  ['emphasis, whose words stay', '', '<p>A <em>very</em> <code>long</code> way</p>', 'A very long way'],
  ['entities', '', '<p>Tom &amp; &quot;Jerry&apos;s&quot; &#233;t&#xe9;</p>', 'Tom & "Jerry\'s" été'],
  ['entities, decoded once', '', '<p>write &amp;amp; here</p>', 'write amp; here'],
  ['empty markup', '', '<p> </p>', null],
  ['control characters, and accents to be composed', '', '<p>Poke\u0301\u0085mon</p>', 'Poké mon'],
  ['a summary before the text', 'Hop over things', '<p>Hop.</p>', 'Hop over things\n\nHop.'],
  ['a summary alone', 'Hop over things', '', 'Hop over things'],
];

test('summary and markup become plain text', async () => {
  for (const [name, summary, markup, text] of TEXTS) assert.equal(await describe('Title', summary, markup), text, name);
});

const HOSTILE = [
  '<p>&lt;b&gt;bold&lt;/b&gt;</p>',
  '<p>&amp;lt;script&amp;gt; and &amp;eacute;</p>',
  '<script>alert(1)</script><iframe src="x"/>',
  '<p>a &lt;b</p><p>c&gt; d</p>',
  '<![CDATA[<b>x</b>]]>',
];

test('hostile markup becomes plain text', async () => {
  for (const markup of HOSTILE) assert.equal(findTextProblem(await describe('T', markup, markup)), undefined, markup);
});

test('a long text is cut at the end of a paragraph', async () => {
  const text = (await describe('T', '', `<p>${'word '.repeat(1200)}</p>`.repeat(10))) ?? '';
  assert.ok(text.length > 14_000 && text.length <= 20_000 && text.endsWith('word'), String(text.length));
});
