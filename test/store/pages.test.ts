import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encode } from '../../src/store/postgres/buffered-table.ts';
import { openPages } from '../../src/store/postgres/pages.ts';

/** A table of numbers, whose changes are sent from time to time. */
function openTable(rows: Iterable<[string, number]>, maxRows: number) {
  const table = new Map(rows);
  const pending = new Map<string, number | undefined>();
  const counts = { reads: 0 };
  const pages = openPages<number>({
    read: async (from, limit) => {
      counts.reads++;
      const found = [...table].filter(([key]) => key >= from).sort(([a], [b]) => (a < b ? -1 : 1));
      const page = found.slice(0, limit);
      return { rows: page, to: page.length < limit ? undefined : page.at(-1)?.[0] };
    },
    minLimit: 2,
    maxLimit: 8,
    maxRows,
  });
  const flush = () => {
    for (const [key, value] of pending) {
      if (value === undefined) table.delete(key);
      else table.set(key, value);
    }
    pending.clear();
    if (pages.isFull()) pages.clear();
  };
  const put = (key: string, value: number | undefined) => {
    pending.set(key, value);
    pages.put(key, value);
  };
  return { pages, put, flush, counts };
}

const keys = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f3ae}', '\uffee'), maxLength: 3 });
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('find'), key: keys }),
    fc.record({ do: fc.constant('put'), key: keys, value: fc.option(fc.nat(9), { nil: undefined }) }),
    fc.record({ do: fc.constant('flush'), key: keys }),
  ),
  { maxLength: 60 },
);

test('random reads and writes give the same answers as a plain table', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(keys, fc.nat(9))),
      steps,
      fc.integer({ min: 1, max: 40 }),
      async (rows, list, most) => {
        const plain = new Map(rows);
        const { pages, put, flush } = openTable(rows, most);
        for (const step of list) {
          if (step.do === 'find') assert.equal(await pages.find(step.key), plain.get(step.key));
          if (step.do === 'flush') flush();
          if (!('value' in step)) continue;
          put(step.key, step.value);
          if (step.value === undefined) plain.delete(step.key);
          else plain.set(step.key, step.value);
        }
      },
    ),
  );
});

test('one read answers many lookups in ascending order, whether the keys exist or not', async () => {
  const names = Array.from({ length: 400 }, (_, i) => `key ${String(i).padStart(4, '0')}`);
  const { pages, counts } = openTable(
    names.filter((_, i) => i % 2 === 0).map((name) => [name, 1]),
    1000,
  );
  for (const [i, name] of names.entries()) assert.equal(await pages.find(name), i % 2 === 0 ? 1 : undefined);
  assert.ok(counts.reads < 40, String(counts.reads));
  await pages.find('zzz');
  await pages.find('zzzz');
  const before = counts.reads;
  await pages.find('zzzzz');
  assert.equal(counts.reads, before);
});

test('keys have the order of their UTF-8 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      const [one, other] = [encode([a, 1]), encode([b, 1])];
      const order = Buffer.compare(Buffer.from(`${a}\0`), Buffer.from(`${b}\0`));
      assert.equal(Number(one > other) - Number(one < other), order);
    }),
  );
});
