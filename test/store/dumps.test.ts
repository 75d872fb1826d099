import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listPrefixes, type PlacedDump, packDumps, unpackDumps } from '../../src/store/dumps.ts';
import { listLayers, packBucket, toEntry, unpackBucket } from '../../src/store/hash-buckets.ts';

const hex = (digits: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const dump = fc.record({
  platform: fc.nat(300),
  platformId: fc.nat(300),
  release: maybe(fc.nat(300)),
  name: maybe(fc.string({ unit: 'grapheme', maxLength: 300 })),
  size: maybe(fc.maxSafeNat()),
  crc: maybe(hex(8)),
  md5: maybe(hex(32)),
  sha1: maybe(hex(40)),
});

test('dumps are unpacked as they were packed', () => {
  fc.assert(
    fc.property(fc.array(dump, { minLength: 1, maxLength: 20 }), (dumps) => {
      const packed = packDumps(dumps) as Buffer;
      assert.deepEqual(unpackDumps(packed).toArray(), JSON.parse(JSON.stringify(dumps)));
    }),
  );
});

test('a dump costs little more than its hashes', () => {
  const dumps: PlacedDump[] = Array.from({ length: 40 }, (_, i) => ({
    platform: 0,
    platformId: 1,
    release: 0,
    name: `Amazing Hop (USA, Europe) (Track ${String(i + 1).padStart(2, '0')}).bin`,
    size: 30_000_000 + i,
    crc: '0a1b2c3d',
    md5: '0123456789abcdef'.repeat(2),
    sha1: '01234'.repeat(8),
  }));
  const packed = packDumps(dumps) as Buffer;
  assert.ok(packed.length < dumps.length * (20 + 16 + 4 + 16), `${packed.length} bytes`);
});

test('no dumps are packed as null', () => {
  assert.equal(packDumps([]), null);
});

test('a layer is found by the hashes of its dumps, or by its marks if it has none', () => {
  const packed = packDumps([
    { platform: 0, platformId: 1, crc: '0000000a', md5: 'b'.repeat(32), sha1: 'c'.repeat(40) },
  ]);
  const marks = ['sha1 dddddddddddddddddddd', 'crc32 eeeeeeee platform:nes', 'title hop', 'sha1 short'];
  assert.deepEqual([...listPrefixes(packed, marks)].toSorted(), ['0000000a', 'bbbbbbbb', 'cccccccc']);
  assert.deepEqual([...listPrefixes(null, marks)].toSorted(), ['dddddddd', 'eeeeeeee']);
});

test('a bucket lists the layers of a hash in the order of their numbers', () => {
  const layers = [4_294_967_295, 7, 1, 300];
  const entries = new Set([
    ...layers.map((layerId) => toEntry('abcdffff', layerId)),
    toEntry('abcd0000', 2),
    toEntry('abcdfffe', 3),
  ]);
  const packed = packBucket(entries);
  assert.deepEqual(unpackBucket(packed), new Set([...entries].toSorted((a, b) => a - b)));
  assert.deepEqual(listLayers(packed, 'abcdffff', 10), [1, 7, 300, 4_294_967_295]);
  assert.deepEqual(listLayers(packed, 'abcdffff', 2), [1, 7]);
  assert.deepEqual(listLayers(packed, 'abcd0001', 10), []);
  assert.deepEqual(listLayers(undefined, 'abcd0001', 10), []);
});
