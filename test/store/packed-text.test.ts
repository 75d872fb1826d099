import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { addPackFunctions, packText, unpackRow, unpackText } from '../../src/store/sqlite/packed-text.ts';

const LONG = JSON.stringify({ titles: Array.from({ length: 100 }, (_, i) => `Game ${i} – ゲーム 🎮`) });

test('a long text is compressed, a short one is not, and both are read as they were', () => {
  const packed = packText(LONG);
  assert.ok(packed instanceof Uint8Array && packed.length < LONG.length / 3, `${packed.length} of ${LONG.length}`);
  assert.equal(unpackText(packed), LONG);
  assert.equal(packText('short'), 'short');
  assert.equal(unpackText('short'), 'short');
});

test('rows are unpacked where they have a compressed text', () => {
  assert.deepEqual(unpackRow({ key: 'a', line: packText(LONG) }), { key: 'a', line: LONG });
  assert.deepEqual(unpackRow({ record: packText(LONG), facets: new Uint8Array(2) }), {
    record: LONG,
    facets: new Uint8Array(2),
  });
  assert.equal(unpackRow(undefined), undefined);
});

test('SQL can compress and read texts', () => {
  const database = new DatabaseSync(':memory:');
  addPackFunctions(database);
  const row = database
    .prepare('SELECT typeof(pack(?1)) AS type, unpack(pack(?1)) AS text, unpack(NULL) AS none')
    .get(LONG);
  assert.deepEqual({ ...row }, { type: 'blob', text: LONG, none: null });
  database.close();
});
