import assert from 'node:assert/strict';
import { test } from 'node:test';
import { developersOfTitle, isOwnDeveloper } from '../../src/merging/merge/derive-developers.ts';
import { companyKey, companyName } from '../../src/vocabulary/companies.ts';
import { type FactName, findFacts, listFacts, openTitlePatterns } from '../../src/vocabulary/facts.ts';
import { isPlatform } from '../../src/vocabulary/platforms.ts';
import { isOutsideSeries } from '../../src/vocabulary/series.ts';
import { readTable } from '../../src/vocabulary/tables.ts';
import { findGenre, genreKeys } from '../../src/vocabulary/vocabulary.ts';

function seriesOf(titles: string[], year = Infinity): string[] {
  return findFacts('series', { titles, platforms: ['platform:nes'], year }).toSorted();
}

function genresOf(title: string, platform: string): string[] {
  return findFacts('genre', { titles: [title], platforms: [`platform:${platform}`] }).flatMap(genreKeys);
}

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

test('a title tells the series', () => {
  for (const [title, expected] of SERIES) assert.deepEqual(seriesOf([title]), expected, title);
});

test('a game that is older than a series has only its title', () => {
  assert.deepEqual(seriesOf(['Rockman'], 1985), []);
  assert.deepEqual(seriesOf(['Rockman'], 1987), ['Mega Man']);
  assert.ok(isOutsideSeries('group:pokemon', 'Green Beret', 1985));
  assert.ok(!isOutsideSeries('group:pokemon', 'Green Beret', undefined));
  assert.ok(!isOutsideSeries('group:pokemon', 'Pokémon Red', 1996));
  assert.ok(!isOutsideSeries('group:hop', 'Hop', 1980), 'the table does not have it');
});

test('the name of a copy puts no game into a series', () => {
  assert.deepEqual(seriesOf(['Speedy Gonzales', 'Sonic 6'], 1993), ['Looney Tunes']);
  assert.ok(isOutsideSeries('group:sonic-the-hedgehog', 'Speedy Gonzales', 1993));
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

const MODERN_GENRES: [title: string, genres: string][] = [
  ['SingStar Summer Party', 'Action; Music / rhythm'],
  ['Sonic Riders: Zero Gravity', 'Racing / Driving'],
  ['Atelier Ayesha: The Alchemist of Dusk', 'Role-playing (RPG)'],
  ['Flower', 'Adventure'],
  ['Flower Shop', ''],
];

test('a title tells the genres, some on newer consoles only', () => {
  for (const [title, expected] of GENRES) assert.deepEqual(genresOf(title, 'nes'), genreKeys(expected), title);
  for (const [title, expected] of MODERN_GENRES) {
    assert.deepEqual(genresOf(title, 'wii'), genreKeys(expected), title);
    assert.deepEqual(genresOf(title, 'nes'), [], title);
  }
});

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

test('a title counts before the series, and that before titles of some platforms, the company and the platform', () => {
  const game = { series: ['Zelda II'], companies: ['company:4mation'], platforms: ['platform:v-smile'] };
  const cases: [known: Parameters<typeof findFacts>[1], genres: string[]][] = [
    [{ ...game, titles: ['Epic Pinball'] }, ['Action; Pinball']],
    [{ ...game, titles: ['Hop'], series: ['1942'] }, ['Action; Shooter; 2D scrolling']],
    [{ ...game, titles: ['SingStar'], platforms: ['platform:wii'] }, ['Action; Music / rhythm']],
    [{ ...game, titles: ['Hop'], companies: ['company:active'] }, ['Adult']],
    [{ ...game, titles: ['Hop'], companies: [] }, ['Educational']],
  ];
  for (const [known, genres] of cases) assert.deepEqual(findFacts('genre', known), genres);
});

const NAMES: FactName[] = ['first release', 'series', 'genre', 'developer', 'kind'];

test('the table names facts, genres, series, platforms and years that exist', () => {
  assert.deepEqual([...new Set(readTable('facts.tsv').map(([name]) => name))].toSorted(), NAMES.toSorted());
  const series = new Set(listFacts('series').map(({ value }) => value));
  for (const name of NAMES)
    for (const row of listFacts(name)) {
      const text = `${name} ${row.value} ${row.titles}`;
      if (name === 'genre') for (const key of genreKeys(row.value)) assert.ok(findGenre(key), text);
      assert.ok(row.series === '' || series.has(row.series), text);
      for (const slug of row.platforms.replace(/^not /, '').split(' '))
        assert.ok(slug === '' || slug === 'modern' || isPlatform(`platform:${slug}`), `${text} ${slug}`);
      for (const year of [row.from, row.to])
        assert.ok(Math.abs(year) === Infinity || (year > 1950 && year < 2050), text);
    }
});

test('a series, and a company or a platform for one fact, is there once', () => {
  for (const name of NAMES.slice(1)) {
    const keys = listFacts(name).flatMap(({ value, titles, series, company, platforms }) => {
      if (titles !== '') return name === 'series' ? [value] : [];
      return [`${series} ${company && companyKey(companyName(company) ?? company)} ${platforms}`];
    });
    assert.deepEqual(
      keys.filter((key, i) => keys.indexOf(key) !== i),
      [],
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
