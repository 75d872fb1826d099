import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listIndexed } from '../../src/store/dumps.ts';

test('a layer is found by the hashes of its dumps, or by its marks if it has none', () => {
  const dumps = [{ platform: 0, platformId: 1, crc: '0000000a', md5: 'b'.repeat(32), sha1: 'c'.repeat(40) }];
  const marks = ['sha1 dddddddddddddddddddd', 'crc32 eeeeeeee platform:nes', 'title hop', 'sha1 short'];
  assert.deepEqual(listIndexed(JSON.stringify(dumps), marks), new Set([0xccccccccccc, 0xbbbbbbbbbbb, 10]));
  assert.deepEqual(listIndexed(null, marks), new Set([0xddddddddddd, 0xeeeeeeee]));
});
