import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { openBundle } from '../../src/bundle/bundle.ts';
import { openSortedLines } from '../../src/bundle/sorted-lines.ts';
import { openBundleWriter } from '../../src/bundle/writer.ts';
import { compareCodePoints } from '../../src/catalog/model/order.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';

const about = {
  complete: true,
  sources: [{ id: 'test', name: 'Test', version: '1', licence: 'CC0-1.0', url: null }],
};

test('lines in any order make a valid bundle with sorted lines and properties', async () => {
  const folder = temporaryFolder('written');
  const writer = openBundleWriter(folder);
  await writer.put('platforms.jsonl', { platform_name: 'Zed', key: 'platform:z' });
  await writer.put('platforms.jsonl', { platform_name: 'Ay', key: 'platform:a' });
  await writer.put('platforms.jsonl', { key: 'platform:z', platform_name: 'Zed' });
  const manifest = await writer.finish(about);
  const text = '{"key":"platform:a","platform_name":"Ay"}\n{"key":"platform:z","platform_name":"Zed"}\n';
  assert.equal(readFileSync(join(folder, 'platforms.jsonl'), 'utf8'), text);
  assert.equal(manifest.files[0]?.records, 2);
  assert.deepEqual((await openBundle(folder)).manifest, manifest);
});

test('two different lines under one key are refused', async () => {
  const writer = openBundleWriter(temporaryFolder('written'));
  await writer.put('platforms.jsonl', { key: 'platform:a', platform_name: 'One' });
  await writer.put('platforms.jsonl', { key: 'platform:a', platform_name: 'Other' });
  await assert.rejects(writer.finish(about), /two different lines have the key platform:a/);
});

test('lines are sorted, also those on disk', async () => {
  const entries = fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
    selector: ([key]) => key,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(entries, async (list) => {
      const clean = list.filter(([key, line]) => !/[\n\p{Cc}]/u.test(key + line));
      const lines = openSortedLines();
      for (const [key, line] of clean) await lines.add(key, line);
      const read = await Array.fromAsync(lines.read());
      await lines.close();
      assert.deepEqual(
        read.map(({ key, line }) => [key, line]),
        clean.toSorted(([a], [b]) => compareCodePoints(a, b)),
      );
    }),
    { numRuns: 30 },
  );
});
