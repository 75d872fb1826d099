import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPictureStore } from '../../../src/pictures/picture-store.ts';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import { png, sizeOf, writePictures } from '../../support/samples/pictures.ts';
import { runHere } from '../../support/servers/command.ts';
import { startServing } from '../../support/servers/program.ts';
import { until } from '../../support/until.ts';

/** Preloaded into the program: never renames a complete file into place. */
const HELD = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import promises from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  promises.rename = async (from) => {
    fs.writeFileSync(process.env.HELD, String(from));
    await new Promise(() => {});
  };
  syncBuiltinESMExports();
`)}`;

test('a server that is killed while it makes a thumbnail damages nothing, and the next start removes what it left', async () => {
  const folder = temporaryFolder('killed-thumbnail');
  const [data, held] = [join(folder, 'data'), join(folder, 'held')];
  const media = join(data, 'media');
  const picture = await png({ width: 400 });
  const bundle = writePictures({ screenshots: [{ file: 'media/a.png' }] }, { 'media/a.png': picture });
  assert.equal((await runHere(['import', bundle, '--data', data])).code, 0);
  const pictures = openPictureStore(media);
  const { thumbnail_image } = await pictures.add(picture);
  const file = join(data, thumbnail_image);
  rmSync(file);

  const server = await startServing({ LUDEX_DATA: data, NODE_OPTIONS: HELD, HELD: held });
  const asking = fetch(server.url + thumbnail_image).catch(() => undefined);
  await until(() => existsSync(held));
  server.process.kill('SIGKILL');
  await Promise.all([server.ended, asking]);
  assert.equal(existsSync(file), false);
  assert.equal(readdirSync(join(media, 'incoming')).length, 1);
  assert.equal((await runHere(['check', '--data', data])).code, 0);

  const next = await startServing({ LUDEX_DATA: data });
  assert.deepEqual(readdirSync(join(media, 'incoming')), []);
  const answer = await fetch(next.url + thumbnail_image);
  assert.equal((await sizeOf(Buffer.from(await answer.arrayBuffer()))).width, 320);
  assert.ok(existsSync(file));
});
