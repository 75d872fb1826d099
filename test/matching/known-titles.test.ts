import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { GameLine } from '../../src/bundle/lines.ts';
import { plainTitle } from '../../src/folding.ts';
import { allTitles, comparableTitles, listNamesakes } from '../../src/matching/known-titles.ts';
import { listTitles } from '../../src/matching/marks.ts';
import { readTable } from '../../src/vocabulary/tables.ts';

const slugs = (cell = '') => (cell === '*' ? [] : cell.split(' '));

test('every row of same-titles.tsv has two titles that are compared as different ones, and is there once', () => {
  const pairs = readTable('same-titles.tsv').map(([title = '', other = '']) => [plainTitle(title), plainTitle(other)]);
  assert.deepEqual(
    pairs.filter(([title, other]) => title === other),
    [],
  );
  const counts = Map.groupBy(pairs, (pair) => pair.join(' '));
  assert.deepEqual(
    [...counts].filter(([, { length }]) => length > 1).map(([pair]) => pair),
    [],
  );
});

test('every title of namesakes.tsv has two games, one that is another than the rest, or one on several platforms', () => {
  const titles = Map.groupBy(readTable('namesakes.tsv'), ([title = '']) => plainTitle(title));
  const isAlone = ([row = [], ...others]: string[][]) =>
    others.length === 0 && slugs(row[1]).length < 2 && !row[3]?.startsWith('another: ');
  const alone = [...titles].filter(([, rows]) => isAlone(rows));
  assert.deepEqual(
    alone.map(([title]) => title),
    [],
  );
});

test('the years of namesakes.tsv can be read, and no row is there twice', () => {
  const rows = readTable('namesakes.tsv');
  assert.deepEqual(
    rows.filter(([, , years = '']) => !/^(\*|\?|\d{4}|\d{4}-\d{4}|-\d{4}|\d{4}-)$/.test(years)),
    [],
  );
  assert.equal(new Set(rows.map((row) => row.join('\t'))).size, rows.length);
});

test('no game of the starter catalog is two games', () => {
  const lines = readFileSync('starter/games.jsonl', 'utf8').trim().split('\n');
  for (const { key, title, platforms: own } of lines.map((line) => JSON.parse(line) as GameLine)) {
    const games = own.flatMap(({ platform, releases = [] }) => {
      const years = releases.flatMap(({ release_date }) => (release_date ? [Number(release_date.slice(0, 4))] : []));
      return listNamesakes(plainTitle(title), platform, years.length > 0 ? [Math.min(...years)] : []);
    });
    assert.ok(new Set(games).size <= 1, `${key}: ${[...new Set(games)].join(', ')}`);
  }
});

const NAMESAKES: [title: string, platform: string, years: number[], games: string[]][] = [
  ['Sonic The Hedgehog', 'xbox-360', [2007], []],
  // Discs, of which libretro-database has no year.
  ['Sonic The Hedgehog', 'xbox-360', [], ["Sonic Team's game of 2006"]],
  ['Super Mario Bros. 2', 'nes', [1986], ['the Japanese second game']],
  // A disk for the Famicom is compared like a cartridge.
  ['Super Mario Bros. 2', 'famicom-disk-system', [1986], ['the Japanese second game']],
  ['Super Mario Bros. 2', 'nes', [1988, 1992], ['the second game elsewhere']],
  ['Super Mario Bros. 2', 'nes', [1987, 1988], ['the Japanese second game', 'the second game elsewhere']],
  ['Super Mario Bros. 2', 'nes', [], []],
  ['Gauntlet', 'zx81', [1982], ["another: Colourmatic's game"]],
  // Of two games, the table has one.
  ['Amplitude', 'playstation-2', [2003], []],
  ['Amplitude', 'playstation-3', [2016], ['another: the game of 2016']],
  // A row with one game joins its versions without a year and a company.
  ['Xevious', 'sharp-mz-80b-2000-2500', [], ["Namco's arcade game"]],
  ['Gauntlet', 'amiga', [1990], []],
];
for (const [title, platform, years, games] of NAMESAKES) {
  test(`${title} on ${platform} in ${years.join(', ') || 'no year'} is ${games.join(' or ') || 'not told'}`, () => {
    const expected = games.map((game) => `${plainTitle(title)} ${game}`);
    assert.deepEqual(listNamesakes(plainTitle(title), `platform:${platform}`, years), expected);
  });
}

