import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { convertSource, readJsonLines, writeSource } from '../../support/sources.ts';

const VB = 'Nintendo - Virtual Boy.dat';
const SHA1 = 'ABCDEF0123456789ABCDEF0123456789ABCDEF01';

/** A fact about the ROM with a checksum: `fact('AAAA0001', 'genre "Puzzle"')`. */
const fact = (crc: string, text: string, comment = '') =>
  `game (\n${comment && `\tcomment "${comment}"\n`}\t${text}\n\trom ( crc ${crc} )\n)\n`;
const dump = (crc: string, name: string, more = '', file = name) =>
  `game (\n\tname "${name}"\n\t${more}\n\trom ( name "${file}.bin" size 16 crc ${crc} sha1 ${SHA1.slice(0, -8)}${crc} )\n)\n`;
const file = (crc: string, name: string) => ({
  name,
  size: 16,
  crc: crc.toLowerCase(),
  sha1: `${SHA1.slice(0, -8)}${crc}`.toLowerCase(),
});
const convert = (files: Record<string, string | Buffer>, flags = {}) =>
  convertSource('libretro', [writeSource(files)], flags);
const ofPlatform = async (files: Record<string, string | Buffer>, flags = {}) =>
  (await convert(files, flags)).games.map(({ title, platforms }) => ({ title, ...platforms[0] }));

test('facts about a ROM are joined by its checksum, and ROMs with one title are one game', async () => {
  const one = 'AAAA0001';
  const two = 'AAAA0002';
  const { games, counts } = await convert({
    [`no-intro/${VB}`]: dump(one, 'Hop, The (USA)', 'serial "VHPE"') + dump(two, 'Hop, The (Japan) (Ja)'),
    [`genre/${VB}`]: fact(one, 'genre "Platform"'),
    [`developer/${VB}`]: fact(one, 'developer "Acme, Inc."') + fact(two, 'developer "Acme"'),
    [`publisher/${VB}`]: fact(one.toLowerCase(), 'publisher "Nintendo"'),
    [`franchise/${VB}`]: fact(one, 'franchise "Zelda"'),
    [`releaseyear/${VB}`]: fact(one, 'releaseyear "1996"'),
    [`releasemonth/${VB}`]: fact(one, 'releasemonth "3"'),
    [`maxusers/${VB}`]: fact(one, 'users 1') + fact(two, 'users 2'),
    [`esrb/${VB}`]: fact(one, 'esrb_rating "KA"') + fact(two, 'esrb_rating "M"'),
    [`serial/${VB}`]: fact(one, 'serial "VUE-VHPE-USA"'),
  });
  assert.deepEqual([counts.files, counts.roms], [10, 2]);
  assert.deepEqual(games, [
    {
      key: 'libretro:virtual-boy/hop',
      title: 'The Hop',
      alternate_titles: [],
      genres: ['genre:action', 'genre:platform'],
      groups: ['group:the-legend-of-zelda'],
      ids: {
        sha1: [`${SHA1.slice(0, -8)}${one}`, `${SHA1.slice(0, -8)}${two}`].map((hash) => hash.toLowerCase()),
        crc32: [one, two].map((crc) => crc.toLowerCase()),
      },
      platforms: [
        {
          platform: 'platform:virtual-boy',
          first_release_date: '1996-03',
          attributes: ['attribute:language/japanese', 'attribute:number-of-players-supported/1-2-players'],
          ratings: ['rating:esrb-rating/kids-to-adults'],
          releases: [
            {
              release_date: null,
              countries: ['Japan'],
              companies: [{ company: 'company:acme', role: 'Developed by' }],
              description: null,
              product_codes: [],
              dumps: [file(two, 'Hop, The (Japan) (Ja).bin')],
            },
            {
              release_date: '1996-03',
              countries: ['United States'],
              companies: [
                { company: 'company:acme', role: 'Developed by' },
                { company: 'company:nintendo', role: 'Published by' },
              ],
              description: null,
              product_codes: [{ product_code: 'VUE-VHPE-USA', product_code_type: 'Nintendo Media PN' }],
              dumps: [file(one, 'Hop, The (USA).bin')],
            },
          ].toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
        },
      ],
      enriches: true,
    },
  ]);
});

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

