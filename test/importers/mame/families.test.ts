import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../../src/bundle/bundle.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import { newStore } from '../../support/layers.ts';
import { convertLists, type Lists } from '../../support/mame.ts';

/** The titles of the games in a catalog that has only these lists. */
async function titles(lists: Lists): Promise<string[]> {
  const { folder } = await convertLists(lists, { profile: 'all', include: 'all' });
  const store = await newStore();
  await loadBundle(store, await openBundle(folder), { clock: () => 1000 });
  const { games } = await store.catalog.readIndex();
  await store.close();
  return games.titles.toSorted();
}

const CASES: [name: string, lists: Lists, titles: string[]][] = [
  [
    'a clone with another title is the same game on a console',
    {
      nes: [
        { name: 'probot', description: 'Probotector (Europe)' },
        { name: 'contra', description: 'Contra (USA)', cloneof: 'probot' },
      ],
    },
    ['Contra'],
  ],
  [
    'a sequel that a list of computers calls a clone is a game of its own',
    {
      st_flop: [
        { name: 'rick', description: 'Rick Dangerous' },
        { name: 'rick2', description: 'Rick Dangerous II', cloneof: 'rick' },
      ],
    },
    ['Rick Dangerous', 'Rick Dangerous II'],
  ],
  [
    'a regional title with another number stays together on a console',
    {
      snes: [
        { name: 'ff6', description: 'Final Fantasy VI (Japan)' },
        { name: 'ff3', description: 'Final Fantasy III (USA)', cloneof: 'ff6' },
      ],
    },
    ['Final Fantasy III'],
  ],
  [
    'in cpc_flop a clone is the same game only if the titles are equal',
    {
      cpc_flop: [
        { name: 'a', description: 'Macbeth' },
        { name: 'b', description: 'Hamlet', cloneof: 'a' },
        { name: 'c', description: 'Macbeth [a1]', cloneof: 'a' },
      ],
    },
    ['Hamlet', 'Macbeth'],
  ],
  [
    'a slip in the title of a disk by nobody is the game of the platform with one letter of difference',
    {
      cpc_cass: [
        { name: 'nonterra', description: 'Nonterraqueous', publisher: 'Acme' },
        { name: 'soccer', description: 'Soccer Stars', publisher: 'Acme' },
        { name: 'nipper', description: 'Jack the Nipper', publisher: 'Acme' },
        { name: 'ripper', description: 'Jack the Ripper', publisher: 'Acme' },
        { name: 'hop', description: 'Super Hopper 2', publisher: 'Acme' },
      ],
      cpc_flop: [
        { name: 'a', description: 'Nonteraqueous (UK)', publisher: '<unknown>', year: '1985' },
        { name: 'b', description: 'Soccer Star', publisher: '<unknown>', year: '1985' },
        { name: 'c', description: 'Super Hopper 3', publisher: '<unknown>', year: '1985' },
        { name: 'd', description: 'NightHunter1 (cr xor)', publisher: '<unknown>', cloneof: 'e' },
        { name: 'e', description: 'Night Hunter (Fra)', publisher: '<unknown>', year: '1985' },
      ],
      spectrum_cass: [{ name: 'star', description: 'Soccer Star', publisher: 'Bolt' }],
    },
    [
      'Jack the Nipper',
      'Jack the Ripper',
      'Night Hunter',
      'Nonterraqueous',
      'Soccer Star',
      'Soccer Star',
      'Soccer Stars',
      'Super Hopper 2',
      'Super Hopper 3',
    ],
  ],
  [
    'a game that somebody wrote after one that was sold is not that game',
    {
      cpc_flop: [
        { name: 'a', description: 'Hop [Mirrorsoft]', year: '1987', publisher: '<unknown>' },
        { name: 'b', description: 'Hop (PD) [J. Somebody]', year: '1989', publisher: '<unknown>', cloneof: 'a' },
        { name: 'c', description: 'Hop [a1]', year: '1987', publisher: '<unknown>', cloneof: 'a' },
      ],
    },
    ['Hop', 'Hop'],
  ],
  [
    'a clone without a publisher is the same game only if the titles are equal',
    {
      spectrum_cass: [
        { name: 'jetsetwi', description: 'Jet Set Willy', publisher: 'Software Projects' },
        { name: 'jetsetwi_a', description: 'Jet Set Willy - Release 2', publisher: '<unknown>', cloneof: 'jetsetwi' },
        { name: 'jetsetwi_b', description: "Jet Set Willy - Fan's Hoard", publisher: '<unknown>', cloneof: 'jetsetwi' },
        { name: 'jetset', description: 'Juan Set Willy', publisher: 'Erbe', cloneof: 'jetsetwi' },
      ],
    },
    ['Jet Set Willy', "Jet Set Willy: Fan's Hoard"],
  ],
  [
    'the same title on two lists of one platform is one game',
    {
      nes: [{ name: 'metroid', description: 'Metroid (USA)', publisher: 'Nintendo' }],
      famicom_flop: [{ name: 'metroid', description: 'Metroid (Japan)', publisher: 'Nintendo' }],
    },
    ['Metroid'],
  ],
  [
    'the same title and publisher on two platforms is one game',
    {
      nes: [{ name: 'x', description: 'Gradius (USA)', publisher: 'Konami', year: '1986' }],
      pce: [{ name: 'x', description: 'Gradius (Japan)', publisher: 'コナミ (Konami)', year: '1991' }],
    },
    ['Gradius'],
  ],
  [
    'a long title within three years needs no common publisher',
    {
      nes: [{ name: 'x', description: 'Bubble Bobble (USA)', publisher: 'Taito', year: '1988' }],
      spectrum_cass: [{ name: 'x', description: 'Bubble Bobble', publisher: 'Firebird', year: '1987' }],
      c64_cass: [{ name: 'x', description: 'Bubble Bobble', publisher: 'The Hit Squad', year: '1996' }],
    },
    ['Bubble Bobble', 'Bubble Bobble'],
  ],
  [
    'a long title one year apart is one game, and four years apart it is not',
    {
      nes: [
        { name: 'x', description: 'Bubble Bobble (USA)', publisher: 'Taito', year: '1988' },
        { name: 'y', description: 'Rainbow Islands (USA)', publisher: 'Taito', year: '1988' },
      ],
      spectrum_cass: [
        { name: 'x', description: 'Bubble Bobble', publisher: 'Firebird', year: '1989' },
        { name: 'y', description: 'Rainbow Islands', publisher: 'Firebird', year: '1992' },
      ],
    },
    ['Bubble Bobble', 'Rainbow Islands', 'Rainbow Islands'],
  ],
  [
    'a short title without a common publisher is not enough',
    {
      nes: [{ name: 'x', description: 'Exodus (USA)', publisher: 'Wisdom Tree', year: '1991' }],
      spectrum_cass: [{ name: 'x', description: 'Exodus', publisher: 'Firebird', year: '1990' }],
    },
    ['Exodus', 'Exodus'],
  ],
  [
    'a generic title is one game only with a common publisher, even on one platform',
    {
      spectrum_cass: [
        { name: 'a', description: 'Backgammon', publisher: 'Psion', year: '1983' },
        { name: 'b', description: 'Backgammon', publisher: 'Hewson', year: '1983' },
        { name: 'c', description: 'Backgammon (alt)', publisher: 'Psion', year: '1984' },
      ],
      a2600: [{ name: 'a', description: 'Backgammon (USA)', publisher: 'Atari', year: '1983' }],
    },
    ['Backgammon', 'Backgammon', 'Backgammon'],
  ],
  [
    'the title of one region may be another game elsewhere',
    {
      nes: [
        { name: 'probot', description: 'Probotector (Europe)', publisher: 'Konami', year: '1990' },
        { name: 'contra', description: 'Contra (USA)', publisher: 'Konami', cloneof: 'probot', year: '1988' },
      ],
      gameboy: [
        { name: 'probot', description: 'Probotector (Europe)', publisher: 'Konami', year: '1991' },
        { name: 'operatnc', description: 'Operation C (USA)', publisher: 'Konami', cloneof: 'probot', year: '1991' },
      ],
    },
    ['Contra', 'Operation C'],
  ],
  [
    'the title of a pirate copy joins nothing',
    {
      nes: [
        { name: 'smb', description: 'Super Mario Bros. (World)', publisher: 'Nintendo' },
        { name: 'smb2h', description: 'Super Mario Bros. 2 (Super Mario Bros. pirate)', cloneof: 'smb' },
        { name: 'smb2', description: 'Super Mario Bros. 2 (USA)', publisher: 'Nintendo' },
      ],
    },
    ['Super Mario Bros.', 'Super Mario Bros. 2'],
  ],
  [
    'the table of namesakes separates two games with one title',
    {
      nes: [{ name: 'smb2', description: 'Super Mario Bros. 2 (USA)', publisher: 'Nintendo', year: '1988' }],
      famicom_flop: [{ name: 'smb2', description: 'Super Mario Bros. 2', publisher: 'Nintendo', year: '1986' }],
    },
    ['Super Mario Bros. 2', 'Super Mario Bros. 2'],
  ],
  [
    'a number that differs between regions joins nothing on another platform',
    {
      nes: [{ name: 'ff3', description: 'Final Fantasy III (Japan)', publisher: 'Square', year: '1990' }],
      snes: [
        { name: 'ff6', description: 'Final Fantasy VI (Japan)', publisher: 'Square', year: '1994' },
        { name: 'ff3', description: 'Final Fantasy III (USA)', publisher: 'Square', year: '1994', cloneof: 'ff6' },
      ],
    },
    ['Final Fantasy III', 'Final Fantasy III'],
  ],
  [
    'games with different titles in Japan are different games',
    {
      nes: [
        { name: 'mm2', description: 'Mega Man 2 (USA)', publisher: 'Capcom', year: '1989' },
        { name: 'rm2', description: 'Rockman 2 (Japan)', publisher: 'Capcom', year: '1988', cloneof: 'mm2' },
      ],
      gameboy: [
        { name: 'mm2', description: 'Mega Man II (USA)', publisher: 'Capcom', year: '1992' },
        { name: 'rw2', description: 'Rockman World 2 (Japan)', publisher: 'Capcom', year: '1991', cloneof: 'mm2' },
      ],
    },
    ['Mega Man 2', 'Mega Man II'],
  ],
  [
    'a longer title in Japan is the same game',
    {
      megacd: [
        { name: 'x', description: 'Mortal Kombat (Europe)', publisher: 'Acclaim', year: '1994' },
        {
          name: 'y',
          description: 'Mortal Kombat - Kanzenban (Japan)',
          publisher: 'Acclaim',
          year: '1994',
          cloneof: 'x',
        },
      ],
      megadriv: [
        { name: 'x', description: 'Mortal Kombat (USA)', publisher: 'Acclaim', year: '1993' },
        { name: 'y', description: 'Mortal Kombat (Japan)', publisher: 'Acclaim', year: '1993', cloneof: 'x' },
      ],
    },
    ['Mortal Kombat'],
  ],
  [
    'the same title of a publisher many years later is a remake',
    {
      nes: [{ name: 'x', description: 'Castlevania (USA)', publisher: 'Konami', year: '1987' }],
      n64: [{ name: 'x', description: 'Castlevania (USA)', publisher: 'Konami', year: '1999' }],
    },
    ['Castlevania', 'Castlevania'],
  ],
  [
    'the table of titles joins games that nothing else joins',
    {
      nes: [{ name: 'zelda', description: 'The Legend of Zelda (Europe)', publisher: 'Nintendo', year: '1987' }],
      famicom_flop: [{ name: 'zelda', description: 'Zelda no Densetsu', publisher: 'Nintendo', year: '1986' }],
    },
    ['The Legend of Zelda'],
  ],
  [
    'a clone has its parent in the same list',
    {
      nes: [
        { name: 'a', description: 'Alpha Mission (USA)' },
        { name: 'b', description: 'Beta Blast (USA)', cloneof: 'c' },
      ],
      snes: [{ name: 'c', description: 'Gamma Ray (USA)' }],
    },
    ['Alpha Mission', 'Beta Blast', 'Gamma Ray'],
  ],
  [
    'a cartridge for two machines in both lists is one game',
    {
      gameboy: [{ name: 'x', description: 'Bugs (Euro)', publisher: 'Acme', sharedfeat: { compatibility: 'GBC' } }],
      gbcolor: [{ name: 'x', description: 'Bugs (Europe)', publisher: 'Acme' }],
    },
    ['Bugs'],
  ],
  [
    'both strips of a card are one game',
    {
      gba_ereader: [
        { name: 'a', description: 'Card-e - Boy (USA) (Strip 1)' },
        { name: 'b', description: 'Card-e - Boy (USA) (Strip 2)' },
      ],
    },
    ['Card-e: Boy'],
  ],
  [
    'a clone is a game of its own if another list has both titles as games',
    {
      cpc_cass: [
        { name: 'gaunt', description: 'Gaunt Hop', publisher: 'Acme', year: '1986' },
        { name: 'deep', description: 'Gaunt Hop: Deeper', cloneof: 'gaunt', publisher: 'Acme', year: '1987' },
      ],
      c64_cass: [
        { name: 'gaunt', description: 'Gaunt Hop', publisher: 'Acme', year: '1986' },
        { name: 'deep', description: 'Gaunt Hop: Deeper', publisher: 'Acme', year: '1987' },
      ],
    },
    ['Gaunt Hop', 'Gaunt Hop: Deeper'],
  ],
  [
    'the conversion of a machine is no version of the game with its name',
    {
      amigaocs_flop: [
        { name: 'tmht', description: 'Hero Hops', publisher: 'Acme', year: '1990' },
        { name: 'tmhtco', description: 'Hero Hops: The Coin-Op', cloneof: 'tmht', publisher: 'Acme', year: '1991' },
      ],
    },
    ['Hero Hops', 'Hero Hops: The Coin-Op'],
  ],
  ['a family of hacks alone is a game', { nes: [{ name: 'a', description: 'Hopman (Hop hack)' }] }, ['Hopman']],
  [
    'a clone without its parent is a game of its own',
    { nes: [{ name: 'b', description: 'Lonely (USA)', cloneof: 'nobody' }] },
    ['Lonely'],
  ],
];

