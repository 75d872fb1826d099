import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { writeLists } from '../support/samples/mame.ts';
import { writeSource } from '../support/samples/sources.ts';
import { runHere } from '../support/servers/command.ts';

const LUDEX_DATA = temporaryFolder('cli-import');
const ludex = (...args: string[]) => runHere(args, { LUDEX_DATA });
const lists = () =>
  writeLists({
    nes: [
      { name: 'hop', description: 'Hop (USA)', year: '1990', publisher: 'Acme', info: { colour: 'red' } },
      { name: 'skip', description: 'Skip (USA)', year: '1991' },
      { name: 'leap', description: 'Leap (USA, prototype)', year: '1991' },
    ],
    st_flop: [{ name: 'jump', description: 'Jump' }],
  });

test('import converts and loads a source, and prints a table and the next command', async () => {
  const folder = lists();
  const { stdout, stderr, code } = await ludex('import', 'mame', folder);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^games +2$/m);
  assert.match(stdout, /^releases with a date +2$/m);
  assert.match(stdout, /^1 +info colour$/m);
  assert.match(stdout, /^mame: 2 games added, 0 changed, 0 unchanged, 0 removed$/m);
  assert.match(stdout, /^Next: /m);
  const again = JSON.parse((await ludex('import', 'mame', folder, '--json')).stdout);
  assert.deepEqual([again.added, again.changed, again.unchanged, again.counts.games], [0, 0, 2, 2]);
  const all = JSON.parse((await ludex('import', 'mame', folder, '--profile', 'all', '--json')).stdout);
  assert.deepEqual([all.added, all.unchanged], [1, 2]);
});

test('a dry run shows five examples of each change', async () => {
  const entries = ['Hop', 'Skip', 'Leap', 'Bounce', 'Jump', 'Trot'].map((name) => ({ name, description: name }));
  const { stdout } = await runHere(['import', 'mame', writeLists({ nes: entries }), '--dry-run', '--json'], {
    LUDEX_DATA: temporaryFolder('cli-dry'),
  });
  const { added, examples } = JSON.parse(stdout);
  assert.deepEqual([added, examples.added.length], [6, 5]);
});

test('an import says what it left out, and the flag that includes it', async () => {
  const folder = lists();
  const { stdout } = await ludex('import', 'mame', folder, '--dry-run');
  assert.match(stdout, /^Left out, .*\ncount +kind\n1 +prototype\nPass --include prototype \(or --include all\)/m);
  const all = JSON.parse((await ludex('import', 'mame', folder, '--include', 'all', '--dry-run', '--json')).stdout);
  assert.deepEqual([all.added, all.leftOut], [1, {}]);
});

/** Files that an importer reads, but in which it finds nothing. */
const USELESS: [importer: string, file: string, content: string][] = [
  ['gamedatabase', 'foo.csv', 'a,b\n'],
  ['libretro', 'foo.dat', 'clrmamepro (\n name "x"\n)\n'],
  ['libretro', 'Sega - Saturn.dat', 'clrmamepro (\n name "x"\n)\n'],
  ['gametdb', 'wiitdb.xml', '<datafile></datafile>'],
  ['wikidata', 'q.json', '{}'],
  ['appstream', 'games.xml', '<components/>'],
  ['launchbox', 'Metadata.xml', '<LaunchBox/>'],
];

test('files without a game of the source are refused with what it reads, and change nothing', async () => {
  const data = { LUDEX_DATA: temporaryFolder('cli-useless') };
  await runHere(['import', 'mame', lists()], data);
  const before = (await runHere(['status', '--json'], data)).stdout;
  const list = writeLists({ st_flop: [{ name: 'jump', description: 'Jump' }] });
  const files = USELESS.map(([importer, file, content]) => [importer, join(writeSource({ [file]: content }), file)]);
  for (const [importer = '', path = ''] of [['mame', join(list, 'st_flop.xml')], ...files]) {
    const { code, stderr } = await runHere(['import', importer, path], data);
    assert.deepEqual([code, stderr.split('; ')[0]], [1, `ludex: No games found in ${path}`], importer);
    assert.match(stderr, new RegExp(`"ludex import ${importer}" reads .{20,}; nothing was imported\n$`));
  }
  assert.equal((await runHere(['status', '--json'], data)).stdout, before);
});

