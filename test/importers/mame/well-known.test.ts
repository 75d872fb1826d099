import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../../src/bundle/bundle.ts';
import type { GameRecord } from '../../../src/catalog/model/record.ts';
import { slugOf } from '../../../src/catalog/model/slug.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import { newStore } from '../../support/samples/layers.ts';
import { convertLists, type Lists } from '../../support/samples/mame.ts';

/** Facts of real entries, in our own words. */
const LISTS: Lists = {
  nes: `
smb|Super Mario Bros. (World)|1985|Nintendo||19850913 (JPN), 198510xx (USA), 1987 (EUR)
smb2|Super Mario Bros. 2 (Europe)|1989|Nintendo
smb2u|Super Mario Bros. 2 (USA)|1988|Nintendo|smb2|198810xx
smusa|Super Mario USA (Japan)|1992|Nintendo|smb2|19920914
zelda|The Legend of Zelda (Europe)|1987|Nintendo
zeldau|The Legend of Zelda (USA)|1987|Nintendo|zelda|198708xx
probot|Probotector (Europe)|1990|Konami
contra|Contra (USA)|1988|Konami|probot|198802xx
contraj|Contra (Japan)|1988|Konami|probot|19880209
contrah|Contra (pirate)|19??|<pirate>|probot
cv|Castlevania (USA)|1987|Konami
megaman2|Mega Man 2 (USA)|1989|Capcom
rockman2|Rockman 2 - Dr. Wily no Nazo (Japan)|1988|Capcom|megaman2|19881224
ff|Final Fantasy (USA)|1990|Nintendo
ffj|Final Fantasy (Japan)|1987|Square|ff|19871218
ff3|Final Fantasy III (Japan)|1990|Square||19900427
metroid|Metroid (Europe)|1988|Nintendo
punchout|Punch-Out!! (USA)|1990|Nintendo
miketys|Mike Tyson's Punch-Out!! (USA)|1987|Nintendo
tetris|Tetris (USA)|1989|Nintendo
tetrist|Tetris (USA)|1989|Tengen
bublbobl|Bubble Bobble (USA)|1988|Taito
elite|Elite (Europe)|1991|Imagineer
pop|Prince of Persia (USA)|1992|Virgin Games
ngaiden|Ninja Gaiden (USA)|1989|Tecmo
ngaidenj|Ninja Ryuuken Den (Japan)|1988|Tecmo|ngaiden|19881209
shadoww|Shadow Warriors (Europe)|1991|Tecmo|ngaiden`,
  famicom_flop: `
smb2|Super Mario Bros. 2|1986|Nintendo||19860603
zelda|Zelda no Densetsu - The Hyrule Fantasy (v1.1)|1986|Nintendo||19860221
metroid|Metroid (v1.2)|1986|Nintendo||19860806
akumajo|Akumajou Dracula|1986|Konami||19860926`,
  gameboy: `
probot|Probotector (Europe)|1992|Palcom Software
operatnc|Operation C (USA)|1991|Ultra Games|probot
tetris|Tetris (World)|1989|Nintendo||19890614 (JPN)
megaman2|Mega Man II (USA)|1992|Capcom
rockmanw|Rockman World 2 (Japan)|1991|Capcom|megaman2
pokered|Pokémon - Red Version (Euro, USA)|1998|Nintendo
pokeblue|Pokémon - Blue Version (Euro, USA)|1998|Nintendo`,
  snes: `
ff6|Final Fantasy VI (Japan)|1994|Square||19940402
ff3u|Final Fantasy III (USA)|1994|Square|ff6
starwing|Starwing (Europe)|1993|Nintendo
starfox|Star Fox (USA)|1993|Nintendo|starwing
mana|Secret of Mana (Europe)|1994|Nintendo
seiken2|Seiken Densetsu 2 (Japan)|1993|Square|mana|19930806
pop|Prince of Persia (USA)|1992|Konami`,
  megadriv: `
sonic|Sonic The Hedgehog (Euro, USA)|1991|Sega
anotherw|Another World (Euro)|1992|Virgin Games
ootw|Out of This World (USA)|1992|Virgin Games|anotherw`,
  gamegear: `
sonic|Sonic The Hedgehog (World)|1991|Sega`,
  sms: `
sonic|Sonic The Hedgehog (Euro, USA)|1991|Sega`,
  n64: `
sm64|Super Mario 64 (Europe)|1997|Nintendo
sm64j|Super Mario 64 (Japan)|1996|Nintendo|sm64|19960623
cv|Castlevania (USA)|1999|Konami`,
  a2600: `
pitfall|Pitfall! (USA)|1982|Activision
adventur|Adventure (USA)|1980|Atari
combat|Combat (USA)|1977|Atari`,
  coleco: `
pitfall|Pitfall! (USA)|1983|Activision`,
  saturn: `
police|Policenauts (Japan)|1996|Konami||19960913`,
  pc98: `
police|Policenauts|1994|コナミ (Konami)||19940729`,
  psx: `
traider|Tomb Raider (USA)|1996|Eidos Interactive
clock2|Clock Tower (USA)|1997|ASCII Entertainment
clock2j|Clock Tower 2 (Japan)|1996|Human|clock2`,
  bbc_cass: `
elite|Elite|1984|Acornsoft`,
  electron_cass: `
elite|Elite|1984|Acornsoft`,
  spectrum_cass: `
elite|Elite|1985|Firebird Software
mminer|Manic Miner|1983|Bug Byte
mminersp|Manic Miner (Software Projects)|1983|Software Projects|mminer
jsw|Jet Set Willy|1984|Software Projects
bublbobl|Bubble Bobble|1987|Firebird Software
rick|Rick Dangerous|1989|Firebird Software
rick2|Rick Dangerous II|1990|Micro Style|rick`,
  c64_cass: `
mminer|Manic Miner|1983|Software Projects
bublbobl|Bubble Bobble|1987|Firebird Software
bublhs|Bubble Bobble (The Hit Squad)|1991|The Hit Squad|bublbobl`,
  apple2_flop_orig: `
pop|Prince of Persia|1989|Brøderbund Software||2018-09-01`,
  amigaocs_flop: `
pop|Prince of Persia (Euro)|1990|Broderbund`,
};

