import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertSource, writeSource } from '../../support/sources.ts';

let crc = 0xaaaa0000;
const dump = (name: string, serial = '') =>
  `game (\n\tname "${name}"\n\tserial "${serial}"\n\trom ( name "${name}.iso" size 16 crc ${(++crc).toString(16)} )\n)\n`;
const facts = (name: string, serial: string, more = '') =>
  `game (\n\tname "${name}"\n\tserial "${serial}"\n\t${more}\n\trom ( name "${name}.iso" serial "${serial}" )\n)\n`;

/** The new games of a platform: title, other titles, first date. */
async function newGames(system: string, platform: string, dumps: string, ofFacts = '') {
  const files = { [`redump/${system}.dat`]: dumps, [`facts/${system}.dat`]: ofFacts };
  const { games } = await convertSource('libretro', [writeSource(files)], { 'new-games-on': platform });
  return games
    .filter(({ enriches }) => !enriches)
    .map(({ key, title, alternate_titles = [], platforms, members }) => ({
      key,
      title,
      others: alternate_titles
        .filter(({ description }) => description !== 'libretro spelling')
        .map((other) => `${other.title} (${other.description})`),
      date: platforms[0]?.first_release_date,
      members,
    }));
}

const titlesOf = (games: { title: string; others: string[] }[]) => games.map(({ title, others }) => [title, ...others]);

test('titles of a game in different regions are one game by its code, with all titles and keys', async () => {
  const games = await newGames(
    'Nintendo - GameCube',
    'gamecube',
    dump('Hop Saga (Japan)', 'DL-DOL-GHPJ-JPN') +
      dump('Hop - The Return (USA)', 'DL-DOL-GHPE-USA') +
      dump('Hop - Die Rückkehr (Germany)', 'DL-DOL-GHPD-NOE') +
      dump('Hop Saga (USA) (Beta)') +
      dump('Skip (USA)', 'DL-DOL-GSKE-USA'),
  );
  assert.deepEqual(games[0], {
    key: 'libretro:gamecube/hop-the-return',
    title: 'Hop: The Return',
    others: ['Hop Saga (Japan, United States title)', 'Hop: Die Rückkehr (Germany title)'],
    date: null,
    members: ['libretro:gamecube/hop-die-ruckkehr', 'libretro:gamecube/hop-saga'],
  });
  assert.deepEqual(
    games.map(({ title }) => title),
    ['Hop: The Return', 'Skip'],
  );
});

test('titles of one country stay apart, because an expansion may have the code of its game', async () => {
  const games = await newGames(
    'Microsoft - Xbox 360',
    'xbox-360',
    dump('Hop (USA, Europe)', 'AC-2001') +
      dump('Hop - Nachalo (Russia)', 'AC-2001') +
      dump('Hop - Awakening (USA)', 'AC-2001') +
      dump('Skip (Europe)', 'AC-2002') +
      dump('Skip - Rapture Edition (USA)', 'AC-2002'),
  );
  assert.deepEqual(titlesOf(games), [
    ['Hop', 'Hop: Nachalo (Russia title)'],
    ['Hop: Awakening'],
    ['Skip', 'Skip: Rapture Edition (Alternate title)'],
  ]);
});

test('SEGA has one number for the United States and Europe, and others one for Europe', async () => {
  const games = await newGames(
    'Sega - Dreamcast',
    'dreamcast',
    dump('Jet Hop (USA)', '51058') +
      dump('Jet Skip (Europe)', 'MK-51058-50') +
      dump('Jump (Europe)', 'T-7001D-50') +
      dump('Sauter (France)', 'T-7001D-09') +
      dump('Run (USA)', 'T-7001N'),
  );
  assert.deepEqual(titlesOf(games), [
    ['Jet Hop', 'Jet Skip (Europe title)'],
    ['Jump', 'Sauter (France title)'],
    ['Run'],
  ]);
});

test('facts under another title are added by the code, unless several records have it', async () => {
  const games = await newGames(
    'Nintendo - Wii',
    'wii',
    dump('Hop Kart (USA)', 'RVL-RHPE-USA') + dump('Skip no Tatsujin (Japan)', 'RVL-RSKJ-JPN'),
    facts('Hop Kart (USA)', 'RHPE01', 'releaseyear 2008\n\treleasemonth 4\n\treleaseday 27') +
      facts('Hop Kart Ultra Pack (USA)', 'RHPEU1', 'developer "Fan"\n\treleaseyear 2009\n\treleasemonth 2') +
      facts('Master of Skip (Japan)', 'RSKJ01', 'releaseyear 2007\n\treleasemonth 3') +
      facts('Fan Kart (USA)', 'RFNE01', 'developer "Fan"'),
  );
  assert.deepEqual(
    games.map(({ title, others, date }) => [title, ...others, date]),
    [
      ['Hop Kart', '2008-04'],
      ['Skip no Tatsujin', 'Master of Skip (Alternate title)', '2007-03'],
    ],
  );
});

