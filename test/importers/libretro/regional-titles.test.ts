import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertSource, writeSource } from '../../support/samples/sources.ts';

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

/** Each case: its platform and name, the lists of dumps and of facts, and the new games. */
const CASES = `
# xbox-360: titles of one country stay apart, because an expansion may have the code of its game
dump Hop (USA, Europe)|AC-2001
dump Hop - Nachalo (Russia)|AC-2001
dump Hop - Awakening (USA)|AC-2001
dump Skip (Europe)|AC-2002
dump Skip - Rapture Edition (USA)|AC-2002
= Hop | Hop: Nachalo (Russia title)
= Hop: Awakening
= Skip | Skip: Rapture Edition (Alternate title)

# dreamcast: SEGA has one number for the United States and Europe, and others one for Europe
dump Jet Hop (USA)|51058
dump Jet Skip (Europe)|MK-51058-50
dump Jump (Europe)|T-7001D-50
dump Sauter (France)|T-7001D-09
dump Run (USA)|T-7001N
= Jet Hop | Jet Skip (Europe title)
= Jump | Sauter (France title)
= Run

# wii: facts under another title are added by the code, unless several records have it
dump Hop Kart (USA)|RVL-RHPE-USA
dump Skip no Tatsujin (Japan)|RVL-RSKJ-JPN
fact Hop Kart (USA)|RHPE01||2008-4-27
fact Hop Kart Ultra Pack (USA)|RHPEU1|Fan|2009-2
fact Master of Skip (Japan)|RSKJ01||2007-3
fact Fan Kart (USA)|RFNE01|Fan
= Hop Kart | 2008-04
= Skip no Tatsujin | Master of Skip (Alternate title) | 2007-03

# gamecube: facts under another title do not make the title of one country that of the game
dump Grashuepfer (Germany)|DL-DOL-GHPD-NOE
dump Hop (USA)|DL-DOL-GHPE-USA
fact Hop Movie (USA)|GHPE01|Acme
= Hop | Grashuepfer (Germany title) | Hop Movie (Alternate title)

# wii: of several records with one code of a region, that of the usual publisher is about the game
dump Hop Kart (USA)|RVL-RHPE-USA
dump Hop Kart (Europe)|RVL-RHPP-EUR
fact Hop Kart (USA)|RHPE01|Acme|2008-4
fact Hop Kart (Europe)|RHPP01|Acme|2008-5
fact Hop Kart (USA)|RHPEXX|Fan|2007-1-2
fact Skip World (USA)|RHPE41|Fan|2006-3
fact Hop (USA)|GHPE01||2002-3
= Hop Kart | 2008-04

# nintendo-ds: prototypes share placeholders for codes, and the day of a build is no release date
dump Hop (USA)|AHPE
dump Hop (USA) (Beta)|NTRJ| (2004-01-15)
dump Skip (USA)|ASKE
dump Skip (USA) (Beta)|NTRJ| (2004-01-15)
dump Hop (USA) (Video)|NTRK
dump Skip (USA) (Video)|NTRK
dump Jump (USA) (Multiplayer Alpha)|AJPE| (2004-01-15)
dump Jump (USA)|AJPE
= Hop
= Jump
= Skip

# playstation-2: an edition is its game, and so is a known title, or one with a subtitle in the East or the West only
dump Hop (USA)
dump Hop - Game of the Year Edition (Europe)
dump Hop - Director's Cut (USA)
dump Hop - The Return (USA)
dump Hop - The Return - Multiplayer (USA)
dump Skip (USA, Europe)
dump Skip - Owari no Hajimari (Japan)
dump Jump (Europe)
dump Jump - Daichi no Uta (Japan)
dump Jump - Sora no Uta (Japan)
dump Run (USA)
dump Run (Japan)
dump Run - Final (Japan)
dump Fall 4 - PlayStation 2 Edition (USA)
dump Pokemon - Diamond Version (USA)
dump Devil Kings (USA)
dump Sengoku Basara (Japan)
= Devil Kings | Sengoku Basara (Japan title)
= Fall 4 | Fall 4: PlayStation 2 Edition (Alternate title)
= Hop | Hop: Director's Cut (Alternate title) | Hop: Game of the Year Edition (Alternate title)
= Hop: The Return | Hop: The Return - Multiplayer (Alternate title)
= Jump
= Jump: Daichi no Uta
= Jump: Sora no Uta
= Pokémon Diamond | Pokemon: Diamond Version (Alternate title)
= Run
= Run: Final
= Skip | Skip: Owari no Hajimari (Japan title)

# xbox-360: an expansion with the code of its game under another title is another game, if a table knows that title
dump Dragon Age - Origins - Awakening (USA)|EA-2401
dump Dragon Age - Nachalo (Russia)|EA-2401
dump Dragon Age - Origins (USA)|EA-2400
= Dragon Age: Origins | Dragon Age: Nachalo (Russia title)
= Dragon Age: Origins - Awakening

# ps-vita: other titles of one game are joined where nobody used its first title
dump Magai Sin Trillion - God of Destruction (Asia)
dump Makaishin Trillion (Japan)
dump Trillion (Japan)
= Makaishin Trillion | Magai Sin Trillion: God of Destruction (Asia title)
= Trillion

# playstation-2: other titles of one game are joined in any order: Project Zero (Europe) first
dump Project Zero (Europe)
dump Zero (Japan)
dump Fatal Frame (USA)
dump Hop (USA)
= Fatal Frame | Project Zero (Europe title) | Zero (Japan title)
= Hop

# playstation-2: other titles of one game are joined in any order: Hop (USA) first
dump Hop (USA)
dump Fatal Frame (USA)
dump Zero (Japan)
dump Project Zero (Europe)
= Fatal Frame | Project Zero (Europe title) | Zero (Japan title)
= Hop

# playstation-3: an edition of another game, of another number or with an own title is a game of its own
dump Hop (USA, Europe)
dump Hop - Skip - Deluxe Edition (USA)
dump Hop - All-New 2014 Edition (USA)
dump Hop 2.0 Edition (USA)
dump Hop - 20th Anniversary Edition (USA)
dump Gift (Europe)
dump Gift - Prism (Japan)
= Gift
= Gift: Prism
= Hop | Hop: 20th Anniversary Edition (Alternate title)
= Hop 2.0 Edition
= Hop: All-New 2014 Edition
= Hop: Skip - Deluxe Edition

# xbox-360: what was sold everywhere is no title of the other side
dump Hop (USA, Europe)
dump Hop (Japan)
dump Hop - The Return (World)
dump Skip (World)
dump Skip (Japan)
dump Skip - Down Under (USA, Europe)
= Hop
= Hop: The Return
= Skip
= Skip: Down Under

# wii-u: a list of facts creates games on a platform that no list of dumps has
fact Hop (USA)|AHPE01|Acme
= Hop

# wii: reissues of games of older machines, add-ons, videos and demos create no games
dump Hop (USA)
dump Hop - Trial (Japan) (Tentou Taikenban)
dump Hop - Costume Pack (USA) (DLC)
dump Skip (USA) (NES) (Virtual Console)
dump Hop Channel (USA) (Channel)
dump Official Hop Magazine Demo 12 (UK)
dump Action Replay Ultimate Codes for Use with Hop (USA)
dump 000500001f940e00 (Unknown)
dump Doko Demo Issho (Japan)
= Doko Demo Issho
= Hop

# playstation-3: a tool in a list of dumps is no game by a list of facts
dump Hop (Japan) (PlayView)|NPJB-60088
dump Skip (USA)|BLUS-30001
fact Hop|NPJB60088|Acme
= Skip

# playstation-3: a year alone is the date of the record, if nobody names a company or records were kept by then
dump Hop 1 (USA)|BLUS-30001
dump Hop 2 (USA)|BLUS-30002
dump Hop 3 (USA)|BLUS-30003
dump Hop 4 (USA)|BLUS-30004
fact Hop 1|BLUS30001|Action|2010
fact Hop 2|BLUS30002|Acme|2014
fact Hop 3|BLUS30003|Acme|2010
fact Hop 4|BLUS30004|Acme|2006-1-1
= Hop 1
= Hop 2
= Hop 3 | 2010
= Hop 4
`;

for (const [head = '', ...lines] of CASES.trim()
  .split('\n\n')
  .map((text) => text.split('\n'))) {
  const [, platform = '', name = ''] = /^# ([^:]+): (.*)/.exec(head) ?? [];
  const having = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
  test(name, async () =>
    assert.deepEqual(
      (await newGames(platform as Platform, having('dump '), having('fact '))).map(summary),
      having('= '),
    ),
  );
}

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
