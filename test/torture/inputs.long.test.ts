import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRequests } from '../../torture/fuzz/requests.ts';
import { openBundles } from '../../torture/inputs/bundles.ts';
import { openForms } from '../../torture/inputs/forms.ts';
import { openImporters } from '../../torture/inputs/importers.ts';
import { feedInputs, type Input, type Subject } from '../../torture/inputs/inputs.ts';
import { openPictures } from '../../torture/inputs/pictures.ts';

/** Enough for a few seconds of each. */
testInputs('requests', openRequests, 600);
testInputs('bundles', openBundles, 50);
testInputs('importers', openImporters, 150);
testInputs('pictures', openPictures, 60);
testInputs('forms', openForms, 150);

function testInputs<T extends Input>(name: string, open: () => Promise<Subject<T>>, count: number): void {
  test(`generated ${name} are accepted, or refused as documented`, async () => {
    const { accepted, refused } = await feedInputs(await open(), { seed: 4, count });
    assert.equal(accepted + refused, count);
    assert.ok(accepted > 0 && refused > 0, `${accepted} accepted, ${refused} refused`);
  });
}

test('a fault is reported with the input that shows it', async () => {
  const subject: Subject = {
    make: (random) => ({ what: 'text', bytes: Buffer.from(String(random.below(10))) }),
    feed: async ({ bytes }) => {
      assert.ok(!bytes.includes('7'), 'a seven');
      return true;
    },
    close: async () => {},
  };
  await assert.rejects(
    feedInputs(subject, { seed: 1, count: 100 }),
    /a seven[\s\S]*--seed 1 --from \d+ --count 1\n"7"$/,
  );
});