test('facts under another title do not make the title of one country that of the game', async () => {
  const games = await newGames(
    'Nintendo - GameCube',
    'gamecube',
    dump('Grashuepfer (Germany)', 'DL-DOL-GHPD-NOE') + dump('Hop (USA)', 'DL-DOL-GHPE-USA'),
    facts('Hop Movie (USA)', 'GHPE01', 'developer "Acme"'),
  );
  assert.deepEqual(titlesOf(games), [['Hop', 'Grashuepfer (Germany title)', 'Hop Movie (Alternate title)']]);
});

test('of several records with one code of a region, that of the usual publisher is about the game', async () => {
  const games = await newGames(
    'Nintendo - Wii',
    'wii',
    dump('Hop Kart (USA)', 'RVL-RHPE-USA') + dump('Hop Kart (Europe)', 'RVL-RHPP-EUR'),
    facts('Hop Kart (USA)', 'RHPE01', 'developer "Acme"\n\treleaseyear 2008\n\treleasemonth 4') +
      facts('Hop Kart (Europe)', 'RHPP01', 'developer "Acme"\n\treleaseyear 2008\n\treleasemonth 5') +
      facts('Hop Kart (USA)', 'RHPEXX', 'developer "Fan"\n\treleaseyear 2007\n\treleasemonth 1\n\treleaseday 2') +
      facts('Skip World (USA)', 'RHPE41', 'developer "Fan"\n\treleaseyear 2006\n\treleasemonth 3') +
      facts('Hop (USA)', 'GHPE01', 'releaseyear 2002\n\treleasemonth 3'),
  );
  assert.deepEqual(
    games.map(({ title, others, date }) => [title, ...others, date]),
    [['Hop Kart', '2008-04']],
  );
});

test('prototypes share placeholders for codes, and the day of a build is no release date', async () => {
  const build = (name: string, serial: string) =>
    dump(name, serial).replace('.iso', ' (2004-01-15).iso').replace('\trom', '\treleaseyear "2004"\n\trom');
  const games = await newGames(
    'Nintendo - Nintendo DS',
    'nintendo-ds',
    dump('Hop (USA)', 'AHPE') +
      build('Hop (USA) (Beta)', 'NTRJ') +
      dump('Skip (USA)', 'ASKE') +
      build('Skip (USA) (Beta)', 'NTRJ') +
      dump('Hop (USA) (Video)', 'NTRK') +
      dump('Skip (USA) (Video)', 'NTRK') +
      build('Jump (USA) (Multiplayer Alpha)', 'AJPE') +
      dump('Jump (USA)', 'AJPE'),
  );
  assert.deepEqual(
    games.map(({ title, date }) => [title, date]),
    ['Hop', 'Jump', 'Skip'].map((title) => [title, null]),
  );
});

test('an edition is its game, and so is a known title, or one with a subtitle in the East or the West only', async () => {
  const names = [
    'Hop (USA)',
    'Hop - Game of the Year Edition (Europe)',
    "Hop - Director's Cut (USA)",
    'Hop - The Return (USA)',
    'Hop - The Return - Multiplayer (USA)',
    'Skip (USA, Europe)',
    'Skip - Owari no Hajimari (Japan)',
    'Jump (Europe)',
    'Jump - Daichi no Uta (Japan)',
    'Jump - Sora no Uta (Japan)',
    'Run (USA)',
    'Run (Japan)',
    'Run - Final (Japan)',
    'Fall 4 - PlayStation 2 Edition (USA)',
    'Pokemon - Diamond Version (USA)',
    'Okami (USA)',
    'Ookami (Japan)',
  ];
  const games = await newGames('Sony - PlayStation 2', 'playstation-2', names.map((name) => dump(name)).join(''));
  assert.deepEqual(titlesOf(games), [
    ['Fall 4', 'Fall 4: PlayStation 2 Edition (Alternate title)'],
    ['Hop', "Hop: Director's Cut (Alternate title)", 'Hop: Game of the Year Edition (Alternate title)'],
    ['Hop: The Return', 'Hop: The Return - Multiplayer (Alternate title)'],
    ['Jump'],
    ['Jump: Daichi no Uta'],
    ['Jump: Sora no Uta'],
    ['Okami', 'Ookami (Japan title)'],
    ['Pokémon Diamond', 'Pokemon: Diamond Version (Alternate title)'],
    ['Run'],
    ['Run: Final'],
    ['Skip', 'Skip: Owari no Hajimari (Japan title)'],
  ]);
});

test('other titles of one game are joined where nobody used its first title, and in any order', async () => {
  const inAsia = ['Magai Sin Trillion - God of Destruction (Asia)', 'Makaishin Trillion (Japan)', 'Trillion (Japan)'];
  assert.deepEqual(
    titlesOf(await newGames('Sony - PlayStation Vita', 'ps-vita', inAsia.map((name) => dump(name)).join(''))),
    [['Makaishin Trillion', 'Magai Sin Trillion: God of Destruction (Asia title)'], ['Trillion']],
  );
  const chained = ['Project Zero (Europe)', 'Zero (Japan)', 'Fatal Frame (USA)', 'Hop (USA)'];
  const titles = [['Fatal Frame', 'Project Zero (Europe title)', 'Zero (Japan title)'], ['Hop']];
  for (const names of [chained, chained.toReversed()])
    assert.deepEqual(
      titlesOf(await newGames('Sony - PlayStation 2', 'playstation-2', names.map((name) => dump(name)).join(''))),
      titles,
    );
});

