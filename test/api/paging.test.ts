import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pageHeaders } from '../../src/api/paging.ts';
import { parseQuery } from '../../src/api/parameters.ts';
import type { ApiRequest } from '../../src/api/route.ts';

const PARAMETERS = { title: {}, platform: {}, offset: {}, after: {} } as never;
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'az09 *-._~+%&=#ü日') }));
const value = text.map((one) => one.toWellFormed().replaceAll('\0', ''));
const pairs = fc.array(fc.tuple(fc.constantFrom('title', 'platform', 'offset', 'after', 'unknown'), value));

function linksOf(query: URLSearchParams, cursor: string | undefined): string[] {
  const request = { app: { publicUrl: 'http://x' }, query: parseQuery(String(query)) } as unknown as ApiRequest;
  const { link = '' } = pageHeaders(request, '/games', PARAMETERS, { offset: 5, limit: 5 }, 100, { cursor });
  return link.split(', ').map((one) => /^<http:\/\/x\/v1\/games\?(.*)>; rel="(?:next|prev)"$/.exec(one)?.[1] ?? '');
}

/** What the query has of the known parameters, grouped by name, without those that the link replaces. */
function expected(query: URLSearchParams, replaced: readonly string[], added: [string, string]): string {
  const names = [...new Set(query.keys())].filter((name) => name !== 'unknown' && !replaced.includes(name));
  const own = names.flatMap((name) => query.getAll(name).map((one): [string, string] => [name, one]));
  return new URLSearchParams([...own, added]).toString();
}

test('links have the known parameters, encoded as in forms', () => {
  fc.assert(
    fc.property(pairs, fc.option(fc.base64String().map((one) => one.replaceAll(/[+/=]/g, '_'))), (sent, cursor) => {
      const query = new URLSearchParams(sent);
      const next = cursor
        ? expected(query, ['offset', 'after'], ['after', cursor])
        : expected(query, ['offset'], ['offset', '10']);
      assert.deepEqual(linksOf(query, cursor || undefined), [next, expected(query, ['offset'], ['offset', '0'])]);
    }),
    { numRuns: 1000 },
  );
});
