import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertGames, convertSource, writeSource } from '../../support/samples/sources.ts';
import { zipOf } from '../../support/samples/zip.ts';

interface Sketch {
  name?: string;
  id?: string;
  type?: string;
  region?: string;
  languages?: string;
  /** By language: title, then synopsis. */
  locales?: Record<string, [title: string, synopsis?: string]>;
  /** Elements after the locales. */
  rest?: string;
}

/** An entry as the source publishes it. */
function game(sketch: Sketch): string {
  const { name = 'Hop (USA) (EN)', id = 'RHPE01', type = '', region = 'NTSC-U', languages = 'EN' } = sketch;
  const { locales = { EN: ['Hop'] }, rest = '' } = sketch;
  const texts = Object.entries(locales).map(
    ([lang, [title, synopsis]]) =>
      `\t\t<locale lang="${lang}">\n\t\t\t<title>${title}</title>\n\t\t\t${synopsis ? `<synopsis>${synopsis}</synopsis>` : '<synopsis/>'}\n\t\t</locale>\n`,
  );
  return `\t<game name="${name}">
\t\t<id>${id}</id>
\t\t<type>${type}</type>
\t\t<region>${region}</region>
\t\t<languages>${languages}</languages>
${texts.join('')}${rest}\t</game>
`;
}

const xml = (...games: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<datafile>\n\t<WiiTDB version="20260101" games="${games.length}"/>\n${games.join('')}</datafile>\n`;
const convert = (files: Record<string, string | Buffer>, flags = {}) =>
  convertSource('gametdb', [writeSource(files)], flags);
const CRC = 'abcd0001';

test('the releases of a game in several regions are one game with a synopsis', async () => {
  const { games, counts } = await convert({
    'wiitdb.xml': xml(
      game({
        locales: { EN: ['Hop', 'Hop over the pond.\n\nThen skip.'], KO: ['홉'] },
        rest: `<developer>Acme, Inc.</developer><publisher>Nintendo</publisher><date year="2007" month="2" day="12"/>
<genre>action,platformer</genre><rating type="ESRB" value="T"><descriptor>mild violence</descriptor></rating>
<wi-fi players="0"/><input players="4"><control type="wiimote" required="true"/></input>
<rom version="1.00" name="Hop.iso" size="1" crc="${CRC}" md5="" sha1=""/><case color="FFFFFF"/>`,
      }),
      game({
        name: 'Hop (Japan) (JA)',
        id: 'RHPJ01',
        region: 'NTSC-J',
        languages: 'JA',
        locales: { EN: ['Hop', 'Hop.'], JA: ['ホップ'] },
        rest: '<developer>Acme</developer><publisher>Nintendo</publisher><date year="2006" month="12" day="2"/><rating type="CERO" value=""/>',
      }),
    ),
  });
  assert.deepEqual([counts.entries, counts.games, counts['games with a description']], [2, 1, 1]);
  assertGames(
    games,
    `
gametdb:wii/hop: Hop
  also ホップ (Japanese spelling)
  text Hop over the pond.//Then skip.
  genres action; platform
  ids crc32 ${CRC}
  on wii; 2006-12
  attributes language/english; language/japanese; number-of-players-supported/1-4-players
  ratings esrb-rating/teen
  release 2006-12-02 | Japan | Developed by acme, Published by nintendo
  release 2007-02-12 | United States | Developed by acme, Published by nintendo | Hop.iso`,
    ...['new', 'also', 'text', 'genres', 'ids', 'on', 'attributes', 'ratings', 'release'],
  );
});

const PLATFORMS: [file: string, type: string, platform: string | undefined][] = [
  ['wiitdb.xml', '', 'platform:wii'],
  ['wiitdb.xml', 'GameCube', 'platform:gamecube'],
  ['wiitdb.xml', 'WiiWare', 'platform:wii'],
  ['wiitdb.xml', 'VC-NES', undefined],
  ['wiitdb.xml', 'Channel', undefined],
  ['ps3tdb.xml', '', 'platform:playstation-3'],
  ['3dstdb.xml', '3DS', 'platform:nintendo-3ds'],
  ['dstdb.xml', 'DSiWare', 'platform:nintendo-dsi'],
  ['switchtdb.xml', 'Switch', 'platform:nintendo-switch'],
  ['wiiutdb.xml', 'eShop', 'platform:wii-u'],
];

test('the file and the type of a game tell its platform', async () => {
  for (const [file, type, platform] of PLATFORMS) {
    const { games, unknown } = await convert({ [file]: xml(game({ type })) });
    assert.deepEqual([games[0]?.platforms[0]?.platform, unknown], [platform, []], `${type} in ${file}`);
  }
});

test('the id of a PlayStation 3 game is its product code', async () => {
  const { games } = await convert({ 'ps3tdb.xml': xml(game({ id: 'BLUS30001' })) });
  assertGames(games, 'gametdb:playstation-3/hop: Hop\n  release - | United States | BLUS-30001 Sony PN', 'release');
});

test('an archive is named after its database', async () => {
  const { games } = await convert({ 'wiitdb.zip': zipOf({ 'wiitdb.xml': xml(game({})) }) });
  assert.equal(games.length, 1);
});

test('unknown files, types and regions are reported, and entries without a title are skipped', async () => {
  const { games, unknown } = await convert({
    'acmetdb.xml': xml(),
    'wiitdb.xml': xml(
      game({ type: 'Toaster' }),
      game({ name: 'Skip', region: 'Moon', locales: { EN: ['Skip'] } }),
      game({ name: '', locales: {}, id: 'RXXE01' }),
    ),
  });
  assertGames(games, 'gametdb:wii/skip: Skip');
  assert.deepEqual(unknown.map(({ what }) => what).toSorted(), [
    'broken entry wiitdb.xml:24: the game RXXE01 has no title',
    'file acmetdb.xml',
    'region Moon',
    'type Toaster in wiitdb',
  ]);
});
