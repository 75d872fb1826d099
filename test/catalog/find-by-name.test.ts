import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findByName } from '../../src/catalog/find-by-name.ts';
import { namesOf } from '../../src/catalog/names.ts';
import { plainWords } from '../../src/catalog/plain-words.ts';
import { buildSnapshot } from '../../src/catalog/snapshot.ts';
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

/** Titles, with how much is known of each, and other titles. */
const GAMES: [title: string, weight: number, ...others: string[]][] = [
  ['BS Zelda no Densetsu', 1],
  ['Zelda II Demo', 1],
  ['The Legend of Zelda', 9, 'ゼルダの伝説'],
  ['The Legend of Zelda: Ocarina of Time', 12, 'ゼルダの伝説 時のオカリナ'],
  ['Pokémon Red Version', 5, 'Pocket Monsters Aka'],
  ['Final Fantasy VII', 8],
  ['Final Fantasy Tactics', 6],
  ['Mega Man 2', 4, 'Rockman 2'],
  ['Pac-Man', 7],
  ['Elite', 3],
  ['Elite Plus', 4],
  ['Go', 1],
  ['Kou Dai Guai Shou', 1, 'Pokémon'],
  ['!!!', 1],
];

const snapshot = buildSnapshot({
  lineage: 'test',
  revision: 1,
  games: {
    ids: GAMES.map((_, i) => i + 1),
    revisions: GAMES.map(() => 1),
    titles: GAMES.map(([title]) => title),
    names: GAMES.map(([title, , ...others]) =>
      namesOf({ title, alternate_titles: others.map((other) => ({ title: other, description: '' })) }),
    ),
    modifiedAt: GAMES.map(() => 0),
    facets: Uint32Array.from(
      GAMES.flatMap(([, weight]) => [
        ...packFacets({
          platforms: Array.from({ length: weight }, (_, i) => i + 1),
          genres: [],
          groups: [],
          years: [],
        }),
      ]),
    ),
  },
  genres: [],
  groups: [],
  platforms: [],
  aliases: [],
});

const OCARINA = 'The Legend of Zelda: Ocarina of Time';
const FOUND: [typed: string, titles: string[], complete?: boolean][] = [
  // Those that more is known of come first.
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
  // A name that is just that goes before a better known one that only begins with it.
  ['elite', ['Elite', 'Elite Plus']],
  ['eli', ['Elite Plus', 'Elite']],
  ['lite', ['Elite Plus', 'Elite']],
  ['g', ['Go']],
  ['go', ['Go']],
  ['!!', ['!!!']],
  // Nothing has all of it: what has most of it, by the beginnings of words where need be.
  ['final fantsy 7', ['Final Fantasy VII', 'Final Fantasy Tactics'], false],
  ['pokmon', ['Pokémon Red Version', 'Kou Dai Guai Shou'], false],
  ['qqqq', [], false],
];

for (const [typed, titles, complete = true] of FOUND) {
  test(`who types "${typed}" finds ${titles[0] ?? 'nothing'}`, () => {
    const found = findByName(snapshot, typed);
    assert.deepEqual(
      Array.from(found.positions, (position) => GAMES[position]?.[0]),
      titles,
    );
    assert.equal(found.complete, complete);
  });
}

test('games that were stored before they had names are found by their title', () => {
  const games = {
    ids: [1],
    revisions: [1],
    titles: ['Pokémon'],
    names: [''],
    modifiedAt: [0],
    facets: new Uint32Array(4),
  };
  const old = buildSnapshot({ lineage: '', revision: 1, games, genres: [], groups: [], platforms: [], aliases: [] });
  assert.deepEqual([...findByName(old, 'pokemon').positions], [0]);
});
