import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedInputs } from '../../torture/inputs/inputs.ts';
import { SUBJECTS } from '../../torture/inputs/subjects.ts';

/** Enough for a second or two of each. */
const COUNTS: [name: string, count: number][] = [
  ['bundles', 50],
  ['importers', 150],
  ['pictures', 60],
  ['forms', 150],
];

for (const [name, count] of COUNTS) {
  test(`generated ${name} are accepted, or refused with a sentence`, async () => {
    const subject = await SUBJECTS[name]!.open();
    const { accepted, refused } = await feedInputs(subject, { seed: 4, count });
    assert.equal(accepted + refused, count);
    assert.ok(accepted > 0 && refused > 0, `${accepted} accepted, ${refused} refused`);
  });
}
