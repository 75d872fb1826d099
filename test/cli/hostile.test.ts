import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder, writeBundle } from '../support/bundle.ts';
import { writeLists } from '../support/mame.ts';
import { runProgram, startProgram } from '../support/program.ts';

const env = () => ({ LUDEX_DATA: temporaryFolder('cli-review') });
const games = (...titles: string[]) => ({
  platforms: [{ key: 'platform:nes', platform_name: 'NES' }],
  games: titles.map((title) => ({ key: `test:${title}`, title, platforms: [{ platform: 'platform:nes' }] })),
});

test('--undo --dry-run changes nothing', async () => {
  const data = env();
  await runProgram(['import', writeBundle(games('a'))], data);
  await runProgram(['import', '--undo', '--dry-run'], data);
  const { stdout } = await runProgram(['status', '--json'], data);
  assert.equal(JSON.parse(stdout).games, 1);
});

test('a file of corrections that is not there is one sentence', async () => {
  const { stderr } = await runProgram(['import', 'corrections', '/nowhere/none.jsonl'], env());
  assert.match(stderr, /^ludex: .*none\.jsonl.*\n$/);
});

test('an export to the place of a file is one sentence', async () => {
  const data = env();
  await runProgram(['import', writeBundle(games('a'))], data);
  const file = join(temporaryFolder('cli-review'), 'file');
  writeFileSync(file, '');
  const { stderr } = await runProgram(['export', file], data);
  assert.match(stderr, /^ludex: .*\n$/);
});

test('what a manifest says is printed without control characters, or refused', async () => {
  const data = env();
  await runProgram(['import', writeBundle(games('a'), { licence: '\u001b[2J' })], data);
  const { stdout } = await runProgram(['source', 'list'], data);
  assert.ok(!stdout.includes('\u001b'));
});

const HOSTILE: Record<string, object[]> = {
  'an alias to itself': [
    { key: 'alias:1', game_id: 1, cause: 'match' },
    { key: 'binding:game test:a', kind: 'game', id: 1, since: 1 },
  ],
  'aliases in a circle': [
    { key: 'alias:1', game_id: 2, cause: 'match' },
    { key: 'alias:2', game_id: 1, cause: 'match' },
    { key: 'binding:game test:a', kind: 'game', id: 1, since: 1 },
  ],
  'an alias of no number': [{ key: 'alias:x', game_id: 1, cause: 'match' }],
  'an alias of half a number': [{ key: 'alias:1.5', game_id: 1, cause: 'match' }],
  'an id beyond 2^53': [{ key: 'binding:game test:a', kind: 'game', id: 2 ** 60, since: 1 }],
  'an id beyond 2^32, which snapshots cut off': [
    { key: 'binding:game test:a', kind: 'game', id: 2 ** 32 + 5, since: 1 },
  ],
  'a counter at 2^53': [{ key: 'counter:game', last_id: 2 ** 53 - 1 }],
  'a counter below the ids': [
    { key: 'binding:game test:b', kind: 'game', id: 1, since: 1 },
    { key: 'counter:game', last_id: 0 },
  ],
  'ids without a counter': [{ key: 'binding:game test:b', kind: 'game', id: 1, since: 1 }],
  'an unknown kind': [{ key: 'binding:foo test:a', kind: 'foo', id: 1, since: 1 }],
  'a kind that its key does not name': [{ key: 'binding:game test:a', kind: 'group', id: 1, since: 1 }],
  'a time that is no date': [
    { key: 'binding:game test:a', kind: 'game', id: 1, since: 1 },
    { key: 'counter:game', last_id: 1 },
    { key: 'modified:1', modified_at: 2 ** 53 - 1 },
  ],
};
for (const [name, identities] of Object.entries(HOSTILE)) {
  test(`identities with ${name} are refused with file and line`, async () => {
    const { process: child, ended } = startProgram(['import', writeBundle({ ...games('a', 'b'), identities })], env());
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    const { code, stderr } = await ended;
    clearTimeout(timer);
    assert.equal(code, 1, 'it ended by itself');
    assert.match(stderr, /^identities\.jsonl:\d+: /m);
  });
}

test('arcade machines are of their own source, under its licence', async () => {
  const data = env();
  const listxml = join(temporaryFolder('cli-review'), 'machines.xml');
  writeFileSync(
    listxml,
    `<?xml version="1.0"?><mame build="0.1"><machine name="pac" sourcefile="acme/pac.cpp"><description>Pac (World)</description>
     <year>1984</year><manufacturer>Acme</manufacturer><input players="2" coins="2"><control type="joy"/></input></machine></mame>`,
  );
  const lists = writeLists({ nes: [{ name: 'hop', description: 'Hop (USA)', year: '1990', publisher: 'Acme' }] });
  await runProgram(['import', 'mame', lists, '--listxml', listxml], data);
  const { stdout } = await runProgram(['source', 'list', '--json'], data);
  const machines = JSON.parse(stdout).find(({ source }: { source: string }) => source === 'mame-machines');
  assert.equal(machines.games, 1, stdout);
});
