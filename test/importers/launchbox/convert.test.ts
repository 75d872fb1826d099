import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { convertSource, writeSource } from '../../support/sources.ts';
import { zipOf } from '../../support/zip.ts';

const element = (name: string, fields: object) =>
  `  <${name}>\n${Object.entries(fields)
    .map(([field, text]) => `    <${field}>${text}</${field}>\n`)
    .join('')}  </${name}>\n`;
const game = (id: number, fields: object) =>
  element('Game', { Name: `Game ${id}`, DatabaseID: id, Platform: 'Nintendo Virtual Boy', ...fields });
const alternate = (id: number, name: string, region = '') =>
  element('GameAlternateName', { AlternateName: name, DatabaseID: id, ...(region && { Region: region }) });
/** A file as the source publishes it: games, then what belongs to them. */
const xml = (...elements: string[]) =>
  `<?xml version="1.0" standalone="yes"?>\n<LaunchBox>\n${elements.join('')}</LaunchBox>\n`;
const convert = (text: string, flags = {}) =>
  convertSource('launchbox', [writeSource({ 'Metadata.xml': text })], flags);

test('a game has a text, a score, developers and the names that follow later', async () => {
  const { games, counts, folder } = await convert(
    xml(
      game(7, {
        Name: 'Hop &amp; Skip: The Pond',
        ReleaseDate: '1995-08-14T00:00:00-05:00',
        ReleaseYear: 1995,
        Overview: 'Hop over &lt;the&gt; pond.\r\n\r\n\r\nThen skip &lt;b&gt;back&lt;/b&gt;.',
        MaxPlayers: 2,
        Cooperative: 'true',
        CommunityRating: 3.6277,
        CommunityRatingCount: 41,
        ESRB: 'E10+ - Everyone 10+',
        Genres: 'Action; Platform',
        Developer: 'Acme, Inc.; Bolt Studios',
        Publisher: 'Acme',
        VideoURL: 'https://video.example/1',
      }),
      element('Platform', { Name: 'Nintendo Virtual Boy', Emulated: 'true', Developer: 'Nintendo' }),
      alternate(7, 'ホップ', 'Japan'),
      alternate(7, 'Hopper'),
      element('GameImage', { DatabaseID: 7, FileName: 'x.png', Type: 'Box - Front', Region: 'World' }),
    ),
  );
  assert.deepEqual([counts.entries, counts.games], [1, 1]);
  assert.deepEqual(games, [
    {
      key: 'launchbox:7',
      title: 'Hop & Skip: The Pond',
      alternate_titles: [
        { title: 'Hopper', description: 'Alternate title' },
        { title: 'ホップ', description: 'Japan title' },
      ],
      description: 'Hop over <the> pond.\n\nThen skip b back /b .',
      catalog_score: 7.3,
      num_votes: 41,
      genres: ['genre:action', 'genre:platform'],
      groups: [],
      platforms: [
        {
          platform: 'platform:virtual-boy',
          first_release_date: '1995-08',
          attributes: [
            'attribute:multiplayer-options/cooperative',
            'attribute:number-of-players-supported/1-2-players',
          ],
          ratings: ['rating:esrb-rating/everyone-10-plus'],
          releases: [
            {
              release_date: '1995-08-14',
              countries: [],
              companies: [
                { company: 'company:acme', role: 'Developed by' },
                { company: 'company:bolt-studios', role: 'Developed by' },
                { company: 'company:acme', role: 'Published by' },
              ],
              description: null,
              product_codes: [],
            },
          ],
        },
      ],
      ids: { launchbox: ['7'] },
      enriches: true,
    },
  ]);
  const { complete, sources } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  assert.deepEqual([complete, sources[0].licence], [true, 'LicenseRef-not-stated']);
});