test('an empty list of kinds is refused', async () => {
  const { code, stderr } = await ludex('import', 'mame', lists(), '--include', '');
  assert.deepEqual([code, stderr.slice(0, 25)], [1, 'ludex: "" is not a kind; ']);
});

test('the journal keeps unknown lists and what was left out', async () => {
  const data = { LUDEX_DATA: temporaryFolder('cli-journal') };
  const entry = { name: 'hop', description: 'Hop' };
  await runHere(['import', 'mame', writeLists({ acme: [entry], nes: [entry] })], data);
  const { imports } = JSON.parse((await runHere(['status', '--json'], data)).stdout);
  assert.deepEqual(imports[0].notes, ['Not recognized: list acme (1)']);
  await runHere(['import', 'mame', lists()], data);
  const after = JSON.parse((await runHere(['status', '--json'], data)).stdout);
  assert.deepEqual(after.imports[0].notes, ['Left out: 1 prototype', 'Not recognized: info colour (1)']);
});

test('a dry run shows examples and changes nothing; a source that shrinks is refused', async () => {
  const smaller = writeLists({ nes: [{ name: 'hop', description: 'Hop, skip and jump (USA)', year: '1990' }] });
  await ludex('import', 'mame', lists(), '--allow-shrink');
  const before = (await ludex('status', '--json')).stdout;
  const dry = await ludex('import', 'mame', smaller, '--dry-run', '--allow-shrink');
  assert.match(dry.stdout, /^mame: 0 games added, 1 changed, 0 unchanged, 1 removed$/m);
  assert.match(dry.stdout, /^changed, for example: Hop, skip and jump$/m);
  assert.match(dry.stdout, /^removed, for example: Skip$/m);
  assert.match(dry.stdout, /nothing was changed$/m);
  const refused = await ludex('import', 'mame', smaller);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /This would remove 1 of the 2 games of mame.*--allow-shrink/);
  assert.equal((await ludex('status', '--json')).stdout, before);
});

const METADATA = `<LaunchBox><Game><Name>Hop</Name><DatabaseID>1</DatabaseID>
<Platform>Nintendo Virtual Boy</Platform><Overview>Hops.</Overview></Game></LaunchBox>`;
const SENTENCE =
  /^launchbox is import-only\. LaunchBox states no licence .* before you publish them\..*leaves them out\.$/m;
const CORRECTION = '{"key":"correction:hop","game":"launchbox:1","title":"Hop!"}\n';

test('an import-only source says so when it is imported, listed and exported, and an export by licence leaves it out', async () => {
  const data = temporaryFolder('import-only');
  const folder = writeSource({ 'Metadata.xml': METADATA, 'corrections.jsonl': CORRECTION });
  const run = async (...args: string[]) => {
    const result = await runHere([...args, '--data', data]);
    assert.equal(result.code, 0, result.stderr);
    return result.stdout;
  };
  assert.match(await run('import', 'launchbox', join(folder, 'Metadata.xml'), '--new-games'), SENTENCE);
  assert.doesNotMatch(await run('import', 'corrections', join(folder, 'corrections.jsonl')), SENTENCE);
  const listed = await run('source', 'list');
  assert.match(listed, SENTENCE);
  assert.match(listed, /^launchbox .* LicenseRef-not-stated +yes /m);
  assert.match(await run('export', join(data, 'all')), SENTENCE);
  assert.doesNotMatch(await run('export', join(data, 'free'), '--licences', 'CC0-1.0'), SENTENCE);
  const manifest = JSON.parse(readFileSync(join(data, 'free', 'manifest.json'), 'utf8'));
  assert.deepEqual(
    manifest.sources.map(({ id }: { id: string }) => id),
    ['corrections'],
  );
});
