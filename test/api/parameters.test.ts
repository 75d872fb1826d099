import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseParameters, parseQuery, takeValues } from '../../src/api/parameters.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { AppError } from '../../src/errors.ts';

const RUNS = { numRuns: 2000 };
const names = [
  ...new Set(ROUTES.flatMap((route) => Object.keys(route.parameters))),
  '__proto__',
  'constructor',
  'api_key',
];
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer().map(String),
  fc.double().map(String),
  fc.constantFrom('', 'id', 'any'),
);
const pair = fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string()), value);
const encoded = fc
  .array(pair)
  .map((pairs) =>
    new URLSearchParams(pairs.map(([name, text]): [string, string] => [name, text.toWellFormed()])).toString(),
  );
const raw = fc.oneof(encoded, fc.string(), fc.string({ unit: fc.constantFrom(...'%&=+;/?#0aF\xff\u0000[]') }));

test('the parser throws only AppError', () => {
  fc.assert(
    fc.property(raw, fc.constantFrom(...ROUTES), (text, route) => {
      try {
        parseParameters(route.parameters, parseQuery(text));
      } catch (error) {
        assert.ok(error instanceof AppError);
        assert.ok(['badParameters', 'invalidValue', 'titleTooLong'].includes(error.kind));
      }
      takeValues(text, 'api_key');
    }),
    RUNS,
  );
});

test('encoded values are decoded unchanged', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' }))),
      (pairs) => {
        const clean = pairs.filter(([name, text]) => !`${name}${text}`.includes('\0'));
        const query = parseQuery(new URLSearchParams(clean).toString());
        for (const [name, text] of clean) assert.ok(query.get(name)?.includes(text));
      },
    ),
  );
});

const COLORS = { color: { type: 'names', values: ['red', 'green', 'blue'], help: '' } } as const;

const COMMA_LISTS: [query: string, names: string[]][] = [
  ['', []],
  ['color=red', ['red']],
  ['color=blue,red', ['red', 'blue']],
  ['color=blue%2Cred&color=green', ['red', 'green', 'blue']],
  ['color=red,red&color=red', ['red']],
];

test('a comma list of names is a set in the order of the table', () => {
  for (const [query, color] of COMMA_LISTS) assert.deepEqual(parseParameters(COLORS, parseQuery(query)), { color });
});

const BAD_COMMA_LISTS: [query: string, kind: string, message: RegExp][] = [
  ['color=', 'badParameters', /color must not be empty/],
  ['color', 'badParameters', /color must not be empty/],
  ['color=red,', 'badParameters', /color must not be empty/],
  ['color=pink,,', 'badParameters', /color must not be empty/],
  ['color=pink', 'invalidValue', /^color must be a comma list of red, green, blue\.$/],
  ['color=red&color=Red', 'invalidValue', /comma list/],
  ['color=red,%20blue', 'invalidValue', /comma list/],
];

test('a comma list of names must not be empty or have unknown names', () => {
  for (const [query, kind, message] of BAD_COMMA_LISTS) {
    assert.throws(() => parseParameters(COLORS, parseQuery(query)), { name: 'AppError', kind, message }, query);
  }
});
