import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../../src/bundle/bundle.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import { writeBundle } from '../../support/samples/bundle.ts';
import { on, platforms } from '../../support/samples/entries.ts';
import { idOf, newStore } from '../../support/samples/layers.ts';
import { convert, convertLists, type Lists, writeLists } from '../../support/samples/mame.ts';
import { assertGames } from '../../support/samples/sources.ts';

/** The titles of the games in a catalog that has only these lists. */
async function titles(lists: Lists): Promise<string[]> {
  const { folder } = await convertLists(lists, { profile: 'all', include: 'all' });
  const store = await newStore();
  await loadBundle(store, await openBundle(folder), { clock: () => 1000 });
  const { games } = await store.catalog.readIndex();
  return games.titles.toSorted();
}

/** What the titles of real games do not show: test/importers/mame/well-known.test.ts. */
const CASES: [name: string, lists: Lists, titles: string][] = [
  [
    'in cpc_flop a clone is the same game only if the titles are equal',
    { cpc_flop: 'a|Macbeth; b|Hamlet|||a; c|Macbeth [a1]|||a' },
    'Hamlet; Macbeth',
  ],
  [
    'a game that somebody wrote after one that was sold is not that game',
    {
      cpc_flop:
        'a|Hop [Mirrorsoft]|1987|<unknown>; b|Hop (PD) [J. Somebody]|1989|<unknown>|a; c|Hop [a1]|1987|<unknown>|a',
    },
    'Hop; Hop',
  ],
  [
    'a clone without a publisher is the same game only if the titles are equal',
    {
      spectrum_cass: `
jetsetwi|Jet Set Willy||Software Projects
jetsetwi_a|Jet Set Willy - Release 2||<unknown>|jetsetwi
jetsetwi_b|Jet Set Willy - Fan's Hoard||<unknown>|jetsetwi
jetset|Juan Set Willy||Erbe|jetsetwi`,
    },
    "Jet Set Willy; Jet Set Willy: Fan's Hoard",
  ],
  [
    'a generic title is one game only with a common publisher, even on one platform',
    {
      spectrum_cass: 'a|Backgammon|1983|Psion; b|Backgammon|1983|Hewson; c|Backgammon (alt)|1984|Psion',
      a2600: 'a|Backgammon (USA)|1983|Atari',
    },
    'Backgammon; Backgammon; Backgammon',
  ],
  [
    'the title of a pirate copy joins nothing',
    {
      nes: 'smb|Super Mario Bros. (World)||Nintendo; smb2h|Super Mario Bros. 2 (Super Mario Bros. pirate)|||smb; smb2|Super Mario Bros. 2 (USA)||Nintendo',
    },
    'Super Mario Bros.; Super Mario Bros. 2',
  ],
  [
    'a clone has its parent in the same list',
    { nes: 'a|Alpha Mission (USA); b|Beta Blast (USA)|||c', snes: 'c|Gamma Ray (USA)' },
    'Alpha Mission; Beta Blast; Gamma Ray',
  ],
  [
    'a cartridge for two machines in both lists is one game',
    {
      gameboy: [{ name: 'x', description: 'Bugs (Euro)', publisher: 'Acme', sharedfeat: { compatibility: 'GBC' } }],
      gbcolor: 'x|Bugs (Europe)||Acme',
    },
    'Bugs',
  ],
  [
    'both strips of a card are one game',
    { gba_ereader: 'a|Card-e - Boy (USA) (Strip 1); b|Card-e - Boy (USA) (Strip 2)' },
    'Card-e: Boy',
  ],
  [
    'a clone is a game of its own if another list has both titles as games',
    {
      cpc_cass: 'gaunt|Gaunt Hop|1986|Acme; deep|Gaunt Hop: Deeper|1987|Acme|gaunt',
      c64_cass: 'gaunt|Gaunt Hop|1986|Acme; deep|Gaunt Hop: Deeper|1987|Acme',
    },
    'Gaunt Hop; Gaunt Hop: Deeper',
  ],
  [
    'the conversion of a machine is no version of the game with its name',
    { amigaocs_flop: 'tmht|Hero Hops|1990|Acme; tmhtco|Hero Hops: The Coin-Op|1991|Acme|tmht' },
    'Hero Hops; Hero Hops: The Coin-Op',
  ],
  ['a family of hacks alone is a game', { nes: 'a|Hopman (Hop hack)' }, 'Hopman'],
  ['a clone without its parent is a game of its own', { nes: 'b|Lonely (USA)|||nobody' }, 'Lonely'],
];

for (const [name, lists, expected] of CASES) {
  test(name, async () => assert.equal((await titles(lists)).join('; '), expected));
}

