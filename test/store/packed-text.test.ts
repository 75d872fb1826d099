import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { DICTIONARY } from '../../src/store/sqlite/dictionary.ts';
import { packText, unpackText } from '../../src/store/sqlite/packed-text.ts';

const LONG = JSON.stringify({ titles: Array.from({ length: 100 }, (_, i) => `Game ${i} – ゲーム 🎮`) });

test('a long text is compressed, a short one is not, and both are read as they were', () => {
  const packed = packText(LONG);
  assert.ok(packed instanceof Uint8Array && packed.length < LONG.length / 3, `${packed.length} of ${LONG.length}`);
  assert.equal(unpackText(packed), LONG);
  assert.equal(packText('short'), 'short');
  assert.equal(unpackText('short'), 'short');
});

test('the dictionary never changes: stored texts refer to it', () => {
  assert.equal(hash('sha256', DICTIONARY), '25dde7b9b160d2326b5432efac5a29327ed2809b975acf571a0557688222d6cd');
});
