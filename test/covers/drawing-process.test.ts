import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { after, test } from 'node:test';
import type { Drawing } from '../../src/covers/drawing-process.ts';
import { PicturesBusy } from '../../src/pictures/file-maker.ts';
import { makePicture } from '../../src/pictures/inspect.ts';
import { openTestDrawings } from '../support/samples/drawings.ts';
import { png } from '../support/samples/pictures.ts';
import { until } from '../support/until.ts';

const text = { title: 'Elite', platform: 'Amiga', year: '1990' };
const COVER: Drawing = { kind: 'cover', text, width: 15 };
const drawingProcess = openTestDrawings();
const drawn = await drawingProcess.draw(COVER);
after(() => drawingProcess.close());

/** On Linux, which lists the processes that a thread has started. Those of earlier tests may still be ending. */
function listChildren(): number[] {
  const threads = readdirSync('/proc/self/task');
  const lists = threads.map((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8'));
  const running = lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
  return running.filter((child) => !earlier.has(child));
}

const earlier = new Set<number>();

test('a drawing that fails is reported, and the next one is drawn', async () => {
  const broken = { ...COVER, text: { ...text, title: 5 } } as unknown as Drawing;
  await assert.rejects(drawingProcess.draw(broken), /drawing failed: TypeError/);
  assert.deepEqual(await drawingProcess.draw(COVER), drawn);
});

test('thumbnails and copies are made there too, one after another', async () => {
  const original = await png({ width: 1000, height: 500 });
  const wanted = [
    { width: 320, type: 'webp' as const },
    { width: undefined, type: 'jpg' as const },
  ];
  const made = await Promise.all(wanted.map((one) => drawingProcess.draw({ kind: 'picture', original, ...one })));
  assert.deepEqual(made, await Promise.all(wanted.map((one) => makePicture(original, one))));
  const damaged = drawingProcess.draw({
    kind: 'picture',
    original: original.subarray(0, 200),
    width: 320,
    type: 'webp',
  });
  await assert.rejects(damaged, /drawing failed: /);
});

test('the process that draws has a low priority, few permissions and no secrets, and is replaced if it ends', {
  skip: process.platform !== 'linux' && 'needs /proc',
}, async () => {
  process.env.LUDEX_SECRET_OF_TEST = 'planted';
  drawingProcess.close();
  for (const child of listChildren()) earlier.add(child);
  await drawingProcess.draw(COVER);
  const [pid, ...others] = listChildren() as [number];
  assert.deepEqual(others, []);
  for (const thread of readdirSync(`/proc/${pid}/task`))
    assert.ok(getPriority(Number(thread)) >= constants.priority.PRIORITY_BELOW_NORMAL);
  assert.ok(readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0--permission\0'));
  assert.ok(!readFileSync(`/proc/${pid}/environ`, 'utf8').includes('planted'));
  process.kill(pid, 'SIGTERM');
  assert.equal((await drawingProcess.draw(COVER)).length > 0, true, 'it leaves the end to the server');
  assert.deepEqual(listChildren(), [pid]);
  const drawing = drawingProcess.draw(COVER);
  process.kill(pid, 'SIGKILL');
  await assert.rejects(drawing, (error: Error) => {
    assert.ok(error instanceof PicturesBusy, 'clients shall try again');
    return error.message === 'the process that draws ended with SIGKILL';
  });
  assert.deepEqual(await drawingProcess.draw(COVER), drawn);
  drawingProcess.close();
  await until(() => listChildren().length === 0);
});
