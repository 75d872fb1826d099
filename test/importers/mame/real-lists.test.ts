import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { convert } from '../../support/mame.ts';

/** Real lists in two versions, three years apart. They are beside the project where it is made, and nowhere else. */
const SAMPLES = fileURLToPath(new URL('../../../../shared/data/samples', import.meta.url));
const skip = existsSync(SAMPLES) ? false : 'the samples are not here';
const listOf = (version: string, list: string) => join(SAMPLES, 'mame-softlists', version, `${list}.xml`);

for (const list of ['channelf', 'n64dd']) {
  test(`${list} of 0.251 and of 0.289 are the same games`, { skip }, async () => {
    const [before, after] = [await convert([listOf('0.251', list)]), await convert([listOf('0.289', list)])];
    assert.ok(before.games.length > 0);
    assert.deepEqual(after.games, before.games);
  });
}

test('jaguar has eleven entries more in 0.289, and no game loses its key', { skip }, async () => {
  const before = await convert([listOf('0.251', 'jaguar')]);
  const after = await convert([listOf('0.289', 'jaguar')]);
  assert.equal((after.counts.entries ?? 0) - (before.counts.entries ?? 0), 11);
  const keys = new Set(after.games.map(({ key }) => key));
  assert.deepEqual(
    before.games.map(({ key }) => key).filter((key) => !keys.has(key)),
    [],
  );
});

test('every sample is understood', { skip }, async () => {
  for (const version of ['0.251', '0.289', 'excerpts-0.251']) {
    const { games, unknown } = await convert([join(SAMPLES, 'mame-softlists', version)], { profile: 'all' });
    assert.ok(games.length > 300, `${version}: ${games.length} games`);
    assert.deepEqual(
      unknown.filter(({ what }) => !what.startsWith('entry ')),
      [],
      version,
    );
  }
});

test('the machines of the sample are arcade games and a handheld, without fruit machines and computers', {
  skip,
}, async () => {
  const listxml = join(SAMPLES, 'mame-listxml', 'arcade-excerpt-0.251.xml');
  const { games } = await convert([listOf('0.251', 'channelf')], { listxml });
  const titlesOn = (name: string) =>
    games.filter(({ platforms }) => platforms.some(({ platform }) => platform === name)).map(({ title }) => title);
  const titles = titlesOn('platform:arcade');
  for (const title of ['Double Dragon', 'Donkey Kong', 'Asteroids', 'Galaga']) assert.ok(titles.includes(title), title);
  for (const title of ['18 Wheeler', 'Atari 2600']) assert.ok(!titles.includes(title), title);
  assert.deepEqual(titlesOn('platform:dedicated-handheld'), ['Game & Watch: Ball']);
});
