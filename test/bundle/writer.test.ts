import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { openBundleWriter } from '../../src/bundle/writer.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';

const about = {
  complete: true,
  sources: [{ id: 'test', name: 'Test', version: '1', licence: 'CC0-1.0', url: null }],
};

test('lines in any order make a valid bundle with sorted lines and properties', async () => {
  const folder = temporaryFolder('written');
  using writer = openBundleWriter(folder);
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
  using writer = openBundleWriter(temporaryFolder('written'));
  await writer.put('platforms.jsonl', { key: 'platform:a', platform_name: 'One' });
  await writer.put('platforms.jsonl', { key: 'platform:a', platform_name: 'Other' });
  await assert.rejects(writer.finish(about), /two different lines have the key platform:a/);
});
