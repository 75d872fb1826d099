import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupKind } from '../../src/vocabulary/group-kinds.ts';

test('brands that games of many kinds share are no series', () => {
  for (const name of ['Disney', 'Marvel']) assert.equal(groupKind(name), 'theme');
  for (const name of ['Disney Sports', 'Marvel vs. Capcom', 'Mega Man']) assert.equal(groupKind(name), 'series');
});
