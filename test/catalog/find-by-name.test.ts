import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findByName } from '../../src/catalog/search/find-by-name.ts';
import { buildSnapshot, type Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { plainWords } from '../../src/folding.ts';
import { namesOf } from '../../src/merging/merge/stored-game.ts';
import { packFacets } from '../../src/store/facets.ts';

const PLAIN: [title: string, words: string][] = [
  ['Pokémon: Let’s Go!', 'pokemon lets go'],
  ['Final Fantasy VII', 'final fantasy 7'],
  ['Chrono Cross & Trigger', 'chrono cross and trigger'],
  ["Link's Awakening", 'links awakening'],
  ['Łódź Ørsted Straße', 'lodz orsted strasse'],
  ['クロノ・トリガー', 'くろのとりがー'],
  ['ＦＩＮＡＬ', 'final'],
  ['ガンダム', 'がんだむ'],
  ['Тетрис', 'тетрис'],
  ['Ё', 'е'],
  ['스타크래프트', '스타크래프트'],
  ['!!!', ''],
  ['', ''],
];

for (const [title, words] of PLAIN) test(`"${title}" in plain words`, () => assert.equal(plainWords(title), words));

/** Titles with notability and alternate titles. */
const GAMES: [title: string, notability: number, ...others: string[]][] = [
  ['BS Zelda no Densetsu', 50],
  ['Zelda II Demo', 50],
  ['The Legend of Zelda', 450, 'ゼルダの伝説'],
  ['The Legend of Zelda: Ocarina of Time', 600, 'ゼルダの伝説 時のオカリナ'],
  ['Pokémon Red Version', 250, 'Pocket Monsters Aka'],
  ['Final Fantasy VII', 400],
  ['Final Fantasy Tactics', 300],
  ['Mega Man 2', 200, 'Rockman 2'],
  ['Pac-Man', 350],
  ['Elite', 150],
  ['Elite Plus', 200],
  ['Go', 50],
  ['Kou Dai Guai Shou', 50, 'Pokémon'],
  ['!!!', 50],
];

const snapshot = snapshotOf(GAMES);

function snapshotOf(games: typeof GAMES): Snapshot {
  return buildSnapshot({
    lineage: 'test',
    revision: 1,
    games: {
      ids: games.map((_, i) => i + 1),
      revisions: games.map(() => 1),
      titles: games.map(([title]) => title),
      names: games.map(([title, , ...others]) =>
        namesOf({ title, alternate_titles: others.map((other) => ({ title: other, description: '' })) }),
      ),
      modifiedAt: games.map(() => 0),
      filters: new Uint32Array(),
      facets: Uint32Array.from(
        games.flatMap(([, notability]) => [
          ...packFacets({ platforms: [1], genres: [], groups: [], years: [], notability }),
        ]),
      ),
    },
    genres: [],
    groups: [],
    platforms: [],
    aliases: [],
  });
}

const JUNK = Array.from({ length: 25 }, (_, i) => `q${i}x`).join(' ');
const OCARINA = 'The Legend of Zelda: Ocarina of Time';
const FOUND: [typed: string, titles: string[], complete?: boolean][] = [
  // The best known games come first.
  ['zelda', [OCARINA, 'The Legend of Zelda', 'BS Zelda no Densetsu', 'Zelda II Demo']],
  ['ZELDA ocarina', [OCARINA]],
  ['ocarina zelda', [OCARINA]],
  ['zelda 2', ['Zelda II Demo']],
  ['the legend of zelda', ['The Legend of Zelda', OCARINA]],
  ['ゼルダの伝説', ['The Legend of Zelda', OCARINA]],
  ['オカリナ', [OCARINA]],
  ['pokemon', ['Pokémon Red Version', 'Kou Dai Guai Shou']],
  ['pocket monsters', ['Pokémon Red Version']],
  ['final fantasy 7', ['Final Fantasy VII']],
  ['rockman', ['Mega Man 2']],
  ['megaman', ['Mega Man 2']],
  ['pac man', ['Pac-Man']],
  ['pacman', ['Pac-Man']],
  // An exact title ranks before a better known game whose title only starts with it.
  ['elite', ['Elite', 'Elite Plus']],
  ['eli', ['Elite Plus', 'Elite']],
  ['lite', ['Elite Plus', 'Elite']],
  ['g', ['Go']],
  ['go', ['Go']],
  ['!!', ['!!!']],
  // No game has all words: similar games, also by prefixes of words.
  ['final fantsy 7', ['Final Fantasy VII', 'Final Fantasy Tactics'], false],
  ['pokmon', ['Pokémon Red Version', 'Kou Dai Guai Shou'], false],
  ['qqqq', [], false],
  // Only the longest words are considered if no game has all words.
  [`ocarina ${JUNK} legend`, [OCARINA], false],
  // All words count as long as a game has all of them.
  ['time of ocarina zelda of legend the a e i o', [OCARINA]],
  ['time of ocarina zelda of legend the a e i o 2', [OCARINA], false],
];

for (const [typed, titles, complete = true] of FOUND) {
  test(`searching "${typed}" finds ${titles[0] ?? 'nothing'}`, () => {
    const found = findByName(snapshot, typed);
    assert.deepEqual(
      Array.from(found.positions, (position) => GAMES[position]?.[0]),
      titles,
    );
    assert.equal(found.complete, complete);
  });
}

test('games stored without names are found by their title', () => {
  const games = {
    ids: [1],
    revisions: [1],
    titles: ['Pokémon'],
    names: [''],
    modifiedAt: [0],
    facets: new Uint32Array(4),
    filters: new Uint32Array(),
  };
  const old = buildSnapshot({ lineage: '', revision: 1, games, genres: [], groups: [], platforms: [], aliases: [] });
  assert.deepEqual([...findByName(old, 'pokemon').positions], [0]);
});

/** Enough names that every search stops early. */
const many = snapshotOf([
  ...Array.from({ length: 21_000 }, (_, i): [string, number] => [`Then audio use ${i}`, 1]),
  ['Thenzebra', 1],
]);

const BOUNDED: [what: string, typed: string, positions: number, complete: boolean][] = [
  ['a word that very many names have', 'then', 20_000, true],
  ['a letter that very many names begin with', 't', 20_000, true],
  ['many words that very many names have', 'then audio use a e i o u', 7500, true],
];

for (const [what, typed, positions, complete] of BOUNDED) {
  test(`a search for ${what} stops early and reports it`, () => {
    const found = findByName(many, typed);
    assert.deepEqual(
      {
        positions: found.positions.length,
        ascending: found.ascending.length,
        complete: found.complete,
        cut: found.cut,
      },
      { positions, ascending: positions, complete, cut: true },
    );
  });
}

test('a search scans for the rarest of its words', () => {
  const found = findByName(many, 'the zebra');
  assert.deepEqual([...found.positions], [21_000]);
  assert.equal(found.cut, false);
});

test('a search for similar titles checks a bounded number of occurrences', () => {
  // The most similar title comes after 10,000 others and is not reached.
  const found = findByName(many, 'thenzq');
  assert.equal(found.complete, false);
  assert.deepEqual(found.positions.length, 100);
  assert.ok(!found.positions.includes(21_000));
});

test('matches are also returned in order of id', () => {
  for (const [typed] of FOUND) {
    const { positions, ascending } = findByName(snapshot, typed);
    assert.deepEqual(ascending, positions.toSorted());
  }
});
