import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTime } from '../../../src/importers/wikidata/item.ts';

const GREGORIAN = 'http://www.wikidata.org/entity/Q1985727';
const JULIAN = 'http://www.wikidata.org/entity/Q1985786';
const TIMES: [time: string, precision: number, calendar: string, date: string | undefined][] = [
  ['+1990-04-26T00:00:00Z', 11, GREGORIAN, '1990-04-26'],
  ['+1990-04-26T00:00:00Z', 10, GREGORIAN, '1990-04'],
  ['+1990-04-26T00:00:00Z', 9, GREGORIAN, '1990'],
  ['+1990-04-26T00:00:00Z', 8, GREGORIAN, undefined],
  ['+1990-04-31T00:00:00Z', 11, GREGORIAN, '1990-04'],
  ['+1990-13-01T00:00:00Z', 11, GREGORIAN, '1990'],
  ['+1990-04-26T00:00:00Z', 11, JULIAN, '1990'],
  ['+1949-04-26T00:00:00Z', 11, GREGORIAN, undefined],
  ['+2100-04-26T00:00:00Z', 11, GREGORIAN, undefined],
  ['-1990-04-26T00:00:00Z', 11, GREGORIAN, undefined],
];
for (const [time, precision, calendarmodel, date] of TIMES) {
  test(`${time} at precision ${precision} is ${date ?? 'no date'}`, () =>
    assert.equal(parseTime({ time, precision, calendarmodel }), date));
}
