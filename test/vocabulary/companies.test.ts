import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CompanyContext,
  companyKey,
  companyName,
  isPerson,
  listCompanies,
} from '../../src/vocabulary/companies.ts';

/** Each company, and its spellings between bars. */
const NAMES = `
Konami: Konami | KONAMI | Konami Co., Ltd. | Konami Co.,Ltd. | Konami Corporation | Konami Industry Co. Ltd.
SEGA: Sega | Sega Enterprises, Ltd. | SEGA Corporation | Sega of America Inc.
Electronic Arts: EA | EA Sports | Electronic Arts Inc | Electronic's Arts
Acme: Acme | Acme? | Acme Inc. | Acme & Co. | Acme GmbH | Acme AG | Acme S.p.A. | Acme B.V. | ´Acme | Acme srl | Acme, S.L.
T&E Soft: T&E SOFT | T&ESOFT | T & E Soft
Image Works: Image Works | ImageWorks
The Hit Squad: Hit Squad | The Hit Squad
ABC Games: A.B.C. Games | ABC Games
U.S. Gold: U.S. Gold | US Gold | U.S.Gold Ltd
D.C. Heath and Company: D.C. Heath & Company | DC Heath and Company
Rocket Company: Rocket Company | Rocket
Team AB: Team AB
Mindscape: Mindscape | Minscape
Dempa Shinbunsha: Dempa Shinbunsha | Dempa Shimbunsha
Square Enix: Square Enix | Square Enix U. | Square Enix USA | Square Enix® Interactive Entertainment`;

test('the spellings of a company are one company, and other companies stay apart', () => {
  for (const line of NAMES.trim().split('\n')) {
    const [name, spellings = ''] = line.split(': ');
    for (const spelling of spellings.split(' | ')) assert.equal(companyName(spelling), name, spelling);
  }
  for (const [a = '', b = ''] of KEPT_APART)
    assert.notEqual(companyKey(companyName(a) ?? ''), companyKey(companyName(b) ?? ''), `${a}, ${b}`);
});

const KEPT_APART: [string, string][] = [
  ['Acclaim Entertainment', 'LJN'],
  ['Imagic', 'I.Magic'],
  ['Namco', 'Namco Hometek'],
  ['Data East', 'Data West'],
  ['Bit', 'Bits Studios'],
];

const IN_CONTEXT: [text: string, context: CompanyContext, name: string | undefined][] = [
  ['Core', { platform: 'platform:amiga' }, 'Core Design'],
  ['Core', { platform: 'platform:turbografx-16' }, 'Core'],
  ['Ultimate', { platform: 'platform:zx-spectrum' }, 'Ultimate Play the Game'],
  ['Ultimate', { platform: 'platform:windows' }, 'Ultimate'],
  ['Bit', { platform: 'platform:bit-corp-gamate' }, 'Bit Corporation'],
  ['Bit', { platform: 'platform:genesis' }, 'Bit'],
  ['Virgin', {}, 'Virgin Games'],
  ['Virgin', { year: 1988 }, 'Virgin Games'],
  ['Virgin', { year: 1996 }, 'Virgin Interactive'],
  ['Bandai Namco', { year: 1994 }, undefined],
  ['Bandai Namco', { year: 2010 }, 'Namco Bandai Games'],
];

test('an ambiguous name is a company of the platform and the time', () => {
  for (const [text, context, name] of IN_CONTEXT)
    assert.equal(listCompanies(text, context)[0]?.name, name, JSON.stringify([text, context]));
});

/** A person has an asterisk. */
const SPLIT: [text: string, companies: string[]][] = [
  ['Acme ~ Bolt', ['Acme', 'Bolt']],
  ['Acme / Bolt', ['Acme', 'Bolt']],
  ['France Image Logiciel - Thomson', ['France Image Logiciel', 'Thomson']],
  ['Sega/Konami', ['SEGA', 'Konami']],
  ['HAL Laboratory, Ape, Inc.', ['HAL Laboratory', 'Ape']],
  ['Konami, Taito and Namco', ['Konami', 'Taito', 'Namco']],
  ['Konami & Taito', ['Konami', 'Taito']],
  ['Strata/Incredible Technologies', ['Strata', 'Incredible Technologies']],
  ['ZA/UM', ['ZA/UM']],
  ['Davidson & Associates', ['Davidson & Associates']],
  ['Simon & Schuster', ['Simon & Schuster']],
  ['Methods & Solutions', ['Methods & Solutions']],
  ['X~3 Entertainment', ['X~3 Entertainment']],
  ['Acme and Bolt', ['Acme and Bolt']],
  ['Konami & Bolt', ['Konami & Bolt']],
  ['Pete Cooke', ['Pete Cooke*']],
  ['Richard Degler and George Moses', ['Richard Degler*', 'George Moses*']],
  ['Ocean and Mike White', ['Ocean Software', 'Mike White*']],
  ['Probe Software Ltd|Nick Bruty|Bill Xy', ['Probe Software', 'Nick Bruty*', 'Bill Xy*']],
  ['Steve Marsden|DavidCooke|Ian liver', ['Steve Marsden*']],
  ['Anonymous', []],
  ['', []],
];

test('joined names are split where each part is a company, and persons are told apart', () => {
  for (const [text, companies] of SPLIT)
    assert.deepEqual(
      listCompanies(text).map((one) => `${one.name}${one.isPerson ? '*' : ''}`),
      companies,
      text,
    );
});

const PERSONS = 'Pete Cooke|E. Beckett|Jean-Yves Le Friec|Béla Takács|Jim and Linda Staley|Marc Le Douarain';
const NO_PERSONS =
  'Nintendo|Steve Jackson Games|Nihon Bussan|The Assassins|U.S. Robotics|ADAM Exchange|Hudson Soft|Don Bluth Productions';

test('a person is known by the form and the first name', () => {
  for (const name of PERSONS.split('|')) assert.ok(isPerson(name), name);
  for (const name of NO_PERSONS.split('|')) assert.ok(!isPerson(name), name);
});

test('the key of a long name fits into a bundle, also if its slug is longer than the name', () => {
  for (const name of ['ﬃ'.repeat(300), 'Acme '.repeat(190).trim()]) {
    const key = companyKey(companyName(name) ?? '');
    assert.ok(key.length <= 500, `${key.length} characters`);
  }
});
