import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapConcurrently } from '../../src/pictures/concurrency.ts';
import { PicturesBusy } from '../../src/pictures/file-maker.ts';
import { makePicture } from '../../src/pictures/inspect.ts';
import { openPictureFiles } from '../../src/pictures/picture-files.ts';
import { listWidths, type PictureName } from '../../src/pictures/picture-paths.ts';
import { makeQueue } from '../../src/queue.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';

/** Work that takes some turns of the event loop, and its maximum concurrency. */
function countAtOnce() {
  const at = { once: 0, most: 0 };
  const work = async (turns: number) => {
    at.most = Math.max(at.most, ++at.once);
    for (let i = 0; i < turns; i++) await nextTurn();
    at.once--;
    return turns;
  };
  return { at, work };
}

test('a queue never exceeds its concurrency, also after it was empty', async () => {
  const { at, work } = countAtOnce();
  const queue = makeQueue(2);
  for (let round = 0; round < 5; round++) {
    const all = Array.from({ length: 7 }, (_, i) => queue.run(() => work(1 + (i % 3))));
    assert.equal(queue.waiting, 5);
    await Promise.all(all);
    await assert.rejects(
      queue.run(async () => {
        throw new Error('failed');
      }),
      /failed/,
    );
  }
  assert.deepEqual([at.most, queue.waiting], [2, 0]);
});

test('results are in the order of the items', async () => {
  const { at, work } = countAtOnce();
  const turns = [5, 1, 4, 0, 3, 2, 2, 0];
  assert.deepEqual(await Array.fromAsync(mapConcurrently(turns, 3, work)), turns);
  assert.equal(at.most, 3);
});

test('a picture has no thumbnail that is wider than needed', () => {
  const widths = [1, 320, 321, 640, 4000].map(listWidths);
  assert.deepEqual(widths, [[320], [320], [320, 640], [320, 640], [320, 640]]);
});

test('requests beyond the queue limit of thumbnails are rejected', async () => {
  const pictures = openPictureFiles(temporaryFolder('media'), makePicture, assert.ifError);
  const names = Array.from({ length: 2000 }, (_, i) => ({
    sha256: String(i).padStart(64, '0'),
    width: 320,
    type: 'webp' as const,
  }));
  const found = await Promise.allSettled(names.map((name) => pictures.find(name)));
  const refused = found.filter((one) => one.status === 'rejected');
  assert.ok(refused.length > 0);
  for (const { reason } of refused) assert.ok(reason instanceof PicturesBusy);
  assert.equal(await pictures.find(names.at(-1) as PictureName), undefined, 'later there is room again');
});
