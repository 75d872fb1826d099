import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTextProblem, toPlainText } from '../../../src/bundle/plain-text.ts';
import { titleKey } from '../../../src/folding.ts';
import { parseDate, parseReleases } from '../../../src/importers/dumps/dates.ts';
import { parseBarcodes, parseSerials } from '../../../src/importers/dumps/product-codes.ts';
import { parsePublisher } from '../../../src/importers/dumps/publisher.ts';
import { classifyTags } from '../../../src/importers/dumps/tags.ts';
import { parseNativeTitles } from '../../../src/importers/dumps/titles.ts';
import { companyName } from '../../../src/vocabulary/companies.ts';

const TAGS: [tag: string, field: string, values: string[]][] = [
  ['Euro', 'countries', ['Europe']],
  ['Spa', 'countries', ['Spain']],
  ['Arab', 'countries', ['Arab world']],
  ['World / USA + Canada / Korea', 'countries', ['Worldwide', 'United States', 'Canada', 'South Korea']],
  ['Castellano', 'languages', ['Spanish']],
  ['World', 'countries', ['Worldwide']],
  ['Germany v1.1', 'countries', ['Germany']],
  ['US set 1', 'countries', ['United States']],
  ['US Gold', 'notes', ['US Gold']],
  ['prototype 3', 'statuses', ['prototype']],
  ['beta', 'statuses', ['prototype']],
  ['preview', 'statuses', ['demo']],
  ['with Skip demo', 'notes', ['with Skip demo']],
  ['unreleased', 'statuses', ['unreleased']],
  ['FMG pirate', 'statuses', ['pirate']],
  ['cr XOR', 'statuses', ['crack']],
  ['hacked', 'statuses', ['hack']],
  ['PD', 'statuses', ['homebrew']],
  ['unlicensed', 'statuses', ['unlicensed']],
  ['rev. A', 'versions', ['rev. A']],
  ['v1.0', 'versions', ['v1.0']],
  ['19941221-B', 'versions', ['19941221-B']],
  ['06.28', 'versions', ['06.28']],
  ['PAL', 'videoStandards', ['PAL']],
  ['English / French', 'languages', ['English', 'French']],
  ['Kixx', 'notes', ['Kixx']],
  ['not for sale', 'notes', ['Not for sale']],
  ['Not for sale', 'notes', ['Not for sale']],
];
const NOISE = ['alt', 'alt Disk 1', 'a1', 'bad dump', 'Side A', 'b', 'FD1089A 317-0018', 'i8751 DE 11 D3'];

test('tags are countries, statuses, versions, video standards, languages, notes, or ignored', () => {
  for (const [tag, field, values] of TAGS)
    assert.deepEqual(classifyTags([tag])[field as 'notes'], values, `${tag} is in ${field}`);
  for (const tag of NOISE) assert.deepEqual(Object.values(classifyTags([tag])).flat(), [], tag);
});

const SAME_KEYS: [string, string][] = [
  ['The Legend of Zelda - A Link to the Past', 'Legend of Zelda, The: A Link to the Past'],
  ['Final Fight II', 'Final Fight 2'],
  ['Pokémon', 'POKEMON'],
  ["Bubba'n'Stix", 'Bubbanstix'],
  ['Ren & Stimpy', 'Ren and Stimpy'],
  ['Die Siedler', 'Siedler'],
  ['Fußball', 'FUSSBALL'],
  ['Brøderbund', 'Broderbund'],
  ['Final Fantasy XIV', 'Final Fantasy 14'],
  ['Karate+', 'Karate Plus'],
  ['Hop + Jump', 'Hop Jump'],
];
const OTHER_KEYS: [string, string][] = [
  ['Mega Man X', 'Mega Man 10'],
  ['Rick Dangerous', 'Rick Dangerous II'],
  ['ゴルフ', 'コルフ'],
  ['V', '5'],
  ['イースI・II', 'イースIII'],
  ['Karate +', 'Karate'],
];

test('title keys ignore spelling and keep numbers', () => {
  for (const [a, b] of SAME_KEYS) assert.equal(titleKey(a), titleKey(b));
  for (const [a, b] of OTHER_KEYS) assert.notEqual(titleKey(a), titleKey(b));
  assert.equal(titleKey('!?'), '!?');
});

