import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertSource, writeSource } from '../../support/samples/sources.ts';

/** The games for DOS that are created: of Star Control II and Hop, and of a later game called Stonekeep. */
async function newGames(flags: Record<string, string>): Promise<string[]> {
  const games = [
    ['Star Control II', 1992],
    ['Hop', 1992],
    ['Stonekeep', 2004],
  ].map(
    ([name, year], i) =>
      `game (\n\tname "${name} (${year})"\n\treleaseyear "${year}"\n\tdeveloper "Acme"\n\trom ( name "A.ZIP" size 16 crc AAAA000${i} )\n)\n`,
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
