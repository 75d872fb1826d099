import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '../../src/catalog/fold.ts';

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
];

for (const [one, other] of ALIKE) {
  test(`${one} folds like ${other} (decision 12)`, () => assert.equal(fold(one), fold(other)));
}

const DIFFERENT: [string, string][] = [
  ['ı', 'i'],
  ['Pokemon', 'Pokémon'],
  ['ゴ', 'コ'],
  ['ス', 'す'],
];

for (const [one, other] of DIFFERENT) {
  test(`${one} does not fold like ${other} (decision 12)`, () => assert.notEqual(fold(one), fold(other)));
}

test('folding twice changes nothing, for every character', () => {
  for (let point = 0; point < 0x110000; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const once = fold(String.fromCodePoint(point));
    assert.equal(fold(once), once, point.toString(16));
  }
});

test('what differs only in case for a regular expression folds alike, for every letter', () => {
  for (let point = 0; point < 0x1_f000; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const character = String.fromCodePoint(point);
    for (const other of [character.toLowerCase(), character.toUpperCase()]) {
      if (character !== 'ı' && Array.from(other).length === 1) assert.equal(fold(other), fold(character), character);
    }
  }
});
