import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Catalog, replaceSnapshot } from '../../../src/catalog/catalog.ts';
import { ByteCache } from '../../../src/catalog/render/byte-cache.ts';
import { buildInThread } from '../../../src/catalog/snapshot/build-in-thread.ts';
import type { Snapshot } from '../../../src/catalog/snapshot/snapshot.ts';
import { readFilters } from '../../../src/web/catalog/lists/filter-form.ts';
import { readListQuery } from '../../../src/web/catalog/lists/list-query.ts';
import { newPlace } from '../../support/servers/engines.ts';

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
  await readFilters(openTestCatalog(snapshot), snapshot, query.filter);
  isMade = true;
  assert.ok(turns > 8, `${turns} turns`);
});

test('the pages of a list share their counted filters, until the next snapshot', async () => {
  const place = await newPlace('sqlite');
  const catalog = openTestCatalog(await buildInThread(place));
  const read = (text: string) =>
    readFilters(catalog, catalog.snapshot, readListQuery(new URLSearchParams(text)).filter);
  await read('');
  assert.equal(catalog.cache.bytes, 0, 'a crawler evicts nothing');
  const first = await read('');
  assert.equal(await read('page=2&sort=title'), first);
  assert.notEqual(await read('title=x'), first);
  replaceSnapshot(catalog, await buildInThread(place));
  assert.notEqual(await read(''), first);
});

function openTestCatalog(snapshot: Snapshot): Catalog {
  return { snapshot, cache: new ByteCache(1_000_000) } as Catalog;
}
