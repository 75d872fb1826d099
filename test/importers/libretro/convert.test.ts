import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertGames, convertSource, readJsonLines, writeSource } from '../../support/samples/sources.ts';

const VB = 'Nintendo - Virtual Boy.dat';
const SHA1 = 'ABCDEF0123456789ABCDEF0123456789ABCDEF01';

/** A fact about the ROM with a checksum: `fact('AAAA0001', 'genre "Puzzle"')`. */
const fact = (crc: string, text: string, comment = '') =>
  `game ( ${comment && `comment "${comment}" `}${text} rom ( crc ${crc} ) )\n`;
const dump = (crc: string, name: string, more = '', file = name) =>
  `game ( name "${name}" ${more} rom ( name "${file}.bin" size 16 crc ${crc} sha1 ${SHA1.slice(0, -8)}${crc} ) )\n`;
const convert = (files: Record<string, string | Buffer>, flags = {}) =>
  convertSource('libretro', [writeSource(files)], flags);
const ofPlatform = async (files: Record<string, string | Buffer>, flags = {}) =>
  (await convert(files, flags)).games.map(({ title, platforms }) => ({ title, ...platforms[0] }));

/**
 * Each case: its name, the parts that are compared, the files, and the games. Files say `dump 1: name | fields`, `fact 1: fields`
 * or have a block as it is.
 */