test('an edition of another game, of another number or with an own title is a game of its own', async () => {
  const names = [
    'Hop (USA, Europe)',
    'Hop - Skip - Deluxe Edition (USA)',
    'Hop - All-New 2014 Edition (USA)',
    'Hop 2.0 Edition (USA)',
    'Hop - 20th Anniversary Edition (USA)',
    'Gift (Europe)',
    'Gift - Prism (Japan)',
  ];
  const games = await newGames('Sony - PlayStation 3', 'playstation-3', names.map((name) => dump(name)).join(''));
  assert.deepEqual(titlesOf(games), [
    ['Gift'],
    ['Gift: Prism'],
    ['Hop', 'Hop: 20th Anniversary Edition (Alternate title)'],
    ['Hop 2.0 Edition'],
    ['Hop: All-New 2014 Edition'],
    ['Hop: Skip - Deluxe Edition'],
  ]);
});

test('what was sold everywhere is no title of the other side', async () => {
  const names = [
    'Hop (USA, Europe)',
    'Hop (Japan)',
    'Hop - The Return (World)',
    'Skip (World)',
    'Skip (Japan)',
    'Skip - Down Under (USA, Europe)',
  ];
  const games = await newGames('Microsoft - Xbox 360', 'xbox-360', names.map((name) => dump(name)).join(''));
  assert.deepEqual(titlesOf(games), [['Hop'], ['Hop: The Return'], ['Skip'], ['Skip: Down Under']]);
});

test('a record under a code of another game is left out if the title has a code of its own', async () => {
  const games = await newGames(
    'Nintendo - Wii',
    'wii',
    dump('Boules Master (France)', 'RVL-SP4P-EUR') + dump('Rondo of Hop (Europe)') + dump('Chi no Hop (Japan)'),
    facts('Rondo of Hop (Europe)', 'RRHP') +
      facts('Chi no Hop (Japan)', 'RRHJ') +
      facts('Rondo of Hop (Europe)', 'SP4V') +
      facts('Boules Master (Europe)', 'SP4PJW'),
  );
  assert.deepEqual(
    games.map(({ title, members }) => [title, members]),
    [
      ['Boules Master', undefined],
      ['Rondo of Hop', ['libretro:wii/chi-no-hop']],
    ],
  );
});

test('a list of facts creates games on a platform that no list of dumps has', async () => {
  const games = await newGames('Nintendo - Wii U', 'wii-u', '', facts('Hop (USA)', 'AHPE01', 'developer "Acme"'));
  assert.deepEqual(titlesOf(games), [['Hop']]);
});

test('reissues of games of older machines, add-ons, videos and demos create no games', async () => {
  const names = [
    'Hop (USA)',
    'Hop - Trial (Japan) (Tentou Taikenban)',
    'Hop - Costume Pack (USA) (DLC)',
    'Skip (USA) (NES) (Virtual Console)',
    'Hop Channel (USA) (Channel)',
    'Official Hop Magazine Demo 12 (UK)',
    'Action Replay Ultimate Codes for Use with Hop (USA)',
    '000500001f940e00 (Unknown)',
    'Doko Demo Issho (Japan)',
  ];
  const games = await newGames('Nintendo - Wii', 'wii', names.map((name) => dump(name)).join(''));
  assert.deepEqual(titlesOf(games), [['Doko Demo Issho'], ['Hop']]);
});

test('a tool in a list of dumps is no game by a list of facts', async () => {
  const games = await newGames(
    'Sony - PlayStation 3',
    'playstation-3',
    dump('Hop (Japan) (PlayView)', 'NPJB-60088') + dump('Skip (USA)', 'BLUS-30001'),
    facts('Hop', 'NPJB60088', 'developer "Acme"'),
  );
  assert.deepEqual(titlesOf(games), [['Skip']]);
});

test('a year alone is the date of the record, if nobody names a company or records were kept by then', async () => {
  const dumps = ['BLUS-30001', 'BLUS-30002', 'BLUS-30003', 'BLUS-30004']
    .map((code, i) => dump(`Hop ${i + 1} (USA)`, code))
    .join('');
  const company = 'developer "Acme"';
  const games = await newGames(
    'Sony - PlayStation 3',
    'playstation-3',
    dumps,
    facts('Hop One', 'BLUS30001', 'genre "Action"\n\treleaseyear 2010') +
      facts('Hop Two', 'BLUS30002', `${company}\n\treleaseyear 2014`) +
      facts('Hop Three', 'BLUS30003', `${company}\n\treleaseyear 2010`) +
      facts('Hop Four', 'BLUS30004', `${company}\n\treleaseyear 2006\n\treleasemonth 1\n\treleaseday 1`),
  );
  assert.deepEqual(
    games.map(({ title, date }) => [title, date]),
    [
      ['Hop 1', null],
      ['Hop 2', null],
      ['Hop 3', '2010'],
      ['Hop 4', null],
    ],
  );
});
