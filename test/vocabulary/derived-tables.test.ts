import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwnDeveloper } from '../../src/vocabulary/developers.ts';
import { findGenre, genreKeys, genresOfModernTitle, genresOfTitle } from '../../src/vocabulary/genres.ts';
import { isOutsideSeries, seriesOfTitles } from '../../src/vocabulary/series.ts';
import { readTable } from '../../src/vocabulary/tables.ts';
import { developersOfTitle } from '../../src/vocabulary/title-developers.ts';
import { openTitlePatterns } from '../../src/vocabulary/title-patterns.ts';
import { entryKey } from '../../src/vocabulary/vocabulary.ts';

const SERIES: [title: string, series: string[]][] = [
  ['Zelda no Densetsu: Kamigami no Triforce', ['The Legend of Zelda']],
  ["Link's Crossbow Training", ['The Legend of Zelda']],
  ['The Legend of Zelda: Majora’s Mask', ['The Legend of Zelda']],
  ['Rockman 3', ['Mega Man']],
  ['Mega Man X4', ['Mega Man', 'Mega Man X']],
  ['Biohazard 2', ['Resident Evil']],
  ['Bio-Hazard Battle', []],
  ['Akumajou Dracula X: Chi no Rondo', ['Castlevania']],
  ['Bare Knuckle II', ['Streets of Rage']],
  ["Dr. Robotnik's Mean Bean Machine", ['Puyo Puyo', 'Sonic the Hedgehog']],
  ['Pocket Monsters Ruby', ['Pokémon']],
  ['Sonic Blast Man', []],
  ['Sonic Boom', []],
  ['Tetris Attack', ['Panel de Pon']],
  ['Bust-A-Groove', []],
  ['Mario Andretti Racing', []],
  ['Final Fantasy Legend II', ['SaGa']],
  ['Doomdark’s Revenge', ['Lords of Midnight']],
  ['Aliens', ['Alien']],
  ['Alien 8', []],
];

for (const [title, expected] of SERIES) {
  test(`${title} belongs to ${expected.join(' and ') || 'no series'}`, () => {
    assert.deepEqual(
      seriesOfTitles([title], undefined)
        .map(({ group }) => group.group_name)
        .toSorted(),
      expected,
    );
  });
}

test('a game that is older than a series has only its title', () => {
  const names = (title: string, year: number) => seriesOfTitles([title], year).map(({ group }) => group.group_name);
  assert.deepEqual(names('Rockman', 1985), []);
  assert.deepEqual(names('Rockman', 1987), ['Mega Man']);
  assert.ok(isOutsideSeries('group:pokemon', 'Green Beret', 1985));
  assert.ok(!isOutsideSeries('group:pokemon', 'Green Beret', undefined));
  assert.ok(!isOutsideSeries('group:pokemon', 'Pokémon Red', 1996));
  assert.ok(!isOutsideSeries('group:hop', 'Hop', 1980), 'the table does not have it');
});

test('the name of a copy puts no game into a series', () => {
  const series = seriesOfTitles(['Speedy Gonzales', 'Sonic 6'], 1993);
  assert.deepEqual(
    series.map(({ group }) => group.group_name),
    ['Looney Tunes'],
  );
  assert.ok(isOutsideSeries('group:sonic-the-hedgehog', 'Speedy Gonzales', 1993));
});

test('the years of series can be read', () => {
  const years = readTable('series.tsv').map((row) => row[5]);
  assert.deepEqual(
    years.filter((year) => !/^(?:(?:19|20)\d\d)?$/.test(year as string)),
    [],
  );
});

const GENRES: [title: string, genres: string][] = [
  ['Epic Pinball', 'Action; Pinball'],
  ['Super Real Mahjong P7', 'Strategy / tactics; Cards / tiles'],
  ['Arms Race', ''],
  ['Kingdom Hearts', ''],
  ['Grand Prix Simulator 2', 'Racing / Driving'],
  ['Maths Invaders', 'Educational'],
  ['Kick Boxing', 'Action; Fighting; Martial arts'],
  ['Disk Manager', ''],
  ['Breakout', 'Action; Paddle / Pong'],
];

for (const [title, expected] of GENRES) {
  test(`${title} tells the genres ${expected || 'nothing'}`, () => {
    assert.deepEqual(genresOfTitle(title), genreKeys(expected));
  });
}

const MODERN_GENRES: [title: string, genres: string][] = [
  ['SingStar Summer Party', 'Action; Music / rhythm'],
  ['Sonic Riders: Zero Gravity', 'Racing / Driving'],
  ['Atelier Ayesha: The Alchemist of Dusk', 'Role-playing (RPG)'],
  ['Flower', 'Adventure'],
  ['Flower Shop', ''],
];

