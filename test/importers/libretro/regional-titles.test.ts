import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertSource, writeSource } from '../../support/sources.ts';

const SYSTEMS = {
  gamecube: 'Nintendo - GameCube',
  wii: 'Nintendo - Wii',
  'wii-u': 'Nintendo - Wii U',
  'nintendo-ds': 'Nintendo - Nintendo DS',
  'xbox-360': 'Microsoft - Xbox 360',
  dreamcast: 'Sega - Dreamcast',
  'playstation-2': 'Sony - PlayStation 2',
  'playstation-3': 'Sony - PlayStation 3',
  'ps-vita': 'Sony - PlayStation Vita',
};
type Platform = keyof typeof SYSTEMS;

/** `name|serial|fields` of a list of dumps. A file of prototypes has the day of its build. */
function dump(line: string, i: number): string {
  const [name = '', serial = '', build = ''] = line.split('|');
  const rom = `rom ( name "${name}${build}.iso" size 16 crc AAAA${1000 + i} )`;
  return `game (\n\tname "${name}"\n\tserial "${serial}"\n\t${build && 'releaseyear "2004"'}\n\t${rom}\n)\n`;
}

/** `name|serial|company|date` of a list of facts. */
function fact(line: string): string {
  const [name = '', serial = '', company = '', date = ''] = line.split('|');
  const [year, month, day] = date.split('-');
  const fields = [
    company && (company === 'Action' ? 'genre "Action"' : `developer "${company}"`),
    year && `releaseyear ${year}`,
    month && `releasemonth ${month}`,
    day && `releaseday ${day}`,
  ].filter(Boolean);
  return `game (\n\tname "${name}"\n\tserial "${serial}"\n\t${fields.join('\n\t')}\n\trom ( name "${name}.iso" serial "${serial}" )\n)\n`;
}

/** The new games of a platform. */
async function newGames(platform: Platform, dumps: readonly string[], facts: readonly string[] = []) {
  const system = SYSTEMS[platform];
  const files = {
    [`redump/${system}.dat`]: dumps.map(dump).join(''),
    [`facts/${system}.dat`]: facts.map(fact).join(''),
  };
  const { games } = await convertSource('libretro', [writeSource(files)], { 'new-games-on': platform });
  return games.filter(({ enriches }) => !enriches);
}

/** Its title, other titles and first date. */
function summary({ title, alternate_titles = [], platforms }: Awaited<ReturnType<typeof newGames>>[number]): string {
  const others = alternate_titles.filter(({ description }) => description !== 'libretro spelling');
  const date = platforms[0]?.first_release_date;
  return [title, ...others.map((other) => `${other.title} (${other.description})`), ...(date ? [date] : [])].join(
    ' | ',
  );
}

test('titles of a game in different regions are one game by its code, with all titles and keys', async () => {
  const [hop, ...others] = await newGames('gamecube', [
    'Hop Saga (Japan)|DL-DOL-GHPJ-JPN',
    'Hop - The Return (USA)|DL-DOL-GHPE-USA',
    'Hop - Die Rückkehr (Germany)|DL-DOL-GHPD-NOE',
    'Hop Saga (USA) (Beta)',
    'Skip (USA)|DL-DOL-GSKE-USA',
  ]);
  assert.equal(hop?.key, 'libretro:gamecube/hop-the-return');
  assert.deepEqual(hop?.members, ['libretro:gamecube/hop-die-ruckkehr', 'libretro:gamecube/hop-saga']);
  assert.deepEqual(
    [hop, ...others].map((game) => summary(game!)),
    ['Hop: The Return | Hop Saga (Japan, United States title) | Hop: Die Rückkehr (Germany title)', 'Skip'],
  );
});

