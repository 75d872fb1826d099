import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '../../src/folding.ts';

const ALIKE: [string, string][] = [
  ['POKÉMON', 'Pokémon'],
  ['straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ'],
  ['e\u0301', 'É'],
  ['ﬁnal', 'FINAL'],
  ['ДУМ', 'дум'],
  ['ŉ', 'ʼN'],
  ['ꭰ', 'Ꭰ'],
  ['ǅ', 'ǆ'],
  ['\u1e9b\u0323', '\u1e60\u0323'],
  ['Pokemon', 'Pokémon'],
  ['asterix', 'ASTÉRIX'],
  ['a\u0301\u0323', 'A'],
  ['Ragnarok', 'Ragnarök'],
  ['Việt', 'viet'],
  ['Στράτης', 'στρατησ'],
  ['Άγιος', 'ΑΓΙΟΣ'],
  ['ΐ', 'ι'],
  ['ᾼ', 'α'],
  ['İstanbul', 'istanbul'],
  ['ISTANBUL', 'ıstanbul'],
  ['Ærø', 'aero'],
  ['ǽ', 'Ǽ'],
  ['Œuvre', 'oeuvre'],
  ['Łódź', 'LODZ'],
  ['Đorđe', 'dorde'],
  ['Þórður', 'thordur'],
  ['Ħaż', 'haz'],
  ['Ŋ', 'ng'],
  ['か\u3099', 'が'],
];

for (const [one, other] of ALIKE) {
  test(`${one} folds like ${other} (contract gap 12)`, () => assert.equal(fold(one), fold(other)));
}

const DIFFERENT: [string, string][] = [
  ['ゴ', 'コ'],
  ['か\u3099', 'か'],
  ['ス', 'す'],
  ['й', 'и'],
  ['ё', 'е'],
  ['שׁ', 'ש'],
  ['को', 'क'],
  ['ä', 'ae'],
  ['Ω', 'O'],
];

for (const [one, other] of DIFFERENT) {
  test(`${one} does not fold like ${other} (contract gap 12)`, () => assert.notEqual(fold(one), fold(other)));
}

/** Every assigned character of the first two planes. The others have ideographs, which have no case. */
function* listCharacters(): Generator<string> {
  for (let point = 0; point < 0x2_0000; point++) {
    const character = String.fromCodePoint(point);
    if (/[^\p{Unassigned}\p{Surrogate}\p{Private_Use}]/u.test(character)) yield character;
  }
}

test('folding is idempotent for every character', () => {
  const unsettled = [...listCharacters()].filter((character) => fold(fold(character)) !== fold(character));
  assert.deepEqual(unsettled, []);
});

test('upper and lower case fold to the same text for every letter', () => {
  const apart = [...listCharacters()].filter((character) =>
    [character.toLowerCase(), character.toUpperCase()].some(
      (other) => Array.from(other).length === 1 && fold(other) !== fold(character),
    ),
  );
  assert.deepEqual(apart, []);
});
