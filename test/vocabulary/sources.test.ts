import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSources } from '../../src/vocabulary/sources.ts';

test('corrections are trusted most, then the operator’s own sources by name, then the known sources', () => {
  const sources = ['mame', 'zine', 'corrections', 'wikidata', 'archive'];
  const sorted = sources.toSorted(compareSources);
  assert.deepEqual(sorted.slice(0, 3), ['corrections', 'archive', 'zine']);
  assert.deepEqual(sorted.slice(3).toSorted(), ['mame', 'wikidata']);
});
