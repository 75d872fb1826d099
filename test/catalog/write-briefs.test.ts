import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderBrief } from '../../src/catalog/render/render.ts';
import { writeBriefs, writeIds } from '../../src/catalog/render/write-briefs.ts';
import { packTexts } from '../../src/catalog/snapshot/shared-arrays.ts';

const OPTIONS = {
  publicUrl: 'https://games.example.org/catalog',
  mediaUrl: '',
  originalFields: false,
  generatedCovers: true,
};

/** What is written, and the same from `renderBrief`. */
function both(titles: readonly string[], ids: readonly number[], options = OPTIONS): [string, string] {
  const list = { ids: Uint32Array.from(ids), titles: packTexts(titles), positions: titles.map((_, i) => i) };
  const rendered = titles.map((title, i) => renderBrief(ids[i] as number, title, options));
  return [writeBriefs(list, options).toString(), rendered.join()];
}

const TITLES = [
  ...['Tetris', "Let's Go, Pikachu!", "''''", '!!!', '', 'A', ' spaces  and --- dashes ', '1942', 'UPPER lower 3D'],
  ...['with "quotes"', 'back\\slash', 'tab\there', 'Pokémon', 'ドラゴンクエスト', '’tis', 'a\x7fb', 'x'.repeat(500)],
  ...[`${'x'.repeat(79)} y`, `${'x'.repeat(80)} y`, `${'x'.repeat(78)} y z`, `${'ab '.repeat(60)}`, '🎮 Game'],
];

test('written lists are the same as rendered games', () => {
  const [written, expected] = both(
    TITLES,
    TITLES.map((_, i) => 10 ** (i % 10) + i),
  );
  assert.equal(written, expected);
  assert.deepEqual(both([], []), ['', '']);
});

test('written ids are the same as joined ones', () => {
  const id = fc.oneof(fc.integer({ min: 1, max: 2 ** 32 - 1 }), fc.constantFrom(9, 10, 99, 100, 999_999_999, 10 ** 9));
  fc.assert(
    fc.property(fc.array(id, { maxLength: 50 }), (ids) => {
      const list = { ids: Uint32Array.from(ids), positions: ids.map((_, i) => i) };
      assert.equal(writeIds(list).toString(), ids.join());
    }),
  );
});

test('any titles', () => {
  const title = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'abzAZ09 \'-."\\'), maxLength: 120 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  fc.assert(
    fc.property(fc.array(title, { maxLength: 20 }), (titles) => {
      const wellFormed = titles.map((text) => text.toWellFormed());
      const [written, expected] = both(
        wellFormed,
        wellFormed.map((_, i) => i * 977),
      );
      assert.equal(written, expected);
    }),
    { numRuns: 2000 },
  );
});
