import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankedSearch } from '../../src/catalog/search/ranked-search.ts';
import { plainWords } from '../../src/folding.ts';
import { snapshotOf } from '../support/samples/snapshot.ts';

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

/** Titles with notability and alternate titles. Other kinds than games have a notability below 128. */
const GAMES: [title: string, notability: number, ...others: string[]][] = [
  ['BS Zelda no Densetsu', 150],
  ['Warriors II', 220],
  ['Warriors II: The World', 860, 'Warriors II', 'Warriors II: The World Plus'],
  ['Warriors II: The World Plus', 400],
  ['Spacefight', 370],
  ['Rocket Invaders', 890, 'Space Fight'],
  ['Planet Run', 500, 'Moon Run'],
  ['Moon Run', 220],
  ['Sun Run', 640, 'Star Run'],
  ['Star Run', 420],
  ['Zelda II Demo', 50],
  ['The Legend of Zelda', 450, 'ゼルダの伝説'],
  ['The Legend of Zelda: Ocarina of Time', 600, 'ゼルダの伝説 時のオカリナ'],
  ['Pokémon Red Version', 550, 'Pocket Monsters Aka'],
  ['Final Fantasy VII', 400, 'ファイナルファンタジーVII'],
  ['Final Fantasy Tactics', 300],
  ['Final Fantasy X', 350],
  ['Mega Man', 300, 'Rockman'],
  ['Mega Man 2', 300, 'Rockman 2'],
  ['Mega Man II', 330, 'Rockman World 2'],
  ['Mega Man X', 350, 'Rockman X'],
  ['Mega Man 10', 200],
  ['Pac-Man', 350],
  ['Elite', 150],
  ['Elite Plus', 200],
  ['Go', 150],
  ['Kou Dai Guai Shou', 50, 'Pokémon'],
  ['!!!', 150],
  ['F-Zero', 400],
  ['Zero the Kamikaze Squirrel', 450],
  ['Castels', 150],
  ['Castlevania', 400],
  ['Super Castlevania IV', 380],
  ['Grand Theft Auto', 300],
  ['Grand Theft Auto: Vice City', 400],
  ['Gateway to Apshai', 450],
  ['Super Mario Bros. 3', 400],
  ['Super Mario Advance 4: Super Mario Bros. 3', 350],
  ['Street Fighter II: The World Warrior', 500, 'Street Fighter 2'],
  ['Street Fighter II Turbo', 400],
  ['Shining Force II', 340],
  ['Sonic the Hedgehog', 500],
  ['Sonic the Hedgehog 2', 400],
  ['Knuckles in Sonic 2', 250],
  ['Phantasy Star IV', 300],
  ['Phantasy Star', 320],
  ['Phantasy Star Online', 400],
  ['Mortal Kombat', 600],
  ['Mortal Kombat II', 500],
  ['Mortal Kombat 11', 300],
  ['Ghosts’n Goblins', 350],
  ['Command & Conquer', 350],
  ['Bubble Bobble', 400],
  ['Bubble Bobble (Bootleg)', 60],
  ['Contra', 60],
  ['Contra Force', 150],
  ['The Lord of the Rings: The Two Towers', 300],
  ['젤다의 전설', 200],
  ['A Boy and His Blob', 200],
];

const sketch = ([title, notability, ...alternates]: (typeof GAMES)[number]) => ({ title, notability, alternates });
const snapshot = snapshotOf(GAMES.map(sketch));

const OCARINA = 'The Legend of Zelda: Ocarina of Time';
const STREET_FIGHTER = 'Street Fighter II: The World Warrior';

