import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeTemporaryFolder, removeTemporary } from '../../src/bundle/temporary-folder.ts';
import { temporaryFolder } from '../support/bundle.ts';

const HOUR = 3_600_000;

test('only leftovers of a killed import that are a day old are removed', () => {
  const parent = temporaryFolder('leftovers');
  const make = (name: string, hours: number) => {
    mkdirSync(join(parent, name));
    const time = new Date(Date.now() - hours * HOUR);
    utimesSync(join(parent, name), time, time);
  };
  make('ludex-temporary-old', 25);
  make('ludex-temporary-running', 23);
  make('something-else', 25);
  const own = makeTemporaryFolder('test', parent);
  assert.deepEqual(
    readdirSync(parent).filter((name) => join(parent, name) !== own),
    ['ludex-temporary-running', 'something-else'],
  );
  removeTemporary(own);
  assert.ok(!existsSync(own));
});