const CASES: [name: string, platform: Platform, dumps: string[], facts: string[], games: string[]][] = [
  [
    'titles of one country stay apart, because an expansion may have the code of its game',
    'xbox-360',
    [
      'Hop (USA, Europe)|AC-2001',
      'Hop - Nachalo (Russia)|AC-2001',
      'Hop - Awakening (USA)|AC-2001',
      'Skip (Europe)|AC-2002',
      'Skip - Rapture Edition (USA)|AC-2002',
    ],
    [],
    ['Hop | Hop: Nachalo (Russia title)', 'Hop: Awakening', 'Skip | Skip: Rapture Edition (Alternate title)'],
  ],
  [
    'SEGA has one number for the United States and Europe, and others one for Europe',
    'dreamcast',
    [
      'Jet Hop (USA)|51058',
      'Jet Skip (Europe)|MK-51058-50',
      'Jump (Europe)|T-7001D-50',
      'Sauter (France)|T-7001D-09',
      'Run (USA)|T-7001N',
    ],
    [],
    ['Jet Hop | Jet Skip (Europe title)', 'Jump | Sauter (France title)', 'Run'],
  ],
  [
    'facts under another title are added by the code, unless several records have it',
    'wii',
    ['Hop Kart (USA)|RVL-RHPE-USA', 'Skip no Tatsujin (Japan)|RVL-RSKJ-JPN'],
    [
      'Hop Kart (USA)|RHPE01||2008-4-27',
      'Hop Kart Ultra Pack (USA)|RHPEU1|Fan|2009-2',
      'Master of Skip (Japan)|RSKJ01||2007-3',
      'Fan Kart (USA)|RFNE01|Fan',
    ],
    ['Hop Kart | 2008-04', 'Skip no Tatsujin | Master of Skip (Alternate title) | 2007-03'],
  ],
  [
    'facts under another title do not make the title of one country that of the game',
    'gamecube',
    ['Grashuepfer (Germany)|DL-DOL-GHPD-NOE', 'Hop (USA)|DL-DOL-GHPE-USA'],
    ['Hop Movie (USA)|GHPE01|Acme'],
    ['Hop | Grashuepfer (Germany title) | Hop Movie (Alternate title)'],
  ],
  [
    'of several records with one code of a region, that of the usual publisher is about the game',
    'wii',
    ['Hop Kart (USA)|RVL-RHPE-USA', 'Hop Kart (Europe)|RVL-RHPP-EUR'],
    [
      'Hop Kart (USA)|RHPE01|Acme|2008-4',
      'Hop Kart (Europe)|RHPP01|Acme|2008-5',
      'Hop Kart (USA)|RHPEXX|Fan|2007-1-2',
      'Skip World (USA)|RHPE41|Fan|2006-3',
      'Hop (USA)|GHPE01||2002-3',
    ],
    ['Hop Kart | 2008-04'],
  ],
  [
    'prototypes share placeholders for codes, and the day of a build is no release date',
    'nintendo-ds',
    [
      'Hop (USA)|AHPE',
      'Hop (USA) (Beta)|NTRJ| (2004-01-15)',
      'Skip (USA)|ASKE',
      'Skip (USA) (Beta)|NTRJ| (2004-01-15)',
      'Hop (USA) (Video)|NTRK',
      'Skip (USA) (Video)|NTRK',
      'Jump (USA) (Multiplayer Alpha)|AJPE| (2004-01-15)',
      'Jump (USA)|AJPE',
    ],
    [],
    ['Hop', 'Jump', 'Skip'],
  ],
  [
    'an edition is its game, and so is a known title, or one with a subtitle in the East or the West only',
    'playstation-2',
    [
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
    ],
    [],
    [
      'Fall 4 | Fall 4: PlayStation 2 Edition (Alternate title)',
      "Hop | Hop: Director's Cut (Alternate title) | Hop: Game of the Year Edition (Alternate title)",
      'Hop: The Return | Hop: The Return - Multiplayer (Alternate title)',
      'Jump',
      'Jump: Daichi no Uta',
      'Jump: Sora no Uta',
      'Okami | Ookami (Japan title)',
      'Pokémon Diamond | Pokemon: Diamond Version (Alternate title)',
      'Run',
      'Run: Final',
      'Skip | Skip: Owari no Hajimari (Japan title)',
    ],
  ],
  [
    'other titles of one game are joined where nobody used its first title',
    'ps-vita',
    ['Magai Sin Trillion - God of Destruction (Asia)', 'Makaishin Trillion (Japan)', 'Trillion (Japan)'],
    [],
    ['Makaishin Trillion | Magai Sin Trillion: God of Destruction (Asia title)', 'Trillion'],
  ],
  ...[
    ['Project Zero (Europe)', 'Zero (Japan)', 'Fatal Frame (USA)', 'Hop (USA)'],
    ['Hop (USA)', 'Fatal Frame (USA)', 'Zero (Japan)', 'Project Zero (Europe)'],
  ].map((names): (typeof CASES)[number] => [
    `other titles of one game are joined in any order: ${names[0]} first`,
    'playstation-2',
    names,
    [],
    ['Fatal Frame | Project Zero (Europe title) | Zero (Japan title)', 'Hop'],
  ]),
  [
    'an edition of another game, of another number or with an own title is a game of its own',
    'playstation-3',
    [
      'Hop (USA, Europe)',
      'Hop - Skip - Deluxe Edition (USA)',
      'Hop - All-New 2014 Edition (USA)',
      'Hop 2.0 Edition (USA)',
      'Hop - 20th Anniversary Edition (USA)',
      'Gift (Europe)',
      'Gift - Prism (Japan)',
    ],
    [],
    [
      'Gift',
      'Gift: Prism',
      'Hop | Hop: 20th Anniversary Edition (Alternate title)',
      'Hop 2.0 Edition',
      'Hop: All-New 2014 Edition',
      'Hop: Skip - Deluxe Edition',
    ],
  ],
  [
    'what was sold everywhere is no title of the other side',
    'xbox-360',
    [
      'Hop (USA, Europe)',
      'Hop (Japan)',
      'Hop - The Return (World)',
      'Skip (World)',
      'Skip (Japan)',
      'Skip - Down Under (USA, Europe)',
    ],
    [],
    ['Hop', 'Hop: The Return', 'Skip', 'Skip: Down Under'],
  ],
  [
    'a list of facts creates games on a platform that no list of dumps has',
    'wii-u',
    [],
    ['Hop (USA)|AHPE01|Acme'],
    ['Hop'],
  ],
  [
    'reissues of games of older machines, add-ons, videos and demos create no games',
    'wii',
    [
      'Hop (USA)',
      'Hop - Trial (Japan) (Tentou Taikenban)',
      'Hop - Costume Pack (USA) (DLC)',
      'Skip (USA) (NES) (Virtual Console)',
      'Hop Channel (USA) (Channel)',
      'Official Hop Magazine Demo 12 (UK)',
      'Action Replay Ultimate Codes for Use with Hop (USA)',
      '000500001f940e00 (Unknown)',
      'Doko Demo Issho (Japan)',
    ],
    [],
    ['Doko Demo Issho', 'Hop'],
  ],
  [
    'a tool in a list of dumps is no game by a list of facts',
    'playstation-3',
    ['Hop (Japan) (PlayView)|NPJB-60088', 'Skip (USA)|BLUS-30001'],
    ['Hop|NPJB60088|Acme'],
    ['Skip'],
  ],
  [
    'a year alone is the date of the record, if nobody names a company or records were kept by then',
    'playstation-3',
    ['Hop 1 (USA)|BLUS-30001', 'Hop 2 (USA)|BLUS-30002', 'Hop 3 (USA)|BLUS-30003', 'Hop 4 (USA)|BLUS-30004'],
    [
      'Hop 1|BLUS30001|Action|2010',
      'Hop 2|BLUS30002|Acme|2014',
      'Hop 3|BLUS30003|Acme|2010',
      'Hop 4|BLUS30004|Acme|2006-1-1',
    ],
    ['Hop 1', 'Hop 2', 'Hop 3 | 2010', 'Hop 4'],
  ],
];

for (const [name, platform, dumps, facts, expected] of CASES)
  test(name, async () => assert.deepEqual((await newGames(platform, dumps, facts)).map(summary), expected));

test('a record under a code of another game is left out if the title has a code of its own', async () => {
  const games = await newGames(
    'wii',
    ['Boules Master (France)|RVL-SP4P-EUR', 'Rondo of Hop (Europe)', 'Chi no Hop (Japan)'],
    [
      'Rondo of Hop (Europe)|RRHP',
      'Chi no Hop (Japan)|RRHJ',
      'Rondo of Hop (Europe)|SP4V',
      'Boules Master (Europe)|SP4PJW',
    ],
  );
  assert.deepEqual(
    games.map(({ title, members }) => [title, members]),
    [
      ['Boules Master', undefined],
      ['Rondo of Hop', ['libretro:wii/chi-no-hop']],
    ],
  );
});