test('the title is from a plain release, by region: United States, world, Europe; then the most frequent', async () => {
  const others = [
    'Hop Europa (Europe)',
    'Hop (USA, prototype)',
    'Hip (USA)',
    'Hop America (USA)',
    'Hop America (USA, alt)',
  ];
  const nes = ['x0|Hop Hop (Japan)', ...others.map((title, i) => `x${i + 1}|${title}|||x0`)].join('\n');
  const [game] = (await convertLists({ nes })).games;
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
    a800: 'aaa|Pitfall Harry||Activision',
    coleco: 'ccc|Pitfall Harry (USA)||Activision; bbb|Pitfall Harry (Europe)||Activision|ccc',
  };
  const keys = async (profile: string) => (await convertLists(lists, { profile })).games.map(({ key }) => key);
  assert.deepEqual(await keys('console'), ['mame:coleco/ccc']);
  assert.deepEqual(await keys('all'), ['mame:a800/aaa', 'mame:coleco/ccc'], 'one line for each platform');
});

test('a clone that is unlicensed or by nobody lends its game no title', async () => {
  const snes = `
speedy|Speedy Gonzales (USA)||Acclaim
sonic4|Sonic the Hedgehog (alt)||<unlicensed>|speedy
crash|Crash Bandicoot (Russia)||<unknown>|speedy`;
  const [game] = (await convertLists({ snes })).games;
  assert.deepEqual([game?.title, game?.alternate_titles, game?.members?.length], ['Speedy Gonzales', [], 3]);
});

const CLONES = {
  a2600: `
missile|Missile Command|1981|Atari
missile1|Missile Command (alt)|1981|Atari|missile
missileevg|Missile Control (PAL) (Video Gems)|1983|Video Gems|missile`,
  cpc_cass: `
gauntlet|Gauntlet (UK)|1985|U.S. Gold
gauntletmp|Gauntlet (UK, Micro Power)|1985|Micro Power|gauntlet
gauntldd|Gauntlet - The Deeper Dungeons (UK)|1987|U.S. Gold|gauntlet
gauntldd1|Gauntlet - The Deeper Dungeons (UK)|1987|U.S. Gold|gauntlet`,
};

test('a clone that is another game has a line of its own, with its own title', async () => {
  const { games } = await convertLists(CLONES, { profile: 'all' });
  assertGames(
    games,
    `
mame:a2600/missile: Missile Command
  members mame:a2600/missile; mame:a2600/missile1
mame:a2600/missileevg: Missile Control
  members mame:a2600/missileevg
mame:cpc_cass/gauntldd: Gauntlet: The Deeper Dungeons
  also Gauntlet - The Deeper Dungeons (MAME spelling)
  members mame:cpc_cass/gauntldd; mame:cpc_cass/gauntldd1
mame:cpc_cass/gauntlet: Gauntlet
  members mame:cpc_cass/gauntlet
mame:cpc_cass/gauntletmp: Gauntlet
  members mame:cpc_cass/gauntletmp`,
    ...['also', 'members'],
  );
});

test('the game keeps its id when the other game leaves its line, though title, year and platform are equal', async () => {
  const [game, other] = ['mame:cpc_cass/gauntlet', 'mame:cpc_cass/gauntletmp'];
  const joined = writeBundle(
    {
      platforms: platforms('Amstrad CPC'),
      games: [{ key: game, title: 'Gauntlet', members: [game, other], platforms: [on('amstrad-cpc')] }],
    },
    { source: 'mame' },
  );
  const apart = await convertLists(CLONES, { profile: 'all' });
  const store = await newStore();
  const ids = async (folder: string) => {
    await loadBundle(store, await openBundle(folder), { clock: () => 1000 });
    return [await idOf(store, game), await idOf(store, other)];
  };
  const [before] = await ids(joined);
  const [after, own] = await ids(apart.folder);
  assert.equal(after, before);
  assert.notEqual(own, after);
});

/** Two families, an entry that joins one of them by its title, and a single game. */
const ENTRIES: Lists = {
  nes: `
probot|Probotector (Europe)|1990|Konami
contra|Contra (USA)|1988|Konami|probot
contraj|Contra (Japan)|1988|Konami|probot
gryzor|Gryzor (Europe)|1988|Konami|probot
superc|Super C (USA)|1990|Konami`,
  famicom_flop: 'contra|Contra|1989|Konami',
  snes: 'superc|Super C (USA)|1991|Konami',
};

/** Splits, and the entries of each game. */
const SPLITS: [name: string, splits: string, games: string][] = [
  ['a clone', 'nes/gryzor', 'contra contra contraj probot, gryzor, superc, superc'],
  ['a parent, whose clones stay one game', 'nes/probot', 'contra contra contraj gryzor, probot, superc, superc'],
  [
    'an entry that was joined by title on its platform',
    'famicom_flop/contra',
    'contra, contra contraj gryzor probot, superc, superc',
  ],
  ['unknown keys are ignored', 'nes/nobody z', 'contra contra contraj gryzor probot, superc, superc'],
];

const keysOf = (text: string) => text.split(' ').map((key) => `mame:${key}`);

for (const [name, splits, expected] of SPLITS) {
  test(`entries that are split off: ${name}`, async () => {
    const { games } = await convert([writeLists(ENTRIES)], {}, keysOf(splits));
    const namesOf = (members: string[] = []) => members.map((key) => key.replace(/.*\//, '')).toSorted();
    assert.equal(
      games
        .map(({ members }) => namesOf(members).join(' '))
        .toSorted()
        .join(', '),
      expected,
    );
  });
}
