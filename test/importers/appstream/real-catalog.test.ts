import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBundle } from '../../../src/bundle/bundle.ts';
import { loadBundle } from '../../../src/layers/load.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { convertCatalogs } from '../../support/appstream.ts';
import { temporaryFolder } from '../../support/bundle.ts';

/** An excerpt of Debian's catalog. It is beside the project where it is made, and nowhere else. */
const SAMPLE = fileURLToPath(
  new URL('../../../../shared/data/samples/debian/dep11-games-excerpt.yml', import.meta.url),
);
const skip = existsSync(SAMPLE) ? false : 'the sample is not here';

test('the sample is understood: its games are there, its tools are not, and all of it loads', { skip }, async () => {
  const { games, media, unknown, folder } = await convertCatalogs([SAMPLE]);
  assert.deepEqual(unknown, []);
  const titles = games.map(({ title }) => title);
  for (const title of ['SuperTux', 'NetHack', 'Freeciv', 'FreeOrion', 'KPatience', 'GNOME Mines'])
    assert.ok(titles.includes(title), title);
  for (const title of ['Hatari', 'GOverlay', "Ren'Py", 'Freeciv ruleset editor'])
    assert.ok(!titles.includes(title), title);
  assert.equal(games.length, 45);
  assert.ok(games.every(({ description }) => (description?.length ?? 0) > 20));
  assert.ok(media.flatMap(({ screenshots = [] }) => screenshots).length > 50);
  const mines = games.find(({ key }) => key === 'appstream:org.gnome.Mines');
  assert.deepEqual(mines?.alternate_titles, [
    { title: 'Minen', description: 'German title' },
    { title: 'GNOME マインスイーパー', description: 'Japanese title' },
  ]);
  const store = await openSqliteStore(temporaryFolder('store'));
  const report = await loadBundle(store, await openBundle(folder), { clock: () => 1000 });
  assert.equal(report.added, 45);
  await store.close();
});