const CASES = `
# facts about a ROM are joined by its checksum, and ROMs with one title are one game
(new also genres groups on attributes ratings release)
no-intro/Nintendo - Virtual Boy
dump 1: Hop, The (USA) | serial "VHPE"
dump 2: Hop, The (Japan) (Ja)
genre/Nintendo - Virtual Boy
fact 1: genre "Platform"
developer/Nintendo - Virtual Boy
fact 1: developer "Acme, Inc."
fact 2: developer "Acme"
publisher/Nintendo - Virtual Boy
game ( publisher "Nintendo" rom ( crc aaaa0001 ) )
franchise/Nintendo - Virtual Boy
fact 1: franchise "Zelda"
releaseyear/Nintendo - Virtual Boy
fact 1: releaseyear "1996"
releasemonth/Nintendo - Virtual Boy
fact 1: releasemonth "3"
maxusers/Nintendo - Virtual Boy
fact 1: users 1
fact 2: users 2
esrb/Nintendo - Virtual Boy
fact 1: esrb_rating "KA"
fact 2: esrb_rating "M"
serial/Nintendo - Virtual Boy
fact 1: serial "VUE-VHPE-USA"
=
libretro:virtual-boy/hop: The Hop
  genres action; platform
  groups the-legend-of-zelda
  on virtual-boy; 1996-03
  attributes language/japanese; number-of-players-supported/1-2-players
  ratings esrb-rating/kids-to-adults
  release 1996-03 | United States | Developed by acme, Published by nintendo | VUE-VHPE-USA Nintendo Media PN | Hop, The (USA).bin
  release - | Japan | Developed by acme | Hop, The (Japan) (Ja).bin

# discs without a checksum are joined by serial, also several discs of one game
(genres ratings release)
developer/Sony - PlayStation
game ( name "Hop (USA)" developer "Acme" rom ( serial "SLUS-00001" image "Hop.cue" ) )
esrb/Sony - PlayStation
game ( name "Hop (USA)" esrb_rating "E10+" rom ( serial "SLUS-00001" ) rom ( serial "SLUS-00002" ) )
genre/Sony - PlayStation
game ( name "Hop (USA)" genre "RPG" serial "slus-00001" )
redump/Sony - PlayStation
dump 1: Hop (USA) (Disc 1) | serial "SLUS-00001"
=
libretro:playstation/hop: Hop
  genres role-playing-rpg
  ratings esrb-rating/everyone-10-plus
  release - | United States | Developed by acme | SLUS-00001 Sony PN,SLUS-00002 Sony PN | Hop (USA) (Disc 1).bin

# the serial of a box replaces the serial in a header
(release)
no-intro/Sega - 32X
dump 1: Hop (Europe) | serial "MK-84507-00"
serial/Sega - 32X
fact 1: serial "84507-50"
=
libretro:sega-32x/hop: Hop
  release - | Europe | 84507-50 Sega PN | Hop (Europe).bin

# a region gives the countries, switches are attributes, and Various is not a company
(attributes release)
x/Nintendo - Virtual Boy
fact 1: comment "Hop" region "Europe" coop 1 rumble "0" developer "Various" publisher "Acme"
=
libretro:virtual-boy/hop: Hop
  attributes multiplayer-options/cooperative
  release - | Europe | Published by acme | aaaa0001

# a date with a month counts before the year of a list of facts, and that before a copyright
(release)
tosec/Nintendo - Virtual Boy
dump 1: Hop (USA) | releaseyear "1995"
dump 2: Hop (Europe) | releaseyear "1995"
dump 3: Skip (USA) | releaseyear "1995"
dump 4: Jump (USA) | releaseyear "1995" releasemonth "11"
dump 5: Run (USA)
releaseyear/Nintendo - Virtual Boy
fact 1: releaseyear "1996"
fact 4: releaseyear "1996"
fact 5: releaseyear "1996"
fact 5: releaseyear "1997"
releasemonth/Nintendo - Virtual Boy
fact 1: releasemonth "2"
fact 3: releasemonth "2"
fact 4: releasemonth "2"
fact 5: releasemonth "2"
publisher/Nintendo - Virtual Boy
fact 1: publisher "Acme"
fact 2: publisher "Bolt"
=
libretro:virtual-boy/hop: Hop
  release 1996-02 | United States | Published by acme | Hop (USA).bin
  release - | Europe | Published by bolt | Hop (Europe).bin
libretro:virtual-boy/jump: Jump
  release 1995-11 | United States | Jump (USA).bin
libretro:virtual-boy/run: Run
  release 1996 | United States | Run (USA).bin
libretro:virtual-boy/skip: Skip
  release 1995 | United States | Skip (USA).bin

# a list of nothing but years by serial has the years of releases
(on)
redump/Sony - PlayStation Portable
dump 1: Hop (USA) | serial "ULUS-10080"
releaseyear/Sony - PlayStation Portable
game ( comment "Hop (USA)" releaseyear "2014" rom ( serial "ULUS-10080" ) )
releasemonth/Sony - PlayStation Portable
game ( comment "Hop (USA)" releasemonth 4 rom ( serial "ULUS-10080" ) )
=
libretro:psp/hop: Hop
  on psp; 2014-04

# a status may be only in the file name; facts about a hack are skipped
(genres release)
no-intro/Nintendo - Virtual Boy
game ( name "Hop (World)" rom ( name "Hop (World) (Aftermarket) (Unl).bin" size 16 crc AAAA0001 ) )
dump 2: Hop (World) (Hack)
genre/Nintendo - Virtual Boy
fact 1: genre "Puzzle"
fact 2: genre "Sports"
developer/Nintendo - Virtual Boy
fact 1: developer "Ann / Bob, Cy (C.)"
fact 2: developer "Eve"
=
libretro:virtual-boy/hop: Hop
  genres puzzle
  release - | Worldwide | Developed by ann, Developed by bob, Developed by cy | Homebrew | Hop (World) (Aftermarket) (Unl).bin

# the manufacturer in the file of the ZX Spectrum is the developer, with the persons who worked for it
(release)
x/Sinclair - ZX Spectrum
fact 1: comment "Hop" year "1987" manufacturer "Hop Design Ltd|Ann Skip|Bob liver"
=
libretro:zx-spectrum/hop: Hop
  release 1987 | Developed by hop-design, Author ann-skip | aaaa0001

# the developer in the file of DOS is the publisher, unless it is a tag
(release)
x/DOS
dump 1: Hop | developer "Acme"
dump 2: Skip | developer "RPG" genre "Puzzle"
=
libretro:dos/hop: Hop
  release - | Published by acme | Hop.bin
libretro:dos/skip: Skip
  release - | Skip.bin

# systems of one platform are joined, and a release without facts is skipped if another covers its countries
(release)
no-intro/Nintendo - Super Nintendo Entertainment System
dump 1: Hop (USA)
dump 2: Hop (USA) (Rev 1)
no-intro/Nintendo - Satellaview
dump 3: Hop (Japan)
publisher/Nintendo - Super Nintendo Entertainment System
fact 1: publisher "Acme"
=
libretro:snes/hop: Hop
  release - | Japan | Hop (Japan).bin
  release - | United States | Published by acme | Hop (USA).bin,Hop (USA) (Rev 1).bin
`;

function readFiles(lines: readonly string[]): Record<string, string> {
  const files: Record<string, string> = {};
  let file = '';
  for (const line of lines) {
    const [, what, digit, rest = ''] = /^(dump|fact) (\d): (.*)$/.exec(line) ?? [];
    const [name = '', fields] = rest.split(' | ');
    if (what === undefined && !line.startsWith('game (')) file = `${line}.dat`;
    else if (what === 'dump') files[file] = (files[file] ?? '') + dump(`AAAA000${digit}`, name, fields);
    else files[file] = (files[file] ?? '') + (what === 'fact' ? fact(`AAAA000${digit}`, rest) : `${line}\n`);
  }
  return files;
}

