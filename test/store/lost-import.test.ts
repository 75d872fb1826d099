import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Config } from '../../src/config.ts';
import { nextRevision } from '../../src/store/catalog/writer.ts';
import { openStore } from '../../src/store/open.ts';
import { storedGame } from '../support/samples/rows.ts';
import { copyState, ENGINES, newPlace } from '../support/servers/engines.ts';

/** Returns the revision of the import. */
async function write(config: Config, title: string): Promise<number> {
  const store = await openStore(config);
  await store.catalog.write((writer) => writer.putGame(storedGame(1, { title })));
  return store.catalog.readRevision().finally(store.close);
}

for (const engine of ENGINES) {
  test(`${engine}: the revision of a lost import is never reused`, async () => {
    const primary = await newPlace(engine);
    const before = await write(primary, 'Before');
    const restored = await copyState(primary);
    const [lost, kept] = [await write(primary, 'Lost'), await write(restored, 'Kept')];
    assert.notEqual(kept, lost);
    assert.ok(kept > before && lost > before);
  });
}

test('revisions increase, stay safe integers and differ after the same one', () => {
  const next = Array.from({ length: 1000 }, () => nextRevision(5));
  assert.ok(next.every((revision) => revision > 5 && revision <= 5 + 2 ** 30));
  assert.ok(new Set(next).size > 990);
  let revision = 0;
  for (let imports = 0; imports < 100_000; imports++) revision = nextRevision(revision);
  assert.ok(revision < Number.MAX_SAFE_INTEGER / 50);
});
