import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleKey } from '../../../src/folding.ts';
import { MACHINE_TITLES, parseDescription, TITLE_OR_SLASH } from '../../../src/importers/dumps/description.ts';
import { makeEntry } from '../../../src/importers/dumps/entry.ts';
import { alternateTitles } from '../../../src/importers/dumps/titles.ts';
import { unwrap } from '../../../src/importers/gamedatabase/entry.ts';

const SPELLINGS: [source: string, title: string, spelling?: string][] = [
  ['Hop', 'Hop'],
  ['Pac-Man', 'Pac-Man'],
  // Subtitles
  ['Hop - Over the Hill', 'Hop: Over the Hill', 'Hop - Over the Hill'],
  ['HoPS - into the Hill', 'HoPS into the Hill', 'HoPS - into the Hill'],
  ['Hop 2 - 6 Golden Coins', 'Hop 2: 6 Golden Coins', 'Hop 2 - 6 Golden Coins'],
  ['Hop! - Over - Again', 'Hop!: Over - Again', 'Hop! - Over - Again'],
  ['Hop: Over - Again', 'Hop: Over - Again'],
  ['Hop : Over', 'Hop: Over'],
  ['Hop -- Over', 'Hop: Over', 'Hop -- Over'],
  ['Hop -Over-', 'Hop: Over', 'Hop -Over-'],
  ['Hop -Over the-Hill', 'Hop: Over the-Hill', 'Hop -Over the-Hill'],
  ['Hop ~Over~', 'Hop: Over', 'Hop ~Over~'],
  ['Hop - Skip -Jump-', 'Hop: Skip - Jump', 'Hop - Skip -Jump-'],
  ["Hop's Skip- Jump and Run", "Hop's Skip: Jump and Run"],
  ['Hop- und Springspiel', 'Hop- und Springspiel'],
  ["Huntin' -n- Fishin'", "Huntin' -n- Fishin'"],
  ['Hop - Over + Skip - Under', 'Hop: Over + Skip: Under', 'Hop - Over + Skip - Under'],
  // No subtitles
  ['Spelling Ages 6 - 11', 'Spelling Ages 6 - 11'],
  ['Hop - Episodes 1 - 5', 'Hop: Episodes 1 - 5', 'Hop - Episodes 1 - 5'],
  ['Hop I - II Advance', 'Hop I - II Advance'],
  ['Hop II - I Return', 'Hop II: I Return', 'Hop II - I Return'],
  ['Gu~choko', 'Gu~choko'],
  // Articles
  ['Chinos, Los', 'Los Chinos'],
  ['Hop, The - Over', 'The Hop: Over', 'The Hop - Over'],
  ['Hop, The- Over', 'The Hop: Over'],
  ["Hop, L'", "L'Hop"],
  ['Fantastici 4, I', 'I Fantastici 4'],
  ['The Hops - Hop, A', 'The Hops: A Hop', 'The Hops - A Hop'],
  ['Hops, The - Hop, The', 'The Hops: The Hop', 'The Hops - The Hop'],
  ['The Hop, The', 'The Hop'],
  ['Dr. Livingstone, I Presume?', 'Dr. Livingstone, I Presume?'],
  ['Stan, the Dreamer', 'Stan, the Dreamer'],
  // Brackets
  ['(USA)', '(USA)'],
  ['', '?'],
  ['Hop (never closed', 'Hop'],
  ['Hop (set 2) Part 3', 'Hop Part 3'],
  ['Apple ][', 'Apple ]['],
  ['Apple ][ Organ (cleanly cracked)', 'Apple ][ Organ'],
  ['Hop (Prototype, 19840811))', 'Hop'],
  ['Hop UK) (v2) [a][b]', 'Hop UK'],
  ['Hop [a1][cr XOR]', 'Hop'],
  ['<Unknown> Hop (Demo)', 'Hop'],
  // What sources append without brackets
  ['Hop (Euro) - Disk 1A', 'Hop'],
  ['The File Master - diskC', 'The File Master'],
  ['Gundam Vol. 1 - Side 7', 'Gundam Vol. 1: Side 7', 'Gundam Vol. 1 - Side 7'],
  ['Compilation Disk 7', 'Compilation Disk 7'],
  ['Hop v1.04', 'Hop'],
  ['Hop, The v1.0', 'The Hop'],
  ['Music Disk v3', 'Music Disk v3'],
  ['Hop - 48k - Release 2', 'Hop'],
  ['Hop - Graphic Version', 'Hop'],
  ['Hop - demo', 'Hop'],
  ['Chess Cassette; P/N 727152', 'Chess Cassette'],
  ['Hop -', 'Hop'],
  ['- Loop', 'Loop'],
  ['v1.0', 'v1.0'],
  // Underscores
  ['Hop_Over', 'Hop Over'],
  ['Sharkey_s_Moll__TWO-MAG', "Sharkey's Moll"],
  ['L_Ere_du_Verseau__FRENCH__Side_A', "L'Ere du Verseau"],
  ['Dizzy_4-Magicland_Dizzy__(2006.01.26)__CNGSOFT', 'Dizzy 4: Magicland Dizzy', 'Dizzy 4 - Magicland Dizzy'],
];

