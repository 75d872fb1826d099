import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toItem } from '../../../src/importers/wikidata/item.ts';

const genre = (id: string, rank = 'normal') => ({
  rank,
  mainsnak: { datavalue: { type: 'wikibase-entityid', value: { id } } },
});
const genresOf = (...claims: object[]) => toItem({ id: 'Q1', claims: { P136: claims } }, 1)?.statements.genres;

test('at most 500 statements of a property are read', () => {
  const many = Array.from({ length: 600 }, (_, i) => genre(`Q${i + 1}`));
  const genres = genresOf(...many) ?? [];
  assert.deepEqual([genres.length, genres.at(-1)?.value], [500, 'Q500']);
});

test('deprecated statements are ignored, and preferred ones are marked', () => {
  const genres = genresOf(genre('Q5', 'deprecated'), genre('Q6', 'preferred'), genre('P7'), genre('Q8'), {});
  assert.deepEqual(
    genres?.map(({ value, isPreferred }) => [value, isPreferred]),
    [
      ['Q6', true],
      ['Q8', false],
    ],
  );
});