for (const text of CASES.trim().split(/\n\n(?=# )/)) {
  const [input = '', expected = ''] = text.split('\n=\n');
  const [name = '', parts = '', ...lines] = input.split('\n');
  test(name.slice(2), async () =>
    assertGames((await convert(readFiles(lines))).games, expected, ...parts.slice(1, -1).split(' ')),
  );
}

test('on a computer, ROMs of other makers in other years are other games of the title', async () => {
  const facts = (year: number, developer: string) => `releaseyear "${year}" developer "${developer}"`;
  const roms = [
    dump('AAAA0004', 'Hop', facts(1996, 'Peter Smith')),
    dump('AAAA0006', 'Hop', facts(1998, 'Cog Software')),
    dump('AAAA0001', 'Hop', facts(1986, 'Acme')),
    dump('AAAA0002', 'Hop', facts(1986, 'Bolt')),
    dump('AAAA0003', 'Hop', facts(1991, 'Acme')),
    dump('AAAA0005', 'Hop', 'genre "Puzzle"'),
  ].join('');
  const keysIn = async (file: string) =>
    (await convert({ [file]: roms })).games.map(({ key, ids }) => [
      key,
      ids?.crc32?.map((crc) => crc.slice(-1)).join(''),
    ]);
  assert.deepEqual(await keysIn('DOS.dat'), [
    ['libretro:dos/hop', '1235'],
    ['libretro:dos/hop@1996', '4'],
    ['libretro:dos/hop@1998', '6'],
  ]);
  // MAME has a console of the same platform.
  assert.equal((await keysIn('Amstrad - CPC.dat')).length, 3);
  const { games } = await convert({ 'DOS.dat': roms });
  const kinds = games.map(({ platforms }) => platforms[0]?.attributes?.filter((one) => one.includes('kind/')));
  assert.deepEqual(kinds, [[], ['attribute:kind/homebrew'], []]);
  assert.deepEqual(await keysIn(VB), [['libretro:virtual-boy/hop', '123456']]);
});

test('only serials that look like a code of the platform are product codes', async () => {
  const codes = async (file: string, text: string) =>
    (await ofPlatform({ [`no-intro/${file}`]: text }))[0]?.releases?.flatMap(({ product_codes }) =>
      product_codes.map(({ product_code }) => product_code),
    ) ?? [];
  const mega = 'Sega - 32X.dat';
  assert.deepEqual(await codes(mega, dump('AAAA0001', 'Hop (USA)', 'serial "MK-84507-00"')), ['MK-84507']);
  for (const serial of ['ROM-Version1.2', 'G-xxxx', '00000000-00', 'T-68???-??', 'Version-10'])
    assert.deepEqual(await codes(mega, dump('AAAA0001', 'Hop (USA)', `users 1 serial "${serial}"`)), [], serial);
  assert.deepEqual(await codes(VB, dump('AAAA0001', 'Hop (USA)', 'users 1 serial "VHPE"')), []);
  assert.deepEqual(await codes(mega, dump('AAAA0001', 'Hop (USA) (Beta)', 'users 1 serial "MK-84507-00"')), []);
  const barcode = await ofPlatform({ [`barcode/${VB}`]: fact('AAAA0001', 'barcode "045496830012"', 'Hop (USA)') });
  assert.deepEqual(barcode[0]?.releases?.[0]?.product_codes, [
    { product_code: '045496830012', product_code_type: 'UPC-A' },
  ]);
});

test('shared tracks, placeholder serials and empty files join nothing', async () => {
  const two = (crc: string, name: string) =>
    `game (\n\tname "${name}"\n\tusers 1\n\trom ( size 1 crc ${crc} ) rom ( size 1 crc BBBB0000 )\n)\n`;
  const tracks = await ofPlatform({ [`redump/${VB}`]: two('AAAA0001', 'Hop (USA)') + two('AAAA0002', 'Skip (USA)') });
  assert.equal(tracks.length, 2);
  const nothing = (text: string) => `game (\n\tname "${text} (USA)"\n\tserial "N/A"\n\tdeveloper "${text}"\n)\n`;
  const serials = await ofPlatform({ [`x/${VB}`]: nothing('Hop') + nothing('Skip') });
  assert.deepEqual(
    serials.map(({ title, releases }) => `${title} ${releases?.[0]?.companies.length}`),
    ['Hop 1', 'Skip 1'],
  );
  const { games } = await convert({
    [`x/${VB}`]: fact('00000000', 'users 1', 'Hop') + fact('00000000', 'users 2', 'Skip'),
  });
  assert.deepEqual(
    games.map(({ ids }) => ids),
    [{}, {}],
  );
});

test('dates are as precise as known; the first of January is only a year, and prototypes have no date', async () => {
  const dateOf = async (text: string, tag = '') =>
    (await ofPlatform({ [`x/${VB}`]: fact('AAAA0001', `users 1 ${text}`, `Hop (USA)${tag}`) }))[0]?.releases?.[0]
      ?.release_date;
  assert.equal(await dateOf('releaseyear "1995"'), '1995');
  assert.equal(await dateOf('releaseyear "1995" releasemonth "11" releaseday "28"'), '1995-11-28');
  assert.equal(await dateOf('releaseyear "1995" releasemonth "1" releaseday "1"'), '1995');
  assert.equal(await dateOf('releaseyear "1995" releasemonth "13"'), '1995');
  assert.equal(await dateOf('releasemonth "3"'), null);
  assert.equal(await dateOf('releaseyear "199?"'), null);
  assert.equal(await dateOf('releaseyear "1987"'), null, 'years before the platform');
  assert.equal(await dateOf('releaseyear "1995"', ' (Proto)'), null);
});

test('ratings apply only to releases in the countries of the board, not to prototypes and homebrew', async () => {
  const ratings = async (name: string, text = 'esrb_rating "E"') =>
    (await ofPlatform({ [`esrb/${VB}`]: fact('AAAA0001', `users 1 ${text}`, name) }))[0]?.ratings;
  assert.deepEqual(await ratings('Hop (USA, Europe)'), ['rating:esrb-rating/everyone']);
  assert.deepEqual(await ratings('Hop'), ['rating:esrb-rating/everyone']);
  for (const name of ['Hop (Japan)', 'Hop (USA) (Beta)', 'Hop (World) (Aftermarket) (Homebrew)'])
    assert.deepEqual(await ratings(name), [], name);
  assert.deepEqual(await ratings('Hop (Japan)', 'cero_rating "Z"'), ['rating:cero-rating/z']);
  assert.deepEqual(await ratings('Hop (USA)', 'esrb_rating "RP"'), []);
});

test('a ROM with only a name and checksums is skipped, unless --new-games is given', async () => {
  const files = { [`no-intro/${VB}`]: dump('AAAA0001', 'Hop (USA) (Proto)') + dump('AAAA0002', '[BIOS] Boot (USA)') };
  assert.deepEqual((await convert(files)).games, []);
  assert.deepEqual((await convert(files, { 'new-games': 'yes' })).games, []);
  const [game, ...others] = (await convert(files, { 'new-games': 'yes', include: 'all' })).games;
  assert.deepEqual([game?.title, game?.enriches, game?.groups, others], ['Hop', undefined, ['group:prototypes'], []]);
});

test('unknown names are counted', async () => {
  const { unknown, games } = await convert({
    [`a/${VB}`]: fact('AAAA0001', 'colour red genre "Yodelling" users many releaseyear "soon" esrb_rating "Q"', 'Hop'),
    [`b/${VB}`]: fact('AAAA0002', 'genre "Puzzle"'),
    'c/Acme - Box.dat': fact('AAAA0003', 'genre "Puzzle"', 'Hop'),
    'c/MAME.dat': fact('AAAA0004', 'genre "Puzzle"', 'Hop'),
  });
  assert.deepEqual(games, []);
  assert.deepEqual(unknown.map(({ what }) => what).toSorted(), [
    'esrb_rating Q',
    'field colour',
    'genre Yodelling',
    'rom without a name on platform:virtual-boy',
    'system Acme - Box',
    'users many',
    'year soon',
  ]);
});

test('the same facts in another order make the same bundle', async () => {
  const facts = ['genre "Puzzle"', 'developer "Acme"', 'developer "ACME"', 'franchise "Hop"', 'franchise "HOP"'];
  const games = facts.map((text, i) => fact(`AAAA000${i % 2}`, text, `Hop ${i} (USA)`));
  const one = await convert({ [`a/${VB}`]: games.join('') });
  const other = await convert({ [`a/${VB}`]: games.toReversed().join('') });
  for (const file of ['games.jsonl', 'companies.jsonl', 'groups.jsonl'])
    assert.deepEqual(readJsonLines(join(other.folder, file)), readJsonLines(join(one.folder, file)), file);
});
