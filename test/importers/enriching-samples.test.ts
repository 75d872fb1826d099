import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { convertSource } from '../support/sources.ts';

/** Real files of both sources. They are beside the project where it is made, and nowhere else. */
const SAMPLES = fileURLToPath(new URL('../../../shared/data/samples', import.meta.url));
const skip = existsSync(SAMPLES) ? false : 'the samples are not here';

test('the real tables of GameDataBase are understood, and fill what lists of dumps lack', { skip }, async () => {
  const { counts, unknown, games } = await convertSource('gamedatabase', [join(SAMPLES, 'pigsaint')]);
  assert.deepEqual(unknown, [{ what: 'release date 2000-17-20', count: 1 }]);
  assert.deepEqual([counts.files, counts.rows, counts.games], [5, 334, 173]);
  assert.deepEqual(
    ['genre', 'developer', 'publisher', 'date', 'number of players'].map((field) => counts[`games with a ${field}`]),
    [168, 173, 173, 167, 173],
  );
  const chaotix = games.find(({ key }) => key === 'gamedatabase:sega-32x/chaotix');
  assert.equal(chaotix?.title, "Knuckles' Chaotix");
  assert.ok(chaotix?.alternate_titles?.some(({ description }) => description === 'Japanese spelling'));
  const squadron = games.find(({ key }) => key === 'gamedatabase:arcade/area88');
  assert.deepEqual(squadron?.ids?.key, ['mame:arcade/area88', 'mame:arcade/area88r', 'mame:arcade/unsquad']);
});

test('the real DAT files of libretro-database are understood, and fill what lists of dumps lack', {
  skip,
}, async () => {
  const { counts, unknown, games } = await convertSource('libretro', [join(SAMPLES, 'libretro')]);
  assert.deepEqual(unknown, []);
  assert.deepEqual([counts.files, counts.roms, counts.games], [20, 277, 86]);
  assert.deepEqual(
    ['genre', 'developer', 'publisher', 'date', 'number of players', 'rating', 'product code'].map(
      (field) => counts[`games with a ${field}`],
    ),
    [81, 83, 77, 46, 84, 45, 54],
  );
  const spider = games.find(({ key }) => key === 'libretro:sega-32x/amazing-spider-man-web-of-fire');
  assert.equal(spider?.title, 'The Amazing Spider-Man - Web of Fire');
  assert.deepEqual(spider?.groups, ['group:spider-man']);
});
