import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertSource, writeSource } from '../../support/samples/sources.ts';

/** The games for DOS that are created: of Star Control II and Hop, and of a later game called Stonekeep. */
async function newGames(flags: Record<string, string>): Promise<string[]> {
  const games = Object.entries({ 'Star Control II': 1992, Hop: 1992, Stonekeep: 2004 }).map(
    ([name, year], i) =>
      `game ( name "${name} (${year})" releaseyear "${year}" developer "Acme" rom ( name "A.ZIP" size 16 crc AAAA000${i} ) )\n`,
  );
  const converted = await convertSource('libretro', [writeSource({ 'DOS.dat': games.join('') })], flags);
  return converted.games.filter(({ enriches }) => !enriches).map(({ title }) => title);
}

test('with games of other platforms, those for DOS are created whose first release is known', async () => {
  assert.deepEqual(await newGames({}), []);
  assert.deepEqual(await newGames({ 'new-games-on': 'modern' }), ['Star Control II']);
  assert.deepEqual(await newGames({ 'new-games-on': 'dos' }), ['Hop', 'Star Control II', 'Stonekeep']);
});

test('a list of titles creates a game for each but translations, and joins titles of one game', async () => {
  const discs = [
    'Hop (Japan)',
    'Hop - Kaette Kita (USA)',
    'Skip (Europe)',
    'Der Skip (Germany)',
    'Saut (France, Italy)',
    'Skip (Japan) (Demo 1)',
    'Biohazard (Japan)',
    'Resident Evil (USA)',
  ].map((name, i) => `game (\n\tname "${name}"\n\trom ( name "A.bin" size 16 crc AAAA000${i} )\n)\n`);
  const source = writeSource({ 'Sony - PlayStation.dat': discs.join('') });
  const convert = async (list: string) => (await convertSource('libretro', [source], { 'new-games-on': list })).games;
  const created = (await convert('playstation')).filter(({ enriches }) => !enriches).map(({ title }) => title);
  assert.deepEqual(created, ['Hop: Kaette Kita', 'Resident Evil', 'Skip']);
});

let crc = 0xbbbb0000;
const dump = (name: string) =>
  `game (\n\tname "${name}"\n\trom ( name "${name}.wad" size 16 crc ${(++crc).toString(16)} )\n)\n`;
const facts = (name: string, serial: string, year: number, developer = 'Sega') =>
  `game (\n\tname "${name}"\n\tserial "${serial}"\n\tdeveloper "${developer}"\n\treleaseyear ${year}\n\treleasemonth 6\n\trom ( name "${name}.iso" serial "${serial}" )\n)\n`;

/** The key, the first date and the other keys of each game. */
async function describe(system: string, dumps: string, ofFacts: string) {
  const files = { [`no-intro/${system}.dat`]: dumps, [`facts/${system}.dat`]: ofFacts };
  const { games } = await convertSource('libretro', [writeSource(files)], { 'new-games-on': 'modern' });
  return games.map(({ key, platforms, members = [], enriches = false }) => [
    key.replace('libretro:', ''),
    platforms[0]?.first_release_date,
    enriches ? 'enriches' : 'creates',
    ...members,
  ]);
}

test('reissues of one title for two machines are two lines, by the tag of the dump and the letter of the code', async () => {
  const dumps = ['SMD', 'SMS'].map((machine) => dump(`Sonic The Hedgehog (USA) (${machine}) (Virtual Console)`));
  const games = await describe(
    'Nintendo - Wii',
    dumps.join('') + dump('Hop (USA) (SMS) (Virtual Console)'),
    facts('Sonic The Hedgehog (USA)', 'MAHE', 2007) +
      facts('Sonic The Hedgehog (USA)', 'LAGE', 2008) +
      facts('Hop (USA)', 'LAXE', 2009),
  );
  assert.deepEqual(games, [
    ['wii/hop@sega-master-system', '2009-06', 'enriches'],
    ['wii/sonic-the-hedgehog@genesis', '2007-06', 'enriches'],
    ['wii/sonic-the-hedgehog@sega-master-system', '2008-06', 'enriches'],
  ]);
});

test('a game of the console itself keeps its key beside reissues of other games of its title', async () => {
  const games = await describe(
    'Nintendo - Wii U',
    dump('Pinball (USA)') + dump('Pinball (USA) (NES) (Virtual Console)'),
    facts('PINBALL (USA)', 'BLME', 2012, 'RCMADIAX') + facts('Pinball (USA)', 'FBNE', 2013, 'Nintendo'),
  );
  assert.deepEqual(games, [
    ['wii-u/pinball', '2012-06', 'creates'],
    ['wii-u/pinball@nes', '2013-06', 'enriches'],
  ]);
});

test('a dump without a machine is a reissue if all facts about its title are of one', async () => {
  const games = await describe(
    'Nintendo - Wii U',
    dump("Shadow's Tale, A (Europe)") + dump('Lost in Shadow (USA) (Wii)'),
    facts("A Shadow's Tale (Europe)", 'VA8P', 2012) + facts('Lost in Shadow (USA)', 'VA8E', 2011),
  );
  assert.deepEqual(
    games.map(([key, , creates]) => [key, creates]),
    [['wii-u/lost-in-shadow@wii', 'enriches']],
  );
});