/** Fields of a game, and a part of its line. */
const FIELDS: [what: string, fields: object, part: object][] = [
  ['the first of January is a year', { ReleaseDate: '1996-01-01T00:00:00+00:00' }, { first_release_date: '1996' }],
  ['the year alone', { ReleaseYear: 1997 }, { first_release_date: '1997' }],
  ['a year before that of the platform', { ReleaseYear: 1991 }, { first_release_date: null }],
  ['an unreleased game has no date', { ReleaseYear: 1997, ReleaseType: 'Unreleased' }, { first_release_date: null }],
  ['a game that is not rated', { ESRB: 'Not Rated' }, { ratings: [] }],
  ['an impossible number of players', { MaxPlayers: '-3' }, { attributes: [] }],
  ['a hack', { ReleaseType: 'ROM Hack' }, { attributes: ['attribute:kind/hack'] }],
  ['a type that is the name of a JavaScript function', { ReleaseType: 'toString' }, { attributes: [] }],
  ['downloadable content', { ReleaseType: 'DLC' }, { attributes: ['attribute:kind/add-on'] }],
];

for (const [what, fields, part] of FIELDS) {
  test(`LaunchBox: ${what}`, async () => {
    const { games } = await convert(xml(game(1, fields)));
    assert.partialDeepStrictEqual(games[0]?.platforms[0], part);
  });
}

const SCORES: [rating: string, votes: string, score: number | undefined][] = [
  ['5', '1', 10],
  ['0', '0', undefined],
  ['4.2', '0', undefined],
  ['6', '3', undefined],
  ['none', '3', undefined],
  ['4', '-1', undefined],
];

for (const [rating, votes, score] of SCORES) {
  test(`LaunchBox: ${rating} stars of ${votes} votes are ${score ?? 'no'} points`, async () => {
    const { games } = await convert(xml(game(1, { CommunityRating: rating, CommunityRatingCount: votes })));
    assert.equal(games[0]?.catalog_score, score);
  });
}

test('Metadata.zip is read without unpacking it, and .gz too', async () => {
  const text = xml(game(1, { Name: 'Hop' }));
  const archive = zipOf({ 'Files.xml': '<LaunchBox/>', 'Metadata.xml': text });
  for (const files of [{ 'Metadata.zip': archive }, { 'Metadata.xml.gz': gzipSync(text) }]) {
    const folder = writeSource(files as Record<string, Buffer>);
    assert.deepEqual(
      (await convertSource('launchbox', [folder])).games.map(({ title }) => title),
      ['Hop'],
    );
  }
});

test('megabytes of pictures follow the games', async () => {
  const image = element('GameImage', { DatabaseID: 7, FileName: 'x'.repeat(1000), Type: 'Box - Front' });
  const { games } = await convert(xml(game(7, {}), image.repeat(5000), alternate(7, 'Hopper')));
  assert.deepEqual(games[0]?.alternate_titles, [{ title: 'Hopper', description: 'Alternate title' }]);
});

test('platforms that no table knows are reported, and what is no platform is skipped', async () => {
  const { games, unknown } = await convert(
    xml(game(1, { Platform: 'Acme Station' }), game(2, { Platform: 'OpenBOR' }), game(3, {})),
  );
  assert.deepEqual(
    games.map(({ key }) => key),
    ['launchbox:3'],
  );
  assert.deepEqual(unknown, [{ what: 'platform Acme Station', count: 1 }]);
});

test('--new-games adds games of their own', async () => {
  const text = xml(game(1, {}), game(2, { ReleaseType: 'ROM Hack' }));
  const { games } = await convert(text, { 'new-games': '' });
  assert.deepEqual(
    games.map(({ enriches }) => enriches),
    [undefined, true],
  );
});

test('entries without an id, a name or a platform are reported and skipped', async () => {
  const broken = element('Game', { Name: 'No id' }) + element('Game', { DatabaseID: 9, Platform: 'Arcade' });
  const text = xml(game(1, {}), broken, element('Game', { DatabaseID: 8, Name: 'Nowhere' }));
  const { games, unknown } = await convert(text);
  assert.deepEqual(
    games.map(({ key }) => key),
    ['launchbox:1'],
  );
  assert.deepEqual(
    unknown.map(({ what }) => what),
    [
      'broken entry Metadata.xml:8: an entry without a DatabaseID (No id)',
      'broken entry Metadata.xml:11: the game 9 has no Name',
      'broken entry Metadata.xml:15: the game 8 has no Platform',
    ],
  );
  await assert.rejects(
    convert(text, { strict: '' }),
    /Metadata\.xml:8: an entry without a DatabaseID .*nothing was imported$/,
  );
});
