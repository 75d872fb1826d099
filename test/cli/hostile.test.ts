import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { OperatorError } from '../../src/errors.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { temporaryFolder, writeBundle } from '../support/bundle.ts';
import { runHere } from '../support/command.ts';
import { writeLists } from '../support/mame.ts';

const env = () => ({ LUDEX_DATA: temporaryFolder('cli-review') });
const games = (...titles: string[]) => ({
  platforms: [{ key: 'platform:nes', platform_name: 'NES' }],
  games: titles.map((title) => ({ key: `test:${title}`, title, platforms: [{ platform: 'platform:nes' }] })),
});

test('--undo --dry-run shows what --undo would do, and changes nothing', async () => {
  const data = env();
  assert.equal((await runHere(['import', writeBundle(games('a'))], data)).code, 0);
  const dry = await runHere(['import', '--undo', '--dry-run'], data);
  assert.deepEqual([dry.code, dry.stderr], [0, '']);
  assert.match(dry.stdout, /^The last import, of test, would be undone\ntest: .* 1 removed\n.*nothing was changed\n$/);
  const status = async () => JSON.parse((await runHere(['status', '--json'], data)).stdout);
  const { games: count, imports } = await status();
  assert.deepEqual([count, imports.length, imports[0].action], [1, 1, 'import']);
  const undone = await runHere(['import', '--undo'], data);
  assert.deepEqual([undone.code, undone.stderr], [0, '']);
  assert.match(undone.stdout, /^The last import, of test, was undone\ntest: .* 1 removed\n$/);
  assert.equal((await status()).games, 0);
});

test('a dry run shows five examples of each change', async () => {
  const data = env();
  const bundle = writeBundle(games('a', 'b', 'c', 'd', 'e', 'f'));
  const { code, stdout } = await runHere(['import', bundle, '--dry-run', '--json'], data);
  const { added, examples } = JSON.parse(stdout);
  assert.deepEqual([code, added, examples.added], [0, 6, ['a', 'b', 'c', 'd', 'e']]);
  assert.equal(JSON.parse((await runHere(['status', '--json'], data)).stdout).games, 0);
});

/** Wrong input, and the exact output. */
const REFUSED: [what: string, args: string[], sentence: RegExp][] = [
  [
    'a missing file of corrections',
    ['import', 'corrections', '/nowhere/none.jsonl'],
    /^ludex: \/nowhere\/none\.jsonl is not a file; name a file of corrections\n$/,
  ],
  [
    'a missing data folder',
    ['status', '--data', join(temporaryFolder('cli-review'), 'nowhere')],
    /^ludex: There is no data folder \S+\/nowhere; set LUDEX_DATA or --data\n$/,
  ],
  [
    'a flag that only another source has',
    ['import', writeBundle(games('a')), '--profile', 'all'],
    /^ludex: --profile does not apply to a bundle\n$/,
  ],
  ['an extra argument', ['status', 'now'], /^ludex: \w+: ludex status\n$/],
  [
    'a manifest with control characters',
    ['import', writeBundle(games('a'), { licence: '\u001b[2J' })],
    /^ludex: \S+: manifest\.json: sources\.0\.licence contains a control character\n$/,
  ],
  [
    'a property whose name is an escape code',
    ['import', writeBundle({ platforms: [{ key: 'platform:nes', platform_name: 'NES', '\u001b[2J': 1 }] })],
    /^ludex: \S+ has a problem; nothing was loaded:\nplatforms\.jsonl:1: \\u001b\[2J is not a known property\n$/,
  ],
];
for (const [what, args, sentence] of REFUSED) {
  test(`${what} is refused on stderr`, async () => {
    const { code, stdout, stderr } = await runHere(args, env());
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, sentence);
  });
}

test('export refuses to overwrite a file', async () => {
  const data = env();
  assert.equal((await runHere(['import', writeBundle(games('a'))], data)).code, 0);
  const file = join(temporaryFolder('cli-review'), 'file');
  writeFileSync(file, 'mine');
  const { code, stdout, stderr } = await runHere(['export', file], data);
  assert.deepEqual(
    [code, stdout, stderr],
    [1, '', `ludex: ${file} is a file; name a folder, or a file that ends in .tar.gz\n`],
  );
  assert.equal(readFileSync(file, 'utf8'), 'mine');
});

