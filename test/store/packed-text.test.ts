import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { DICTIONARY } from '../../src/store/sqlite/dictionary.ts';
import { addUnpackFunction, packText, unpackRow, unpackText } from '../../src/store/sqlite/packed-text.ts';

const LONG = JSON.stringify({ titles: Array.from({ length: 100 }, (_, i) => `Game ${i} – ゲーム 🎮`) });

test('a long text is compressed, a short one is not, and both are read as they were', () => {
  const packed = packText(LONG);
  assert.ok(packed instanceof Uint8Array && packed.length < LONG.length / 3, `${packed.length} of ${LONG.length}`);
  assert.equal(unpackText(packed), LONG);
  assert.equal(packText('short'), 'short');
  assert.equal(unpackText('short'), 'short');
});

test('a text that was compressed without the dictionary is read as it was', () => {
  assert.equal(unpackText(zstdCompressSync(LONG)), LONG);
});

test('the dictionary never changes: stored texts refer to it', () => {
  assert.equal(hash('sha256', DICTIONARY), '25dde7b9b160d2326b5432efac5a29327ed2809b975acf571a0557688222d6cd');
});

test('rows are unpacked where they have a compressed text', () => {
  assert.deepEqual(unpackRow({ key: 'a', line: packText(LONG) }), { key: 'a', line: LONG });
  assert.deepEqual(unpackRow({ record: packText(LONG), facets: new Uint8Array(2) }), {
    record: LONG,
    facets: new Uint8Array(2),
  });
  assert.equal(unpackRow(undefined), undefined);
});

test('SQL can read compressed texts', () => {
  const database = new DatabaseSync(':memory:');
  addUnpackFunction(database);
  const row = database.prepare('SELECT unpack(?) AS text, unpack(NULL) AS none').get(packText(LONG));
  assert.deepEqual({ ...row }, { text: LONG, none: null });
  database.close();
});