test('a title without its possessive is that of the same namesakes', () => {
  const list = (title: string) => listNamesakes(plainTitle(title), 'platform:commodore-64', [1989]);
  assert.deepEqual(list('Michael Jackson: Moonwalker'), list("Michael Jackson's Moonwalker"));
  assert.equal(list('Michael Jackson: Moonwalker').length, 1);
});

test('another title counts on its platforms only, and a prefix of reissues does not count', () => {
  const titles = (title: string, platform: string) => comparableTitles(title, [`platform:${platform}`]);
  assert.ok(titles('Probotector', 'nes').includes('contra'));
  assert.ok(!titles('Probotector', 'game-boy').includes('contra'));
  assert.deepEqual(titles('Vs. Hop', 'arcade'), ['vshop', 'hop']);
});

const SPELLINGS: [title: string, other: string][] = [
  ['Kyūkyoku Tiger', 'Kyuukyoku Tiger'],
  ['Akumajō Densetsu', 'Akumajou Densetsu'],
  ['Ultima IV: The Quest of the Avatar', 'Ultima IV: Quest of the Avatar'],
  ['Battle Arena Toushinden 2', 'Battle Arena Toshinden 2'],
  ['Pocket Sports Series: Baseball Stars', 'Baseball Stars - Pocket Sports Series'],
];
for (const [title, other] of SPELLINGS)
  test(`${title} is also spelled ${other}`, () =>
    assert.ok(comparableTitles(title, []).includes(comparableTitles(other, [])[0] as string)));

const LOOSE_SPELLINGS: [title: string, other: string][] = [
  ['R-Type I', 'R-Type'],
  ["Q*bert's Qubes", 'Q*bert Qubes'],
  ['Crafton et Xunk', 'Crafton & Xunk'],
  ['Fate of Hop: The Graphic Adventure', 'Fate of Hop'],
];
for (const [title, other] of LOOSE_SPELLINGS)
  test(`${title} may be ${other}`, () => {
    assert.ok(!comparableTitles(title, []).includes(plainTitle(other)));
    assert.ok(allTitles(title, []).includes(plainTitle(other)));
  });

test('a title in two scripts counts in its own, unless a hash tells the game', () => {
  const alternate_titles = [{ title: '聖竜伝説モンビット Monbit', description: 'Alternate title' }];
  const line = { title: 'Seiryū Densetsu Monbit', alternate_titles };
  const ids = { gamedatabase: ['monbit'] };
  assert.ok(listTitles({ ...line, ids }).includes('聖竜伝説モンビット'));
  assert.ok(!listTitles({ ...line, ids: { ...ids, sha1: ['a'.repeat(40)] } }).includes('聖竜伝説モンビット'));
  assert.ok(
    !listTitles({ ...line, alternate_titles: [{ title: '双截龍 II', description: '' }], ids }).includes('双截龍'),
  );
});

test('two words in another order are another title', () => {
  assert.ok(!comparableTitles('Mission: Impossible', []).includes('impossiblemission'));
});

test('an article in a short title, and one that is none, count', () => {
  assert.ok(!comparableTitles('Kung Fu: The Master', []).includes('kungfumaster'));
  assert.deepEqual(comparableTitles('L.A. Crackdown', []), ['lacrackdown']);
  assert.deepEqual(comparableTitles('De Ja', []), ['deja']);
  assert.deepEqual(comparableTitles('De Smurfen', []), ['smurfen']);
  assert.deepEqual(comparableTitles('UN Squadron', []), comparableTitles('U.N. Squadron', []));
});
