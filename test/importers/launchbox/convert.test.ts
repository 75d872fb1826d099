import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { assertGames, convertFile, convertSource, writeSource } from '../../support/samples/sources.ts';
import { zipOf } from '../../support/samples/zip.ts';

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
const convert = (text: string, flags = {}) => convertFile('launchbox', 'Metadata.xml', text, flags);

test('a game has a text, a score, developers and the names that follow later', async () => {
  const { games, counts, manifest } = await convert(
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
  assertGames(
    games,
    `
launchbox:7: Hop & Skip: The Pond
  also Hopper (Alternate title); ホップ (Japan title)
  text Hop over <the> pond.//Then skip b back /b .
  score 7.3 of 41
  genres action; platform
  ids launchbox 7
  on virtual-boy; 1995-08
  attributes multiplayer-options/cooperative; number-of-players-supported/1-2-players
  ratings esrb-rating/everyone-10-plus
  release 1995-08-14 | Developed by acme, Developed by bolt-studios, Published by acme`,
    ...['new', 'also', 'text', 'score', 'genres', 'groups', 'ids', 'on', 'attributes', 'ratings', 'release'],
  );
  assert.deepEqual([manifest.complete, manifest.sources[0]?.licence], [true, 'LicenseRef-not-stated']);
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

test('fields of a game that are missing, vague or wrong', async () => {
  for (const [what, fields, part] of FIELDS) {
    const { games } = await convert(xml(game(1, fields)));
    assert.partialDeepStrictEqual(games[0]?.platforms[0], part, what);
  }
});

test('stars are points, and a score without votes or out of range is none', async () => {
  const scores: [rating: string, votes: string, score: number | undefined][] = [
    ['5', '1', 10],
    ['0', '0', undefined],
    ['4.2', '0', undefined],
    ['6', '3', undefined],
    ['none', '3', undefined],
    ['4', '-1', undefined],
  ];
  for (const [CommunityRating, CommunityRatingCount, score] of scores) {
    const { games } = await convert(xml(game(1, { CommunityRating, CommunityRatingCount })));
    assert.equal(games[0]?.catalog_score, score, CommunityRating);
  }
});

test('Metadata.zip is read without unpacking it, and .gz too', async () => {
  const text = xml(game(1, { Name: 'Hop' }));
  const archive = zipOf({ 'Files.xml': '<LaunchBox/>', 'Metadata.xml': text });
  for (const [name, content] of [['Metadata.zip', archive] as const, ['Metadata.xml.gz', gzipSync(text)] as const])
    assertGames((await convertSource('launchbox', [writeSource({ [name]: content })])).games, 'launchbox:1: Hop');
});

test('megabytes of pictures follow the games', async () => {
  const image = element('GameImage', { DatabaseID: 7, FileName: 'x'.repeat(1000), Type: 'Box - Front' });
  const { games } = await convert(xml(game(7, {}), image.repeat(5000), alternate(7, 'Hopper')));
  assert.deepEqual(games[0]?.alternate_titles, [{ title: 'Hopper', description: 'Alternate title' }]);
});

test('platforms that no table knows are reported, and what is no platform is skipped', async () => {
  const platforms = [{ Platform: 'Acme Station' }, { Platform: 'OpenBOR' }, {}];
  const { games, unknown } = await convert(xml(...platforms.map((fields, i) => game(i + 1, fields))));
  assertGames(games, 'launchbox:3: Game 3');
  assert.deepEqual(unknown, [{ what: 'platform Acme Station', count: 1 }]);
});

test('--new-games adds games of their own', async () => {
  const { games } = await convert(xml(game(1, {}), game(2, { ReleaseType: 'ROM Hack' })), { 'new-games': '' });
  assertGames(games, 'launchbox:1: Game 1\n  new yes\nlaunchbox:2: Game 2', 'new');
});

test('entries without an id, a name or a platform are reported and skipped', async () => {
  const broken = element('Game', { Name: 'No id' }) + element('Game', { DatabaseID: 9, Platform: 'Arcade' });
  const text = xml(game(1, {}), broken, element('Game', { DatabaseID: 8, Name: 'Nowhere' }));
  const { games, unknown } = await convert(text);
  assertGames(games, 'launchbox:1: Game 1');
  assert.deepEqual(
    unknown.map(({ what }) => what.replace('broken entry Metadata.xml:', '')),
    ['8: an entry without a DatabaseID (No id)', '11: the game 9 has no Name', '15: the game 8 has no Platform'],
  );
});