const YEARS: [string, string | null][] = [
  ['1985', '1985'],
  ['1985?', '1985'],
  ['19??', null],
  ['????', null],
  ['19930412', '1993-04-12'],
  ['soon', null],
];

test('a vague year is not a date', () => {
  for (const [text, year] of YEARS) assert.equal(parseDate(text) ?? null, year, text);
});

const at = (date: string, countries: string[] = [], note?: string) => ({ date, countries, note });
const RELEASES: [string, ReturnType<typeof at>[] | undefined][] = [
  ['19850913', [at('1985-09-13')]],
  ['198509xx', [at('1985-09')]],
  ['198509??', [at('1985-09')]],
  ['1985xxxx', [at('1985')]],
  ['1985-09-13', [at('1985-09-13')]],
  ['1985-9-13', [at('1985-09-13')]],
  ['19930231', [at('1993-02')]],
  ['19950113 (JPN)', [at('1995-01-13', ['Japan'])]],
  ['19900426 (MVS), 19910701 (AES)', [at('1990-04-26', [], 'MVS'), at('1991-07-01', [], 'AES')]],
  [
    '19840704 (JPN), 198606xx (USA), 1987? (EUR)',
    [at('1984-07-04', ['Japan']), at('1986-06', ['United States']), at('1987', ['Europe'])],
  ],
  ['19940211 / 19950211', [at('1994-02-11'), at('1995-02-11')]],
  ['19921204 (reprinted on 19990101, 復刻版)', [at('1992-12-04'), at('1999-01-01', [], 'Reprint')]],
  ['SKG14', undefined],
  ['10809-C9', undefined],
  ['1980707', undefined],
  ['', undefined],
];

test('releases have dates with regions and labels; catalog numbers are not dates', () => {
  for (const [text, releases] of RELEASES) assert.deepEqual(parseReleases(text), releases, text);
});

const published = (...names: string[]) => names.map((name) => ({ name, role: 'Published by' }));
const PUBLISHERS: [string, ReturnType<typeof published>, string[]?][] = [
  ['Hudson', published('Hudson Soft')],
  ['Sega', published('SEGA')],
  ['光栄 (Koei)', published('Koei')],
  ['France Image Logiciel (FIL)', published('France Image Logiciel')],
  ['桜/側 (Cherry / Side)', published('Cherry', 'Side')],
  ['Radica (licensed from Elorg / The Tetris Company)', published('Radica')],
  [
    'Irem (licensed from Broderbund, Digital Controls Inc. license)',
    [{ name: 'Irem', role: 'Developed by' }, ...published('Digital Controls')],
  ],
  ['Some Games Co., Ltd.', published('Some Games')],
  ['<unknown>', []],
  ['<homebrew>', [], ['homebrew']],
  ['<pirate>', [], ['pirate']],
  ['<tape2disk hack>', [], ['crack']],
  ['<coverdisk>', []],
  ['<bootleg (Somebody)>', [], ['pirate']],
  ['bootleg (TourVisión) / Hudson', published('Hudson Soft'), ['pirate']],
  ['Fire (unlicensed)', published('Fire'), ['unlicensed']],
];

test('publishers are companies under one name; text in angle brackets is a status', () => {
  for (const [text, credits, statuses = []] of PUBLISHERS)
    assert.deepEqual(parsePublisher(text), { credits, statuses }, text);
  assert.deepEqual(parsePublisher('Saurus (SNK license)').credits, [
    { name: 'Saurus', role: 'Developed by' },
    { name: 'SNK', role: 'Published by' },
  ]);
  assert.equal(companyName('?'), undefined);
});

/** Titles as `title|description`. */
const TITLES: [text: string, countries: string[], titles: string[]][] = [
  ['ドンキーコング', [], ['ドンキーコング|Japanese spelling']],
  ['超人', ['Japan'], ['超人|Japanese spelling']],
  ['超人', ['Taiwan'], ['超人|Chinese spelling']],
  ['超人', [], ['超人|Original-script spelling']],
  ['테트리스', [], ['테트리스|Korean spelling']],
  ['Тетрис', [], ['Тетрис|Cyrillic spelling']],
  ['Hop - The Box (Box)', [], ['Hop: The Box|Box title']],
  ['Hop (UK Box)', [], ['Hop|Box title']],
  ['Hop (Box?)', [], ['Hop|Box title']],
  ['Hop (in-game)', [], ['Hop|In-game title']],
  ['ホップ (Box), Hop (in-game)', [], ['ホップ|Box title', 'Hop|In-game title']],
  ['Hop (USA)', [], ['Hop|United States title']],
  ['Hop, Skip and Jump', [], ['Hop, Skip and Jump|Alternate title']],
  ['ホップ (Hoppu no Daibouken)', [], ['ホップ|Japanese spelling']],
  ['ホップ (上)', [], ['ホップ (上)|Japanese spelling']],
  ['ホップ, ホップ 限定版', [], ['ホップ|Japanese spelling', 'ホップ 限定版|Japanese spelling']],
  ['ホップ ~ Hop (Box)', [], ['ホップ|Japanese spelling', 'Hop|Box title']],
  ['(*)', [], []],
];