const NO_KEY = [
  /^1: key must match \^alias:\\d\{1,10\}\$$/,
  /^1: key must be a key that begins with "binding:"$/,
  /^1: key must match \^counter:\(game\|/,
  /^1: key must match \^modified:\\d\{1,10\}\$$/,
];
const binding = { key: 'binding:game test:a', kind: 'game', id: 1, since: 1 };
const counter = { key: 'counter:game', last_id: 1 };
/** Lines that no export writes, and the exact messages. */
const HOSTILE: Record<string, [identities: object[], problems: RegExp[]]> = {
  'an alias to itself': [
    [{ key: 'alias:1', game_id: 1, cause: 'match' }, binding, counter],
    [/^1: is an alias of 1, but its target must be a lower id$/],
  ],
  'aliases in a circle': [
    [{ key: 'alias:1', game_id: 2, cause: 'match' }, { key: 'alias:2', game_id: 1, cause: 'match' }, binding, counter],
    [/^1: is an alias of 2, but its target must be a lower id$/],
  ],
  'an alias of no number': [[{ key: 'alias:x', game_id: 1, cause: 'match' }], NO_KEY],
  'an alias of half a number': [[{ key: 'alias:1.5', game_id: 1, cause: 'match' }], NO_KEY],
  'an id beyond 2^53': [[{ ...binding, id: 2 ** 60 }, counter], [/^1: id must be <= 4294967295$/]],
  'an id beyond 2^32, which snapshots cut off': [
    [{ ...binding, id: 2 ** 32 }, counter],
    [/^1: id must be <= 4294967295$/],
  ],
  'a counter at 2^53': [[{ ...counter, last_id: 2 ** 53 - 1 }], [/^1: last_id must be <= 4294967295$/]],
  'a counter below the ids': [[{ ...binding, id: 2 }, counter], [/^1: has the id 2, which is above its counter$/]],
  'ids without a counter': [[binding], [/^1: has the id 1, which is above its counter$/]],
  'an unknown kind': [
    [{ ...binding, key: 'binding:foo test:a', kind: 'foo' }, counter],
    [/^1: kind must be one of game, platform, /],
  ],
  'a kind that its key does not name': [
    [
      { ...binding, kind: 'group' },
      { key: 'counter:group', last_id: 1 },
    ],
    [/^1: is not of the kind group$/],
  ],
  'a time that is no date': [
    [binding, counter, { key: 'modified:1', modified_at: 253_402_300_800_000 }],
    [/^3: modified_at must be <= 253402300799999$/],
  ],
};
for (const [name, [identities, problems]] of Object.entries(HOSTILE)) {
  test(`identities with ${name} are refused with file and line`, async () => {
    const store = await openSqliteStore(temporaryFolder('cli-review'));
    const bundle = await openBundle(writeBundle({ ...games('a', 'b'), identities }));
    const refused = await loadBundle(store, bundle, { clock: () => 1 }).catch((error) => error);
    assert.ok(refused instanceof OperatorError);
    const [first = '', ...lines] = refused.message.split('\n');
    assert.match(first, /^\S+ has (a problem|\d problems); nothing was loaded:$/);
    assert.equal(lines.length, problems.length, refused.message);
    for (const [i, problem] of problems.entries())
      assert.match(lines[i]?.replace(/^identities\.jsonl:/, '') ?? '', problem);
    assert.equal(await store.catalog.readRevision(), 0);
    assert.deepEqual(await store.catalog.read((reader) => reader.listCounters()), []);
    await store.close();
  });
}

test('arcade machines have their own source and licence', async () => {
  const data = env();
  const listxml = join(temporaryFolder('cli-review'), 'machines.xml');
  writeFileSync(
    listxml,
    `<?xml version="1.0"?><mame build="0.1"><machine name="pac" sourcefile="acme/pac.cpp"><description>Pac (World)</description>
     <year>1984</year><manufacturer>Acme</manufacturer><input players="2" coins="2"><control type="joy"/></input></machine></mame>`,
  );
  const lists = writeLists({ nes: [{ name: 'hop', description: 'Hop (USA)', year: '1990', publisher: 'Acme' }] });
  const imported = await runHere(['import', 'mame', lists, '--listxml', listxml], data);
  assert.deepEqual([imported.code, imported.stderr], [0, '']);
  const { code, stdout } = await runHere(['source', 'list', '--json'], data);
  assert.equal(code, 0);
  const found = JSON.parse(stdout).map(({ source, games: count, licence }: Record<string, unknown>) => [
    source,
    count,
    licence,
  ]);
  assert.deepEqual(found, [
    ['derived', 1, 'CC0-1.0'],
    ['mame', 1, 'CC0-1.0'],
    ['mame-machines', 1, 'BSD-3-Clause'],
  ]);
});
