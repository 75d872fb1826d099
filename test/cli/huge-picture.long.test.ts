import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { png, pngOf, writePictures } from '../support/samples/pictures.ts';
import { runHere } from '../support/servers/command.ts';
import { runProgram } from '../support/servers/program.ts';

const WIDTH = 60_000_000;
/** Decoding it takes 1.7 GB. */
const MOST_MORE_MB = 100;

/** Preloaded into the program: writes the most memory that it had. */
const MEASURED = `--import=data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from 'node:fs';
  process.on('exit', () => writeFileSync(process.env.MEASURED, String(process.resourceUsage().maxRSS / 1024)));
`)}`;

async function importAll(pictures: Record<string, Buffer>) {
  const folder = temporaryFolder('huge-picture');
  const screenshots = Object.keys(pictures).map((file) => ({ file }));
  const [measured, data] = [join(folder, 'measured'), join(folder, 'data')];
  const bundle = writePictures({ screenshots }, pictures);
  const result = await runProgram(['import', bundle, '--data', data], { NODE_OPTIONS: MEASURED, MEASURED: measured });
  return { ...result, data, peakMb: Number(readFileSync(measured, 'utf8')) };
}

test('a picture of 60,000,000 × 1 pixels is refused by its header, and the rest is imported', async () => {
  const small = { 'media/a.png': await png({ colour: '#123456' }), 'media/c.png': await png({ colour: '#654321' }) };
  const usual = await importAll(small);
  assert.deepEqual([usual.code, usual.stderr], [0, '']);
  // All its pixels are there: only the header tells that it is too large.
  const huge = pngOf(WIDTH, 1, deflateSync(Buffer.alloc(WIDTH + 1)));
  const found = await importAll({ ...small, 'media/b.png': huge });
  assert.equal(found.code, 0, found.stderr);
  assert.match(
    found.stderr,
    /^media\/b\.png was skipped: the picture is 60000000 × 1 pixels, a side has at most \d+; make it smaller/,
  );
  assert.ok(found.peakMb < usual.peakMb + MOST_MORE_MB, `${usual.peakMb} MB without it, ${found.peakMb} MB with it`);
  const { stdout } = await runHere(['check', '--json', '--data', found.data]);
  const { problems, checked } = JSON.parse(stdout);
  assert.deepEqual([problems, checked.pictures], [[], 2]);
});
