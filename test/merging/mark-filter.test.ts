import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMarkFilter } from '../../src/merging/match/mark-filter.ts';

test('a filter of marks knows which were added, and which more than once', () => {
  const filter = openMarkFilter();
  filter.add(['title a', 'title b']);
  filter.add(['title b']);
  assert.deepEqual([['title a'], ['title c', 'title a'], ['title c']].map(filter.hasAny), [true, true, false]);
  assert.deepEqual([['title a'], ['title a', 'title b'], ['title c']].map(filter.hasRepeated), [false, true, false]);
});