for (const [title, expected] of MODERN_GENRES) {
  test(`on newer consoles, ${title} tells the genres ${expected || 'nothing'}`, () => {
    assert.deepEqual(genresOfModernTitle(title), genreKeys(expected));
  });
}

test('a pattern is the first words of a title, words in any place, or the whole title', () => {
  const find = openTitlePatterns(
    ['Zelda', '*Pinball', 'Golf$', '*Quiz$', '*The End'].map((pattern) => [pattern, pattern]),
  );
  const cases: [string, string[]][] = [
    ['ZELDA: the Wand', ['Zelda']],
    ['The Zelda', ['Zelda']],
    ['Zeldas', []],
    ['My Zelda', []],
    ['Epic Pinball 2', ['*Pinball']],
    ['Golf', ['Golf$']],
    ['Golf 2', []],
    ['Pinball Quiz', ['*Pinball', '*Quiz$']],
    ['This Is The End', ['*The End']],
    ['The End', ['*The End']],
    ['My End', []],
    ['', []],
    ['ゼルダ', []],
  ];
  for (const [title, expected] of cases) assert.deepEqual(find(title), expected, title);
});

test('the tables name genres, platforms and series that exist, each once', () => {
  for (const [table, column] of [
    ['series.tsv', 2],
    ['title-genres.tsv', 1],
    ['modern-title-genres.tsv', 1],
    ['company-genres.tsv', 1],
    ['platform-genres.tsv', 1],
  ] as const)
    for (const row of readTable(table))
      for (const key of genreKeys(row[column] ?? '')) assert.ok(findGenre(key), `${table} ${row[0]} ${key}`);
  for (const table of ['platform-genres.tsv', 'own-developer-platforms.tsv'])
    for (const [name = ''] of readTable(table))
      assert.ok(
        readTable('platforms.tsv').some(([, platform]) => platform === name),
        name,
      );
  for (const table of [
    'series.tsv',
    'company-genres.tsv',
    'platform-genres.tsv',
    'own-developers.tsv',
    'own-developer-platforms.tsv',
  ]) {
    const names = readTable(table).map(([name = '']) => name.toLowerCase());
    assert.deepEqual(
      names.filter((name, i) => names.indexOf(name) !== i),
      [],
      table,
    );
  }
});

test('a publisher may be the developer on one kind of machine only', () => {
  const cases: [company: string, platform: string, year: number | undefined, isHomebrew: boolean, expected: boolean][] =
    [
      ['koei', 'nes', 1990, false, true],
      ['ocean-software', 'amiga', 1990, false, false],
      ['namco', 'arcade', 1990, false, true],
      ['namco', 'playstation', 1995, false, false],
      ['midway', 'arcade', 1990, false, false],
      ['ann', 'nes', undefined, true, true],
      ['hobby-press', 'zx-spectrum', undefined, true, false],
      ['himeya-soft', 'pc-98', undefined, false, true],
      ['enix', 'pc-98', 1985, false, false],
      ['ann', 'zx-spectrum', 1986, false, false],
      ['ann', 'zx-spectrum', undefined, false, false],
      ['ann', 'zx-spectrum', 2010, false, true],
      ['cronosoft', 'zx-spectrum', 2010, false, false],
    ];
  for (const [company, platform, year, isHomebrew, expected] of cases)
    assert.equal(
      isOwnDeveloper(`company:${company}`, { platform: `platform:${platform}`, year, isHomebrew }),
      expected,
      `${company} ${year}`,
    );
});

test('the developer of a title depends on the platform', () => {
  const cases: [title: string, platform: string, developers: string[]][] = [
    ['Gran Turismo 5', 'playstation-3', ['Polyphony Digital']],
    ['Gran Turismo 5', 'zx-spectrum', []],
    ['Dragon Ball Z: Budokai 3', 'playstation-2', ['Dimps']],
    ['Dragon Ball Z: Budokai Tenkaichi 3', 'playstation-2', ['Spike']],
    ['Dragon Ball Z: Budokai Tenkaichi 3', 'nintendo-ds', []],
  ];
  for (const [title, platform, expected] of cases)
    assert.deepEqual(
      developersOfTitle(title, `platform:${platform}`).map(({ company_name }) => company_name),
      expected,
      `${title} ${platform}`,
    );
});

test('titles of developers are on platforms that exist', () => {
  const known = new Set(readTable('platforms.tsv').map(([, name = '']) => entryKey('platform', name)));
  for (const [developer, , , platforms = ''] of readTable('title-developers.tsv'))
    for (const slug of platforms.split('|'))
      assert.ok(slug === '' || known.has(`platform:${slug}`), `${developer} ${slug}`);
});
