import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildInThread } from '../../src/catalog/snapshot/build-in-thread.ts';
import { readFilters } from '../../src/web/catalog/filter-form.ts';
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
  await readFilters(snapshot, query.filter);
  isMade = true;
  assert.ok(turns > 8, `${turns} turns`);
});

test('the pages of a list share their counted filters, and the lists that were read last are kept', async () => {
  const place = await newPlace('sqlite');
  const snapshot = await buildInThread(place);
  const read = (text: string) => readFilters(snapshot, readListQuery(new URLSearchParams(text)).filter);
  const first = await read('');
  assert.equal(await read('page=2&sort=title'), first);
  assert.notEqual(await read('title=x'), first);
  for (let i = 0; i < 63; i++) await read(`title=${i}`);
  assert.notEqual(await read('title=x'), await read('title=62'));
  assert.notEqual(await read(''), first, 'it was used long ago');
  const next = await buildInThread(place);
  assert.notEqual(await readFilters(next, readListQuery(new URLSearchParams()).filter), await read(''));
});
