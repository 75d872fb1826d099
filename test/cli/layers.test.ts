import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { writeLists } from '../support/samples/mame.ts';
import { runHere } from '../support/servers/command.ts';

const LUDEX_DATA = temporaryFolder('cli-layers');
const ludex = (...args: string[]) => runHere(args, { LUDEX_DATA });
const status = async () => JSON.parse((await ludex('status', '--json')).stdout);

function writeCorrections(...lines: (object | string)[]): string {
  const path = join(temporaryFolder('corrections'), 'mine.jsonl');
  writeFileSync(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return path;
}

test('sources, corrections, undo and export from the command line', async () => {
  const lists = writeLists({
    nes: [
      { name: 'hop', description: 'Hop (USA)', year: '1990', publisher: 'Acme' },
      { name: 'skip', description: 'Skip (USA)', year: '1991', publisher: 'Acme' },
    ],
  });
  await ludex('import', 'mame', lists);
  const fixed = writeCorrections({ game: 'mame:nes/hop', title: 'Hop!' }, { merge: ['mame:nes/hop', 2] });
  const corrected = await ludex('import', 'corrections', fixed);
  assert.match(corrected.stdout, /^corrections: 0 games added, 1 changed, .*, 1 merged$/m);

  const shown = await ludex('game', 'show', '1');
  assert.match(shown.stdout, /^1 {2}Hop!$/m);
  assert.match(shown.stdout, /^mame:nes\/skip +mame$/m);
  assert.match(shown.stdout, /^title +corrections$/m);
  assert.match((await ludex('game', 'show', '2')).stderr, /Game 2 is now game 1/);
  assert.match((await ludex('game', 'show', 'x')).stderr, /There is no game x/);

  const sources = JSON.parse((await ludex('source', 'list', '--json')).stdout);
  assert.deepEqual(
    sources.map(({ source, games, licence }: Record<string, unknown>) => [source, games, licence]),
    [
      ['corrections', 1, 'CC0-1.0'],
      ['derived', 0, 'CC0-1.0'],
      ['mame', 1, 'CC0-1.0'],
    ],
  );

  const folder = join(temporaryFolder('cli-export'), 'catalog');
  assert.match((await ludex('export', folder)).stdout, /^games\.jsonl +2 /m);
  const copy = { LUDEX_DATA: temporaryFolder('cli-copy') };
  assert.equal((await runHere(['import', folder], copy)).code, 0);
  const again = join(temporaryFolder('cli-export'), 'catalog');
  await runHere(['export', again], copy);
  assert.equal(readFileSync(join(again, 'manifest.json'), 'utf8'), readFileSync(join(folder, 'manifest.json'), 'utf8'));
  assert.match((await ludex('export', folder, '--licences', 'MIT')).stderr, /No source has one of these licences/);

  const shared = join(temporaryFolder('cli-export'), 'decisions.jsonl');
  assert.match((await ludex('export', '--corrections', shared)).stdout, /^2 corrections in .*decisions\.jsonl/);
  assert.deepEqual(
    readFileSync(shared, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    [{ game: 'mame:nes/hop', title: 'Hop!' }, { merge: ['mame:nes/hop', 'mame:nes/skip'] }],
  );
  assert.match((await ludex('export', '--corrections', shared)).stderr, /decisions\.jsonl exists already/);
  const other = { LUDEX_DATA: temporaryFolder('cli-other') };
  await runHere(['import', 'mame', lists], other);
  assert.match((await runHere(['import', 'corrections', shared], other)).stdout, /1 changed, .*, 1 merged$/m);
  const smaller = { LUDEX_DATA: temporaryFolder('cli-smaller') };
  await runHere(['import', 'mame', writeLists({ nes: [{ name: 'hop', description: 'Hop (USA)' }] })], smaller);
  assert.match((await runHere(['import', 'corrections', shared], smaller)).stderr, /there is no game mame:nes\/skip/);
  const lenient = await runHere(['import', 'corrections', shared, '--lenient'], smaller);
  assert.match(lenient.stdout, /^left out +1$[\s\S]*1 changed/m);
  assert.match((await ludex('export', '--corrections', `${shared}2`, '--licences', 'MIT')).stderr, /does not apply/);

  const undone = await ludex('import', '--undo');
  assert.match(undone.stdout, /The last import, of corrections, was undone/);
  assert.equal((await status()).games, 2);
  assert.match((await ludex('import', '--undo')).stderr, /was already undone/);
  assert.match((await ludex('source', 'remove', 'mame')).stdout, /^mame: 0 games added, .* 2 removed$/m);
  assert.equal((await status()).games, 0);
  assert.equal((await ludex('import', '--undo')).code, 0);
  assert.equal((await status()).games, 2);
  assert.deepEqual(
    (await status()).imports.map(({ action, source }: Record<string, unknown>) => `${action} ${source}`),
    ['undo mame', 'remove mame', 'undo corrections', 'import corrections', 'import mame'],
  );
});

test('a split entry is a separate game after the next import of its source', async () => {
  const env = { LUDEX_DATA: temporaryFolder('cli-split') };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere([...args, '--json'], env);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const lists = writeLists({
    nes: [
      { name: 'hop', description: 'Hop (USA)', year: '1990', publisher: 'Acme' },
      { name: 'hope', description: 'Hop (Europe)', year: '1991', publisher: 'Acme', cloneof: 'hop' },
    ],
  });
  await run('import', 'mame', lists);
  await run('import', 'corrections', writeCorrections({ split: 'mame:nes/hope' }));
  assert.equal((await run('status')).games, 1);
  const split = await run('import', 'mame', lists);
  assert.deepEqual([split.added, split.changed], [1, 1]);
  const again = await run('import', 'mame', lists);
  assert.deepEqual([again.added, again.changed, again.unchanged], [0, 0, 2]);
  assert.match((await runHere(['game', 'show', '1'], env)).stdout, /^mame:nes\/hop +mame$/m);
  assert.match((await runHere(['game', 'show', '2'], env)).stdout, /^mame:nes\/hope +mame$/m);
  await run('import', 'corrections', writeCorrections());
  await run('import', 'mame', lists);
  assert.equal((await run('status')).games, 1);
});

test('errors in corrections name file and line', async () => {
  const path = writeCorrections({ game: 'mame:nes/hop', title: 'Fine' }, { game: 'mame:nes/none', title: 'X' });
  const { code, stderr } = await ludex('import', 'corrections', path);
  assert.equal(code, 1);
  assert.ok(
    stderr.includes(`${path} has a problem; nothing was loaded:\ncorrections.jsonl:2: there is no game mame:nes/none`),
    stderr,
  );
  const broken = writeCorrections({ game: 1 }, '{', '[]');
  const told = (await ludex('import', 'corrections', broken)).stderr;
  assert.ok(told.includes(`${broken}:2: not valid JSON`), told);
  assert.ok(told.includes(`${broken}:3: a correction is a JSON object`), told);
});