/** The first titles found for a text. A text after `*` finds exactly these. */
const FOUND: [typed: string, ...titles: string[]][] = [
  // The best known games come first, other kinds last.
  ['zelda', OCARINA, 'The Legend of Zelda', 'BS Zelda no Densetsu', 'Zelda II Demo'],
  ['bubble bobble', 'Bubble Bobble', 'Bubble Bobble (Bootleg)'],
  ['contra', 'Contra Force', 'Contra'],
  ['pokemon', 'Pokémon Red Version', 'Kou Dai Guai Shou'],
  // Words in any order, without accents, punctuation, articles and case.
  ['ZELDA ocarina', OCARINA],
  ['ocarina zelda', OCARINA],
  // An article alone: the titles that begin with it.
  ['the', OCARINA, 'The Legend of Zelda', 'The Lord of the Rings: The Two Towers'],
  ['The', OCARINA],
  ['the legend of zelda', 'The Legend of Zelda', OCARINA],
  ['legend of zelda', 'The Legend of Zelda', OCARINA],
  ['lord of rings two towers', 'The Lord of the Rings: The Two Towers'],
  ['command and conquer', 'Command & Conquer'],
  ['command conquer', 'Command & Conquer'],
  ['ghosts n goblins', 'Ghosts’n Goblins'],
  ['ghosts and goblins', 'Ghosts’n Goblins'],
  ['super mario brothers 3', 'Super Mario Bros. 3'],
  // Alternate titles, also in other scripts, in whole or in part.
  ['pocket monsters', 'Pokémon Red Version'],
  ['rockman', 'Mega Man'],
  ['rockman 2', 'Mega Man 2', 'Mega Man II'],
  ['ゼルダの伝説', 'The Legend of Zelda', OCARINA],
  ['ゼルダの伝説時のオカリナ', OCARINA],
  ['オカリナ', OCARINA],
  ['時', OCARINA],
  ['ファイナルファンタジー7', 'Final Fantasy VII'],
  ['젤다의전설', '젤다의 전설'],
  ['전설', '젤다의 전설'],
  // Numerals: the same number, and the spelling of the text first.
  ['final fantasy 7', 'Final Fantasy VII'],
  ['final fantasy 10', 'Final Fantasy X'],
  ['final fantasy seven', 'Final Fantasy VII'],
  ['phantasy star 4', 'Phantasy Star IV'],
  ['mega man 2', 'Mega Man 2', 'Mega Man II'],
  ['mega man ii', 'Mega Man II', 'Mega Man 2'],
  ['mega man x', 'Mega Man X', 'Mega Man 10'],
  ['mega man 10', 'Mega Man 10', 'Mega Man X'],
  ['mega man 1', 'Mega Man'],
  ['sonic 2', 'Sonic the Hedgehog 2', 'Knuckles in Sonic 2'],
  ['mortal kombat 2', 'Mortal Kombat II'],
  ['mortal kombat ii', 'Mortal Kombat II'],
  ['mortal kombat 11', 'Mortal Kombat 11'],
  ['mortal kombat 12', 'Mortal Kombat', 'Mortal Kombat II', 'Mortal Kombat 11'],
  ['street fighter 2', STREET_FIGHTER, 'Street Fighter II Turbo'],
  // Words spelled together or apart.
  ['megaman', 'Mega Man'],
  ['megaman 2', 'Mega Man 2'],
  ['fzero', 'F-Zero'],
  ['f zero', 'F-Zero'],
  ['pac man', 'Pac-Man'],
  ['pacman', 'Pac-Man'],
  ['sonic2', 'Sonic the Hedgehog 2'],
  ['streetfighterii', STREET_FIGHTER],
  // Abbreviations.
  ['ff7', 'Final Fantasy VII'],
  ['ffvii', 'Final Fantasy VII'],
  // A series comes before a single game with these initials.
  ['gta', 'Grand Theft Auto', 'Grand Theft Auto: Vice City', 'Gateway to Apshai'],
  ['tlotr', 'The Lord of the Rings: The Two Towers'],
  ['gta vice city', 'Grand Theft Auto: Vice City'],
  ['smb3', 'Super Mario Bros. 3'],
  ['sf2', STREET_FIGHTER],
  ['mk 11', 'Mortal Kombat 11'],
  ['zelda oot', OCARINA],
  ['abahb', 'A Boy and His Blob'],
  // Abbreviations of some words beside others in full.
  ['ff tactics', 'Final Fantasy Tactics'],
  ['super mb 3', 'Super Mario Bros. 3'],
  ['super mb3', 'Super Mario Bros. 3'],
  // Typos, also while the last word is being typed.
  ['castelvania', 'Castlevania', 'Super Castlevania IV'],
  // Although another title is nearer to it as a whole word.
  ['castelv', 'Castlevania'],
  ['csatelvan', 'Castlevania'],
  ['zedla', OCARINA],
  ['final fantsy 7', 'Final Fantasy VII'],
  ['pokmon', 'Pokémon Red Version', 'Kou Dai Guai Shou'],
  ['ocrina of tmie', OCARINA],
  // An exact title ranks before a better known game whose title only starts with it.
  // An alternate title of a much better known game comes before an exact title.
  ['warriors 2', 'Warriors II: The World', 'Warriors II'],
  ['warriors ii', 'Warriors II: The World', 'Warriors II'],
  ['moon run', 'Moon Run', 'Planet Run'],
  ['star run', 'Star Run', 'Sun Run'],
  ['spacefight', 'Spacefight', 'Rocket Invaders'],
  // Not the title of an add-on, which has more words than that of the game.
  ['warriors ii the world plus', 'Warriors II: The World Plus', 'Warriors II: The World'],
  ['elite', 'Elite', 'Elite Plus'],
  ['eli', 'Elite', 'Elite Plus'],
  ['go', 'Go'],
  ['!!', '!!!'],
  // No game has all words: those with most of them.
  ['ocarina qqqq zelda', OCARINA],
  ['elite 11', 'Elite Plus', 'Elite'],
  ['qqqq'],
  ['time of ocarina zelda of legend the a e i o 2', OCARINA],
];

for (const [typed, ...titles] of FOUND) {
  test(`searching "${typed}" finds ${titles[0] ?? 'nothing'}`, () => {
    const { positions } = rankedSearch(snapshot, typed);
    const found = Array.from(positions, (position) => GAMES[position]?.[0]);
    assert.deepEqual(found.slice(0, Math.max(1, titles.length)), titles);
  });
}

test('a rare word of another game hides no games that have most words', () => {
  const games = Array.from({ length: 50 }, (_, i) => ({ title: `Super Game ${i}`, notability: 200 }));
  const many = snapshotOf([{ title: 'Kong', notability: 200 }, ...games]);
  const found = Array.from(rankedSearch(many, 'super kong game').positions);
  assert.deepEqual(found.sort(), Array.from(games, (_, i) => i + 1).sort());
});

/** Whether a text finds games with all its words, or only similar ones. */
const COMPLETE: [typed: string, complete: boolean][] = [
  ['zelda', true],
  ['megaman', true],
  ['ff7', true],
  ['castelvania', false],
  ['ocarina qqqq', false],
  ['qqqq', false],
];

for (const [typed, complete] of COMPLETE) {
  test(`searching "${typed}" ${complete ? 'matches' : 'finds similar games'}`, () =>
    assert.equal(rankedSearch(snapshot, typed).complete, complete));
}

test('a game with several matching titles is found once', () => {
  for (const [typed] of FOUND) {
    const { positions } = rankedSearch(snapshot, typed);
    assert.equal(new Set(positions).size, positions.length, typed);
  }
});

test('a search does not depend on the one before', () => {
  const results = FOUND.map(([typed]) => rankedSearch(snapshot, typed).positions);
  const again = FOUND.map(([typed]) => rankedSearch(snapshot, typed).positions);
  assert.deepEqual(again, results);
});
