import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byFirstRelease } from '../../src/web/game-cards.ts';

test('platforms come in the order of their first release, a year or month alone after its days, none at all last', () => {
  const dates = [null, '1991', '1991-06-23', '1991-12', '1992', '1991-12-28', '1990'];
  const ordered = byFirstRelease(dates.map((first_release_date) => ({ first_release_date })));
  assert.deepEqual(
    ordered.map(({ first_release_date }) => first_release_date),
    ['1990', '1991-06-23', '1991-12-28', '1991-12', '1991', '1992', null],
  );
});
