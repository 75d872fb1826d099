import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Drawing, openDrawingProcess } from '../../src/covers/drawing-process.ts';
import { fontsFolder } from '../../src/covers/fonts.ts';
import { PicturesBusy } from '../../src/pictures/file-maker.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { until } from '../support/until.ts';

const COVER: Drawing = { kind: 'cover', text: { title: 'Elite', platform: 'Amiga', year: '1990' }, width: 15 };
const covers = temporaryFolder('fonts');
const fonts = fontsFolder(covers);
const [one, other] = [openDrawingProcess(covers), openDrawingProcess(covers)];
after(() => [one, other].map(({ close }) => close()));

test('the fonts are unpacked once, also by two processes at once', async () => {
  const [drawn, again] = await Promise.all([one.draw(COVER), other.draw(COVER)]);
  assert.deepEqual(again, drawn);
  assert.deepEqual(readdirSync(join(covers, 'incoming')), []);
  assert.ok(existsSync(fonts));
});

test('deleted fonts are unpacked again; a process that is killed meanwhile leaves nothing, and the next one does it', {
  skip: process.platform !== 'linux' && 'needs /proc',
}, async () => {
  const drawn = await other.draw(COVER);
  rmSync(fonts, { recursive: true });
  const refused = assert.rejects(one.draw(COVER), PicturesBusy);
  const isUnpacking = () => readdirSync(covers, { recursive: true }).some((name) => String(name).endsWith('.ttf'));
  await until(isUnpacking);
  const threads = readdirSync('/proc/self/task');
  const lists = threads.map((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8'));
  for (const child of lists.join(' ').split(' ').filter(Boolean)) process.kill(Number(child), 'SIGKILL');
  await refused;
  assert.deepEqual(readdirSync(join(covers, 'incoming')), []);
  assert.ok(!existsSync(fonts));
  assert.deepEqual(await one.draw(COVER), drawn);
});