test('native titles are described by their script, or by their note', () => {
  for (const [text, countries, titles] of TITLES)
    assert.deepEqual(
      parseNativeTitles(text, countries).map(({ title, description }) => `${title}|${description}`),
      titles,
      text,
    );
});

/** Codes as `code|type|countries`. */
const SERIALS: [text: string, platform: string, codes: string[]][] = [
  ['SLUS-00001', 'platform:playstation', ['SLUS-00001|Sony PN']],
  ['SLPM-86005 (VX036-J1)', 'platform:playstation', ['SLPM-86005|Sony PN', 'VX036-J1|Publisher code']],
  ['DMG-AF-USA, DMG-AF-NOE', 'platform:game-boy', ['DMG-AF-USA|Nintendo Media PN', 'DMG-AF-NOE|Nintendo Media PN']],
  ['SLPS-00700-0', 'platform:playstation', ['SLPS-00700|Sony PN']],
  ['SLUS-00594GH', 'platform:playstation', ['SLUS-00594|Sony PN']],
  ['SLPS-01326~SLPS-01327', 'platform:playstation', ['SLPS-01326|Sony PN', 'SLPS-01327|Sony PN']],
  ['M/SNS-ACTE-USA', 'platform:snes', ['SNS-ACTE-USA|Nintendo Media PN']],
  ['G-3334 (JPN, Meisaku Collection)', 'platform:game-gear', ['G-3334|Sega PN|Japan']],
  ['GM-4009 (JPN)', 'platform:game-gear', ['GM-4009|Publisher code|Japan']],
  ['NES-TB (NOE/ESP)', 'platform:nes', ['NES-TB|Nintendo Media PN|Germany|Spain']],
  ['80-250604(GER)', 'platform:v-smile', ['80-250604|Publisher code|Germany']],
  ['T-9708N / T-9709N', 'platform:genesis', ['T-9708N|Sega PN', 'T-9709N|Sega PN']],
  ['AB-100 ~ AB-102', 'platform:msx', ['AB-100|Publisher code', 'AB-102|Publisher code']],
  ['n/a', 'platform:nes', []],
];

test('serials are product codes with a type and the countries of their note', () => {
  for (const [text, platform, codes] of SERIALS)
    assert.deepEqual(
      parseSerials(text, platform).map(({ product_code, product_code_type, countries }) =>
        [product_code, product_code_type, ...countries].join('|'),
      ),
      codes,
      text,
    );
});

test('the type of a barcode depends on the number of its digits', () => {
  const types = parseBarcodes('5 022235 170353 >, 0 12345 67890 5; 123; 10012345678902').map(
    (code) => code.product_code_type,
  );
  assert.deepEqual(types, ['EAN-13', 'UPC-A', 'GTIN-14']);
});

test('any text becomes plain text', () => {
  for (const text of ['a\tb\u0007 ', '<b>bold</b>', 'A &amp;amp; B &amp; C', 'Cafe\u0301', '\ud800x', ' <i'])
    assert.equal(findTextProblem(toPlainText(text)), undefined, text);
  assert.equal(toPlainText('R&D <unknown>'), 'R&D <unknown>');
});

test('UTF-8 that was read in another encoding is decoded again', () => {
  for (const text of ['M√§rchen', 'MÃ¤rchen', 'Märchen']) assert.equal(toPlainText(text), 'Märchen');
  for (const text of ['Hop‚Äôs', 'Hopâ€™s']) assert.equal(toPlainText(text), 'Hop’s');
  for (const text of ['√2', 'São, SÃO', '√√', 'Pâté']) assert.equal(toPlainText(text), text);
});
