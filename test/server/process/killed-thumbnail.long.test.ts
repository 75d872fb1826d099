import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPictureStore } from '../../../src/pictures/picture-store.ts';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import { png, sizeOf, writePictures } from '../../support/samples/pictures.ts';
import { runHere } from '../../support/servers/command.ts';
import { killedAt, startServing } from '../../support/servers/program.ts';

test('a server that is killed while it makes a thumbnail damages nothing, and the next start removes what it left', async () => {
  const data = join(temporaryFolder('killed-thumbnail'), 'data');
  const media = join(data, 'media');
  const picture = await png({ width: 400 });
  const bundle = writePictures({ screenshots: [{ file: 'media/a.png' }] }, { 'media/a.png': picture });
  assert.equal((await runHere(['import', bundle, '--data', data])).code, 0);
  const pictures = openPictureStore(media);
  const { thumbnail_image } = await pictures.add(picture);
  const file = join(data, thumbnail_image);
  rmSync(file);

  const atTheEnd = killedAt('rename', join(media, 'incoming'), 'node:fs/promises');
  const server = await startServing({ LUDEX_DATA: data, NODE_OPTIONS: atTheEnd });
  await assert.rejects(fetch(server.url + thumbnail_image));
  assert.equal((await server.ended).code, null);
  assert.equal(existsSync(file), false);
  assert.equal(readdirSync(join(media, 'incoming')).length, 1);
  assert.equal((await runHere(['check', '--data', data])).code, 0);

  const next = await startServing({ LUDEX_DATA: data });
  assert.deepEqual(readdirSync(join(media, 'incoming')), []);
  const answer = await fetch(next.url + thumbnail_image);
  assert.equal((await sizeOf(Buffer.from(await answer.arrayBuffer()))).width, 320);
  assert.ok(existsSync(file));
});