/** Title, platforms with their first dates, publishers and other titles, and then what must not be part of the game. */
const GAMES: [title: string, platforms: string, publishers: string, others?: string][] = [
  ['Super Mario Bros.', 'nes 1985-09', 'nintendo'],
  ['Super Mario Bros. 2', 'famicom-disk-system 1986-06', 'nintendo'],
  ['Super Mario Bros. 2', 'nes 1988-10', 'nintendo', 'Super Mario USA'],
  [
    'The Legend of Zelda',
    'famicom-disk-system 1986-02, nes 1987-08',
    'nintendo',
    'Zelda no Densetsu: The Hyrule Fantasy',
  ],
  ['Contra', 'nes 1988-02', 'konami', 'Probotector'],
  ['Operation C', 'game-boy 1991', 'palcom-software, ultra-games', 'Probotector'],
  ['Castlevania', 'famicom-disk-system 1986-09, nes 1987', 'konami', 'Akumajou Dracula'],
  ['Castlevania', 'nintendo-64 1999', 'konami'],
  ['Mega Man 2', 'nes 1988-12', 'capcom', 'Rockman 2: Dr. Wily no Nazo'],
  ['Mega Man II', 'game-boy 1991', 'capcom', 'Rockman World 2'],
  ['Final Fantasy', 'nes 1987-12', 'nintendo, square'],
  ['Final Fantasy III', 'nes 1990-04', 'square'],
  ['Final Fantasy III', 'snes 1994-04', 'square', 'Final Fantasy VI'],
  ['Metroid', 'famicom-disk-system 1986-08, nes 1988', 'nintendo'],
  ['Punch-Out!!', 'nes 1987', 'nintendo', "Mike Tyson's Punch-Out!!"],
  ['Tetris', 'game-boy 1989-06, nes 1989', 'nintendo'],
  ['Tetris', 'nes 1989', 'tengen'],
  ['Bubble Bobble', 'commodore-64 1987, nes 1988, zx-spectrum 1987', 'firebird-software, taito, the-hit-squad'],
  ['Elite', 'bbc-micro 1984, electron 1984', 'acornsoft, braben-bell'],
  ['Elite', 'zx-spectrum 1985', 'firebird-software'],
  ['Elite', 'nes 1991', 'imagineer'],
  ['Prince of Persia', 'amiga 1990, apple-ii 1989, nes 1992, snes 1992', 'broderbund, konami, virgin-games'],
  ['Ninja Gaiden', 'nes 1988-12', 'tecmo', 'Ninja Ryuuken Den; Shadow Warriors'],
  ['Pokémon: Red Version', 'game-boy 1998', 'nintendo', 'Pokémon - Red Version'],
  ['Pokémon: Blue Version', 'game-boy 1998', 'nintendo', 'Pokémon - Blue Version'],
  ['Star Fox', 'snes 1993', 'nintendo', 'Starwing'],
  ['Secret of Mana', 'snes 1993-08', 'nintendo, square', 'Seiken Densetsu 2'],
  ['Sonic The Hedgehog', 'genesis 1991', 'sega'],
  ['Sonic The Hedgehog', 'game-gear 1991, sega-master-system 1991', 'sega'],
  ['Out of This World', 'genesis 1992', 'virgin-games', 'Another World'],
  ['Super Mario 64', 'nintendo-64 1996-06', 'nintendo'],
  ['Pitfall!', 'atari-2600 1982, colecovision 1983', 'activision'],
  ['Policenauts', 'pc-98 1994-07, sega-saturn 1996-09', 'konami'],
  ['Clock Tower', 'playstation 1996', 'ascii-entertainment, human-entertainment', 'Clock Tower 2'],
  ['Manic Miner', 'commodore-64 1983, zx-spectrum 1983', 'bug-byte, software-projects'],
  ['Rick Dangerous', 'zx-spectrum 1989', 'firebird-software'],
  ['Rick Dangerous II', 'zx-spectrum 1990', 'microstyle'],
];

