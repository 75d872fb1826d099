import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildInThread } from '../../src/catalog/snapshot/build-in-thread.ts';
import { countFilters } from '../../src/web/catalog/filter-counts.ts';
import { filterForm } from '../../src/web/catalog/filter-form.ts';
import { readListQuery } from '../../src/web/catalog/list-query.ts';
import { newPlace } from '../support/engines.ts';

test('the filters of a list are made in several turns of the event loop, so that others need not wait', async () => {
  const snapshot = await buildInThread(await newPlace('sqlite'));
  const query = readListQuery(new URLSearchParams());
  let turns = 0;
  let isMade = false;
  const count = () => {
    turns++;
    if (!isMade) setImmediate(count);
  };
  setImmediate(count);
  await filterForm(snapshot, query, countFilters(snapshot, query.filter));
  isMade = true;
  assert.ok(turns > 8, `${turns} turns`);
});
