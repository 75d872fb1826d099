import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openBundle } from '../../../src/bundle/bundle.ts';
import { catalogText, component, convertCatalogs, convertComponents, writeCatalog } from '../../support/appstream.ts';

const HEAD = '<components version="1.0" origin="flatpak" media_baseurl="https://media.example/test">';
const catalogXml = (...components: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${HEAD}\n${components.join('\n')}\n</components>\n`;
const convertXml = (...components: string[]) =>
  convertCatalogs([writeCatalog(catalogXml(...components), 'appstream.xml')]);

/** A component like those of Flathub. */
const game = (more = '', type = 'desktop-application') => `<component type="${type}">
  <id>org.example.Hop.desktop</id>
  <name>Hop &amp; Jump</name>
  <name xml:lang="de">Hüpf</name>
  <summary>Hop over things</summary>
  <summary xml:lang="de">Hüpfe</summary>
  <project_license>GPL-2.0-or-later</project_license>
  <categories><category>Game</category><category>ArcadeGame</category></categories>
  ${more}
</component>`;

const DETAILS = `<developer id="org.example"><name>Acme</name><name xml:lang="de">Akme</name></developer>
  <description><p>A <em>game</em> &lt;about&gt; hopping.</p><p xml:lang="de">Ein Spiel.</p>
    <ul><li>Hop</li><li xml:lang="de">Hüpf</li><li>Jump</li></ul></description>
  <description xml:lang="fr"><p>Un jeu.</p></description>
  <url type="bugtracker">https://bugs.example/</url>
  <url type="homepage">https://hop.example/</url>
  <bundle type="flatpak" runtime="org.freedesktop.Platform/x86_64/24.08">app/org.example.Hop/x86_64/stable</bundle>
  <provides><binary>hop</binary><id>hop.desktop</id></provides>
  <replaces><id>org.example.OldHop</id></replaces>
  <requires><control>keyboard</control></requires>
  <releases>
    <release type="stable" version="1.10" timestamp="1700000000"><description><p>News</p></description></release>
    <release type="development" version="2.0" date="2026-01-01"/>
    <release version="1.0" date="2020-02-03"/>
  </releases>
  <screenshots>
    <screenshot><image type="source" width="640" height="400">b.png</image></screenshot>
    <screenshot type="default"><caption>Level 1</caption><caption xml:lang="de">Stufe</caption>
      <image type="source" width="800" height="600" xml:lang="de">https://shots.example/de.png</image>
      <image type="source" width="800" height="600">https://shots.example/a.png</image>
      <image type="thumbnail" width="224" height="168">https://shots.example/224.png</image></screenshot>
    <screenshot><video>https://shots.example/a.webm</video></screenshot>
  </screenshots>`;

/** The same in YAML. */
const SAME = component({
  ID: 'org.example.Hop.desktop',
  Name: { C: 'Hop & Jump', de: 'Hüpf' },
  ProjectLicense: 'GPL-2.0-or-later',
  Developer: { name: { C: 'Acme' } },
  Description: { C: '<p>A <em>game</em> &lt;about&gt; hopping.</p><ul><li>Hop</li><li>Jump</li></ul>' },
  Url: { homepage: 'https://hop.example/' },
  Provides: { ids: ['hop.desktop'] },
  Replaces: [{ id: 'org.example.OldHop' }],
  Requires: [{ control: 'keyboard' }],
  Releases: [
    { version: '1.10', type: 'stable', 'unix-timestamp': 1700000000 },
    { version: '2.0', type: 'development', date: '2026-01-01' },
    { version: '1.0', date: '2020-02-03' },
  ],
  Screenshots: [
    { 'source-image': { url: 'b.png', width: 640, height: 400 } },
    {
      default: true,
      caption: { C: 'Level 1' },
      'source-image': { url: 'https://shots.example/a.png', width: 800, height: 600 },
      thumbnails: [{ url: 'https://shots.example/224.png', width: 224, height: 168 }],
    },
  ],
});

test('a catalog in XML gives the same game as one in YAML', async () => {
  const yaml = await convertComponents([SAME]);
  assert.deepEqual([yaml.games.length, yaml.media[0]?.screenshots?.length], [1, 2]);
  const xml = catalogXml(game(DETAILS), '<component type="runtime"><id>org.example.Platform</id></component>');
  for (const [name, content] of [
    ['appstream.xml', xml],
    ['appstream.xml.gz', gzipSync(xml)],
  ] as const) {
    const { games, media, unknown, counts, folder } = await convertCatalogs([writeCatalog(content, name)]);
    assert.deepEqual(games, yaml.games, name);
    assert.deepEqual(media, yaml.media, name);
    assert.deepEqual([unknown, counts.components], [[], 2], name);
    assert.equal((await openBundle(folder)).manifest.sources[0]?.version, 'flatpak');
  }
});

test('catalogs in YAML and XML are one source', async () => {
  const yaml = catalogText([component({ ID: 'org.example.Skip', Name: { C: 'Skip' } })]);
  const { games } = await convertCatalogs([writeCatalog(yaml), writeCatalog(catalogXml(game()), 'a.xml')]);
  assert.deepEqual(
    games.map(({ title }) => title),
    ['Hop & Jump', 'Skip'],
  );
});

test('the old name of the type and of the developer are known', async () => {
  const { games } = await convertXml(game('<developer_name>Acme</developer_name>', 'desktop'));
  assert.equal(games[0]?.platforms[0]?.releases?.[0]?.companies[0]?.company, 'company:acme');
});

test('games that are not free and components that only add to others are left out', async () => {
  const proprietary = game().replace('GPL-2.0-or-later', 'LicenseRef-proprietary');
  const unknown = game().replace(/<project_license>.*<\/project_license>/, '');
  const addition = game().replace('<component ', '<component merge="append" ');
  const { games, counts } = await convertXml(proprietary, unknown, addition);
  assert.deepEqual(games, []);
  assert.deepEqual([counts['games that are not free'], counts.components], [2, 2]);
});