test('all lists of dumps spell titles in one way', () => {
  for (const [source, title, spelling] of SPELLINGS) {
    const found = parseDescription(source);
    assert.deepEqual({ title: found.title, spelling: found.spelling }, { title, spelling }, source);
  }
});

test('another spelling of a subtitle is found by the same words', () => {
  for (const [, title, spelling = title] of SPELLINGS) assert.equal(titleKey(spelling), titleKey(title), title);
});

const TAGS: [source: string, tags: string[]][] = [
  ['Hop (English (UK), alt) [cr XOR]', ['English (UK)', 'alt', 'cr XOR']],
  ['Hop (Europe?)', ['Europe']],
  ['Hop (Euro) - Disk 1A', ['Euro', 'Disk 1A']],
  ['Hop v1.04', ['v1.04']],
  ['Blitz__FRENCH__Side_A', ['FRENCH', 'Side A']],
  ['Hop (for Apple ][)', ['for Apple ][']],
];

test('what a title ends in becomes a tag', () => {
  for (const [source, tags] of TAGS) assert.deepEqual(parseDescription(source).tags, tags, source);
});

test('a tilde separates titles in every list, a slash in some', () => {
  const split = (text: string, separator?: RegExp) => {
    const { title, others } = parseDescription(text, separator);
    return [title, ...others];
  };
  assert.deepEqual(split('Hop 2 - Over ~ Skip 2'), ['Hop 2: Over', 'Skip 2']);
  assert.deepEqual(split('Hop ~ Skip', TITLE_OR_SLASH), ['Hop', 'Skip']);
  assert.deepEqual(split('Hop / Skip', TITLE_OR_SLASH), ['Hop', 'Skip']);
  assert.deepEqual(split('Hop / Skip'), ['Hop / Skip']);
  assert.deepEqual(split('Hop 10/Skip 10/Formula H [TTL]', MACHINE_TITLES), ['Hop 10', 'Skip 10', 'Formula H']);
  assert.deepEqual(split('Hop - Twin/DX', MACHINE_TITLES), ['Hop: Twin/DX']);
  assert.deepEqual(split('Hop F/Alpha', MACHINE_TITLES), ['Hop F/Alpha']);
});

test('the number of a cartridge of many games is part of its title', () => {
  const { title, tags } = parseDescription('4 in 1 (Europe, 4B-001)');
  assert.deepEqual([title, tags], ['4 in 1 (4B-001)', ['Europe']]);
  assert.equal(parseDescription('Super Hop 7 in 1 (JY-201)').title, 'Super Hop 7 in 1 (JY-201)');
  assert.equal(parseDescription('4 in 1 (PAL)').title, '4 in 1');
  assert.equal(parseDescription('Hop (4B-001)').title, 'Hop');
});

test('a title in parentheses of GameDataBase loses them', () => {
  for (const [text, title] of [
    ['(Hop)', 'Hop'],
    ['(Hop (Demo))', 'Hop (Demo)'],
    ['(Hop never closed', 'Hop never closed'],
    ['(Hop) Skip (Jump)', '(Hop) Skip (Jump)'],
  ] as const)
    assert.equal(unwrap(text), title);
});

test('the own spelling of a source is an alternate title only for the title that is shown', () => {
  const entry = (title: string, own: string, countries: string[]) => {
    const spelling = { title: own, description: 'MAME spelling' };
    return makeEntry({ platform: 'platform:nes', title, spelling, countries });
  };
  const shown = entry('Hop: Over', 'Hop - Over', ['United States']);
  assert.deepEqual(alternateTitles([shown, entry('Jump: Over', 'Jump - Over', ['Japan'])], shown), [
    { title: 'Hop - Over', description: 'MAME spelling' },
    { title: 'Jump: Over', description: 'Japan title' },
  ]);
});