for (const [name, lists, expected] of CASES) {
  test(name, async () => assert.deepEqual(await titles(lists), expected.toSorted()));
}

test('the title is from a plain release, by region: United States, world, Europe; then the most frequent', async () => {
  const entries = [
    'Hop Hop (Japan)',
    'Hop Europa (Europe)',
    'Hop (USA, prototype)',
    'Hip (USA)',
    'Hop America (USA)',
    'Hop America (USA, alt)',
  ];
  const lists = {
    nes: entries.map((description, i) => ({ name: `x${i}`, description, ...(i > 0 && { cloneof: 'x0' }) })),
  };
  const [game] = (await convertLists(lists)).games;
  assert.equal(game?.title, 'Hop America');
  assert.deepEqual(game?.alternate_titles, [
    { title: 'Hip', description: 'United States title' },
    { title: 'Hop', description: 'United States title' },
    { title: 'Hop Europa', description: 'Europe title' },
    { title: 'Hop Hop', description: 'Japan title' },
  ]);
});

test('a line has the key of the parent, and is about one platform', async () => {
  const lists = {
    a800: [{ name: 'aaa', description: 'Pitfall Harry', publisher: 'Activision' }],
    coleco: [
      { name: 'ccc', description: 'Pitfall Harry (USA)', publisher: 'Activision' },
      { name: 'bbb', description: 'Pitfall Harry (Europe)', publisher: 'Activision', cloneof: 'ccc' },
    ],
  };
  const keys = async (profile: string) => (await convertLists(lists, { profile })).games.map(({ key }) => key);
  assert.deepEqual(await keys('console'), ['mame:coleco/ccc']);
  assert.deepEqual(await keys('all'), ['mame:a800/aaa', 'mame:coleco/ccc'], 'one line for each platform');
});

test('a clone that is unlicensed or by nobody lends its game no title', async () => {
  const [game] = (
    await convertLists({
      snes: [
        { name: 'speedy', description: 'Speedy Gonzales (USA)', publisher: 'Acclaim' },
        { name: 'sonic4', description: 'Sonic the Hedgehog (alt)', publisher: '<unlicensed>', cloneof: 'speedy' },
        { name: 'crash', description: 'Crash Bandicoot (Russia)', publisher: '<unknown>', cloneof: 'speedy' },
      ],
    })
  ).games;
  assert.deepEqual([game?.title, game?.alternate_titles, game?.members?.length], ['Speedy Gonzales', [], 3]);
});