test('well-known games have their platforms, years, publishers and titles, and sequels are separate games', async () => {
  const records = await importLists(LISTS);
  const found = records.map(summary);
  for (const [title, platforms, publishers, others = ''] of GAMES) {
    const expected = [title, platforms, publishers, others].join(' | ');
    assert.ok(
      found.includes(expected),
      `${expected}\nbut there is\n${found.filter((one) => one.startsWith(`${title} |`)).join('\n')}`,
    );
  }
  const titles = records.map(({ title }) => title);
  for (const title of new Set(GAMES.map(([name]) => name)))
    assert.equal(titles.filter((one) => one === title).length, GAMES.filter(([name]) => name === title).length, title);
});

/** The games of a catalog that has only these lists. */
async function importLists(lists: Lists): Promise<GameRecord[]> {
  const { folder } = await convertLists(lists, { profile: 'all' });
  const store = await newStore();
  await loadBundle(store, await openBundle(folder), { clock: () => 1000 });
  const { ids } = (await store.catalog.readIndex()).games;
  const games = await store.catalog.read((reader) => Promise.all(ids.map((id) => reader.findGame(id))));
  return games.map((game) => JSON.parse(game?.record as string) as GameRecord);
}

function summary({ title, platforms, alternate_titles }: GameRecord): string {
  const dated = platforms.map((platform) => `${slugOf(platform.platform_name)} ${platform.first_release_date}`);
  const companies = platforms.flatMap(({ releases }) => releases.flatMap((release) => release.companies));
  const publishers = new Set(companies.map(({ company_name }) => slugOf(company_name)));
  const others = alternate_titles.map((other) => other.title);
  return [title, dated.toSorted().join(', '), [...publishers].toSorted().join(', '), others.join('; ')].join(' | ');
}
