import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { csvOf } from '../support/samples/gamedatabase.ts';
import { listGames, newStore } from '../support/samples/layers.ts';
import { convertSource, writeSource } from '../support/samples/sources.ts';

const rom = (crc: string, name: string, facts: string) =>
  `game (\n\tname "${name}"\n\t${facts}\n\trom ( name "${name}.bin" size 16 crc ${crc} )\n)\n`;

/** Files of a source that name games on several platforms, and the games that they create. */
const SOURCES: [source: string, files: Record<string, string>, games: string[]][] = [
  [
    'libretro',
    {
      'Sony - PlayStation 3.dat': rom('AAAA0001', 'Hop Soccer 12 (USA)', 'releaseyear "2011" developer "Acme"'),
      'Nintendo - Wii.dat': rom('AAAA0002', 'Hop Soccer 12 (Europe)', 'releaseyear "2011" developer "Acme"'),
      'Sony - PlayStation Portable.dat': rom('AAAA0003', 'Hop Soccer 12 (USA)', 'releaseyear "2011"'),
      'Microsoft - Xbox 360.dat': rom('AAAA0005', 'Hop Soccer 12 (USA)', 'serial "X"'),
      'Nintendo - Game Boy.dat': rom('AAAA0004', 'Hop Soccer 12 (Japan)', 'releaseyear "1990" developer "Bolt"'),
    },
    ['Hop Soccer 12', 'Hop Soccer 12'],
  ],
  [
    'gamedatabase',
    {
      'console_nintendo_famicom_nes.csv': csvOf([{ title: 'Hop', id: 'hop', date: '1990' }]),
      'console_nintendo_gameboy.csv': csvOf([{ title: 'Hoppu', id: 'hop', date: '1991' }]),
      'console_nintendo_virtualboy.csv': csvOf([{ title: 'Skip', id: 'skip', date: '1996' }]),
    },
    ['Hop', 'Skip'],
  ],
];

for (const [source, files, games] of SOURCES) {
  test(`new games of ${source} on several platforms are one game`, async () => {
    const { folder } = await convertSource(source, [writeSource(files)], { 'new-games': 'yes' });
    const store = await newStore();
    await loadBundle(store, await openBundle(folder), { clock: () => 1000 });
    assert.deepEqual((await listGames(store)).map((game) => game.replace(/^\d+ /, '')).toSorted(), games);
  });
}

test('games are created on some platforms only, and an unknown platform is refused', async () => {
  const files = {
    'Sony - PlayStation 3.dat': rom('AAAA0001', 'Hop (USA)', 'releaseyear "2011"'),
    'Nintendo - Wii.dat': rom('AAAA0002', 'Skip (USA)', 'releaseyear "2011"'),
  };
  const convert = (list: string) => convertSource('libretro', [writeSource(files)], { 'new-games-on': list });
  const { games } = await convert('playstation-3, xbox');
  const created = (lines: typeof games) => lines.flatMap(({ title, enriches }) => (enriches ? [] : title));
  assert.deepEqual([created(games), created((await convert('modern')).games)], [['Hop'], ['Hop', 'Skip']]);
  await assert.rejects(convert('playstation-3,ps9'), /"ps9" is not a platform; --new-games-on takes names such as/);
});