test('discs without a checksum are joined by serial, also several discs of one game', async () => {
  const game = (text: string, rom = '') => `game (\n\tname "Hop (USA)"\n\t${text}\n\t${rom}\n)\n`;
  const { games } = await convert({
    'developer/Sony - PlayStation.dat': game('developer "Acme"', 'rom ( serial "SLUS-00001" image "Hop.cue" )'),
    'esrb/Sony - PlayStation.dat': game(
      'esrb_rating "E10+"',
      'rom ( serial "SLUS-00001" ) rom ( serial "SLUS-00002" )',
    ),
    'genre/Sony - PlayStation.dat': game('genre "RPG" serial "slus-00001"'),
    'redump/Sony - PlayStation.dat': dump('AAAA0001', 'Hop (USA) (Disc 1)', 'serial "SLUS-00001"'),
  });
  const [line] = games;
  assert.equal(games.length, 1);
  assert.deepEqual(line?.genres, ['genre:role-playing-rpg']);
  assert.deepEqual(line?.platforms[0]?.ratings, ['rating:esrb-rating/everyone-10-plus']);
  const [release] = line?.platforms[0]?.releases ?? [];
  assert.deepEqual(release?.companies, [{ company: 'company:acme', role: 'Developed by' }]);
  assert.deepEqual(
    release?.product_codes.map(({ product_code }) => product_code),
    ['SLUS-00001', 'SLUS-00002'],
  );
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

test('the serial of a box replaces the serial in a header', async () => {
  const file = 'Sega - 32X.dat';
  const [game] = await ofPlatform({
    [`no-intro/${file}`]: dump('AAAA0001', 'Hop (Europe)', 'serial "MK-84507-00"'),
    [`serial/${file}`]: fact('AAAA0001', 'serial "84507-50"'),
  });
  const codes = game?.releases?.[0]?.product_codes.map(({ product_code }) => product_code);
  assert.deepEqual(codes, ['84507-50']);
});

test('shared tracks, placeholder serials and empty files join nothing', async () => {
  const two = (crc: string, name: string) =>
    `game (\n\tname "${name}"\n\tusers 1\n\trom ( size 1 crc ${crc} ) rom ( size 1 crc BBBB0000 )\n)\n`;
  const tracks = await ofPlatform({ [`redump/${VB}`]: two('AAAA0001', 'Hop (USA)') + two('AAAA0002', 'Skip (USA)') });
  assert.deepEqual(
    tracks.map(({ title }) => title),
    ['Hop', 'Skip'],
  );
  const nothing = (text: string) => `game (\n\tname "${text} (USA)"\n\tserial "N/A"\n\tdeveloper "${text}"\n)\n`;
  const serials = await ofPlatform({ [`x/${VB}`]: nothing('Hop') + nothing('Skip') });
  assert.deepEqual(
    serials.map(({ title, releases }) => [title, releases?.[0]?.companies.length]),
    [
      ['Hop', 1],
      ['Skip', 1],
    ],
  );
  const { games } = await convert({
    [`x/${VB}`]: fact('00000000', 'users 1', 'Hop') + fact('00000000', 'users 2', 'Skip'),
  });
  assert.deepEqual(
    games.map(({ ids }) => ids),
    [{}, {}],
  );
});

test('a region gives the countries, switches are attributes, and Various is not a company', async () => {
  const text = fact('AAAA0001', 'region "Europe" coop 1 rumble "0" developer "Various" publisher "Acme"', 'Hop');
  const [game] = await ofPlatform({ [`x/${VB}`]: text });
  assert.deepEqual(game?.attributes, ['attribute:multiplayer-options/cooperative']);
  const [release] = game?.releases ?? [];
  assert.deepEqual(
    [release?.countries, release?.companies.map(({ company }) => company)],
    [['Europe'], ['company:acme']],
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

test('a date is that of one source, and a copyright is no date where another one is known', async () => {
  const [usa, europe] = ['AAAA0001', 'AAAA0002'];
  const dates = async (files: Record<string, string>) =>
    (await ofPlatform(files))[0]?.releases
      ?.map(({ countries, release_date }) => `${countries}: ${release_date}`)
      .toSorted();
  const copyright = (crc: string, name: string, more = '') => dump(crc, name, `releaseyear "1995" ${more}`);
  const lists = {
    [`releaseyear/${VB}`]: fact(usa, 'releaseyear "1996"'),
    [`releasemonth/${VB}`]: fact(usa, 'releasemonth "2"'),
    [`publisher/${VB}`]: fact(usa, 'publisher "Acme"') + fact(europe, 'publisher "Bolt"'),
  };
  const both = copyright(usa, 'Hop (USA)') + copyright(europe, 'Hop (Europe)');
  assert.deepEqual(await dates({ ...lists, [`tosec/${VB}`]: both }), ['Europe: null', 'United States: 1996-02']);
  const { [`releaseyear/${VB}`]: _, ...months } = lists;
  assert.deepEqual(await dates({ ...months, [`tosec/${VB}`]: both }), ['Europe: 1995', 'United States: 1995']);
  const exact = copyright(usa, 'Hop (USA)', 'releasemonth "11"');
  assert.deepEqual(await dates({ ...lists, [`tosec/${VB}`]: exact }), ['United States: 1995-11']);
  const twoYears = fact(usa, 'releaseyear "1996"') + fact(usa, 'releaseyear "1997"');
  assert.deepEqual(
    await dates({ ...lists, [`releaseyear/${VB}`]: twoYears, [`tosec/${VB}`]: dump(usa, 'Hop (USA)') }),
    ['United States: 1996'],
  );
});

test('a list of nothing but years by serial has the years of releases', async () => {
  const psp = 'Sony - PlayStation Portable.dat';
  const [game] = await ofPlatform({
    [`redump/${psp}`]: dump('AAAA0001', 'Hop (USA)', 'serial "ULUS-10080"'),
    [`releaseyear/${psp}`]: 'game (\n\tcomment "Hop (USA)"\n\treleaseyear "2014"\n\trom ( serial "ULUS-10080" )\n)\n',
    [`releasemonth/${psp}`]: 'game (\n\tcomment "Hop (USA)"\n\treleasemonth 4\n\trom ( serial "ULUS-10080" )\n)\n',
  });
  assert.equal(game?.first_release_date, '2014-04');
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

test('a status may be only in the file name; facts about a hack are skipped', async () => {
  const { games } = await convert({
    [`no-intro/${VB}`]:
      dump('AAAA0001', 'Hop (World)', '', 'Hop (World) (Aftermarket) (Unl)') + dump('AAAA0002', 'Hop (World) (Hack)'),
    [`genre/${VB}`]: fact('AAAA0001', 'genre "Puzzle"') + fact('AAAA0002', 'genre "Sports"'),
    [`developer/${VB}`]: fact('AAAA0001', 'developer "Ann / Bob, Cy (C.)"') + fact('AAAA0002', 'developer "Eve"'),
  });
  assert.deepEqual(games[0]?.genres, ['genre:puzzle']);
  const releases = games[0]?.platforms[0]?.releases?.map(({ description, companies }) => [
    description,
    companies.map(({ company }) => company),
  ]);
  assert.deepEqual(releases, [['Homebrew', ['company:ann', 'company:bob', 'company:cy']]]);
});

test('the manufacturer in the file of the ZX Spectrum is the developer, with the persons who worked for it', async () => {
  const { games } = await convert({
    'Sinclair - ZX Spectrum.dat': fact(
      'AAAA0001',
      'year "1987" manufacturer "Hop Design Ltd|Ann Skip|Bob liver"',
      'Hop',
    ),
  });
  assert.deepEqual(games[0]?.platforms[0]?.releases?.[0]?.companies, [
    { company: 'company:hop-design', role: 'Developed by' },
    { company: 'company:ann-skip', role: 'Author' },
  ]);
});

test('the developer in the file of DOS is the publisher, unless it is a tag', async () => {
  const { games } = await convert({
    'DOS.dat': dump('AAAA0001', 'Hop', 'developer "Acme"') + dump('AAAA0002', 'Skip', 'developer "RPG"'),
  });
  const companies = games.flatMap(({ platforms }) => platforms[0]?.releases?.flatMap((release) => release.companies));
  assert.deepEqual(companies.filter(Boolean), [{ company: 'company:acme', role: 'Published by' }]);
});

test('systems of one platform are joined, and a release without facts is skipped if another covers its countries', async () => {
  const { games } = await convert({
    'no-intro/Nintendo - Super Nintendo Entertainment System.dat':
      dump('AAAA0001', 'Hop (USA)') + dump('AAAA0002', 'Hop (USA) (Rev 1)'),
    'no-intro/Nintendo - Satellaview.dat': dump('AAAA0003', 'Hop (Japan)'),
    'publisher/Nintendo - Super Nintendo Entertainment System.dat': fact('AAAA0001', 'publisher "Acme"'),
  });
  assert.deepEqual(
    games.map(({ key, platforms }) => [key, platforms[0]?.releases?.map(({ countries }) => countries)]),
    [['libretro:snes/hop', [['United States'], ['Japan']].toSorted()]],
  );
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
  const games = [
    fact('AAAA0001', 'genre "Puzzle"', 'Hop (USA)'),
    fact('AAAA0001', 'developer "Acme"', 'Hop (USA) (Alt)'),
    fact('AAAA0001', 'developer "ACME"', 'Hoppy (USA)'),
    fact('AAAA0002', 'franchise "Hop"', 'Hop (Japan)'),
    fact('AAAA0002', 'franchise "HOP"', 'Skip (Japan)'),
  ];
  const one = await convert({ [`a/${VB}`]: games.join('') });
  const other = await convert({ [`a/${VB}`]: games.toReversed().join('') });
  for (const file of ['games.jsonl', 'companies.jsonl', 'groups.jsonl'])
    assert.deepEqual(readJsonLines(join(other.folder, file)), readJsonLines(join(one.folder, file)), file);
});
