import assert from 'node:assert/strict';
import { globSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { Config } from '../../src/config.ts';
import type { Problem } from '../../src/store/problems.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { runHere } from '../support/servers/command.ts';
import { ENGINES, newPlace, runSqlDirectly, settingsOf } from '../support/servers/engines.ts';
import { fillWithKey } from '../support/servers/server.ts';

async function check(config: Config): Promise<{ code: number | null; checked: object; problems: Problem[] }> {
  const { code, stdout, stderr } = await runHere(['check', '--json'], settingsOf(config));
  assert.match(stderr, code === 0 ? /^$/ : /^ludex: \d+ problems? found, and nothing was changed\. .*\n$/);
  return { code, ...JSON.parse(stdout) };
}

/** Each on another game, so that all can be done to one store. */
const DAMAGES: [part: 'catalog' | 'service', sql: string, problem: string, example: RegExp][] = [
  [
    'catalog',
    `UPDATE records SET record = replace(record, '"title"', '"titel"') WHERE game_id = 1`,
    'records that cannot be read',
    /^1$/,
  ],
  [
    'catalog',
    `UPDATE records SET record = replace(record, '"num_votes":', '"num_votes": ') WHERE game_id = 2`,
    'records that differ from their hash',
    /^2$/,
  ],
  ['catalog', "UPDATE cards SET card = '{}' WHERE game_id = 3", 'cards that differ from their record', /^3$/],
  [
    'catalog',
    "UPDATE games SET title = 'Other' WHERE game_id = 4",
    'indexes of games that differ from their record',
    /^title of game 4$/,
  ],
  [
    'catalog',
    'UPDATE games SET facets = (SELECT other.facets FROM games AS other WHERE other.game_id = 4) WHERE game_id = 6',
    'indexes of games that differ from their record',
    /^facets of game 6$/,
  ],
  [
    'catalog',
    "UPDATE games SET names = 'other' WHERE game_id = 7",
    'indexes of games that differ from their record',
    /^names of game 7$/,
  ],
  ['catalog', 'DELETE FROM cards WHERE game_id = 8', 'games without a record or a card', /^8$/],
  [
    'catalog',
    'UPDATE records SET revision = revision - 1 WHERE game_id = 9',
    'records or cards of another revision than their game',
    /^9$/,
  ],
  ['catalog', 'DELETE FROM games WHERE game_id = 10', 'cards without a game', /^10$/],
  ['catalog', 'DELETE FROM layers WHERE game_id = 11', 'games without a layer', /^11$/],
  [
    'catalog',
    "UPDATE layers SET line = line || ' ' WHERE game_id = 12",
    'layers that differ from their hash',
    /^test:/,
  ],
  ['catalog', "UPDATE layers SET source = 'nobody' WHERE game_id = 13", 'layers of unknown sources', / of nobody$/],
  ['catalog', 'DELETE FROM marks WHERE layer_id = 14', 'indexes of layers that differ from the layers', /^marks: /],
  ['catalog', 'DELETE FROM changes WHERE game_id = 15', 'games that the list of changes lacks', /^15$/],
  ['catalog', 'DELETE FROM revisions', 'revisions that are not in their list', /^\d+$/],
  [
    'catalog',
    "DELETE FROM entries WHERE kind = 'genre'",
    'references of games to missing entries',
    /^game \d+ to "genre_id":\d+$/,
  ],
  [
    'catalog',
    "UPDATE counters SET last_id = 1 WHERE kind = 'game'",
    'counters below the ids that were given',
    /^game 1, /,
  ],
  ['service', 'UPDATE keys SET sealed = digest', 'keys that the secret does not decrypt', /^key \d+$/],
];

for (const engine of ENGINES) {
  test(`check finds nothing wrong in an intact store, on ${engine}`, async () => {
    const config = await newPlace(engine, {}, fillWithKey);
    const { code, checked, problems } = await check(config);
    assert.deepEqual([code, problems], [0, []]);
    const { layers, entries, ...counts } = checked as Record<string, number>;
    assert.deepEqual(counts, { games: CATALOG.games.length, accounts: 1, keys: 1, pictures: 1 });
    assert.ok((layers as number) >= CATALOG.games.length && (entries as number) > 0);
  });

  test(`check finds every kind of damage, on ${engine}`, async () => {
    const config = await newPlace(engine, {}, fillWithKey);
    for (const [part, sql] of DAMAGES) await runSqlDirectly(config, part, sql);
    const { code, problems } = await check(config);
    assert.equal(code, 1);
    for (const [, sql, problem, example] of DAMAGES) {
      const examples = problems.filter((found) => found.problem === problem).flatMap((found) => found.examples);
      assert.ok(
        examples.some((text) => example.test(text)),
        `${sql}: ${JSON.stringify(examples)}`,
      );
    }
  });
}

test('check finds pictures that are missing or changed, and ignores thumbnails', async () => {
  const config = await newPlace('sqlite', {}, fillWithKey);
  const [picture = ''] = globSync(join(config.data, 'media/??/*')).filter((path) => !/-\d+\.\w+$/.test(path));
  writeFileSync(picture, 'changed');
  assert.deepEqual((await check(config)).problems, [
    { problem: 'pictures that differ from their hash', count: 1, examples: [picture] },
  ]);
  rmSync(picture);
  const [missing] = (await check(config)).problems;
  assert.equal(missing?.problem, 'pictures that are missing');
});

test('check reports a damaged file, a missing row and a lost secret', async () => {
  const config = await newPlace('sqlite', {}, fillWithKey);
  const service = new DatabaseSync(join(config.data, 'service.db'));
  service.exec('PRAGMA foreign_keys = OFF; DELETE FROM accounts');
  service.close();
  rmSync(join(config.data, 'secret'));
  const catalog = join(config.data, 'catalog.db');
  const { problems } = await check(config);
  assert.deepEqual(problems, [
    { problem: 'errors in service.db', count: 1, examples: ['row 1 of keys refers to a missing row of accounts'] },
  ]);
  writeFileSync(catalog, Buffer.alloc(statSync(catalog).size, 0xaa));
  assert.ok((await check(config)).problems.some(({ problem }) => problem === 'errors in catalog.db'));
});

test('check reports a compressed text that is damaged', async () => {
  const config = await newPlace('sqlite', {}, fillWithKey);
  await runSqlDirectly(config, 'catalog', "UPDATE records SET record = x'00112233445566778899' WHERE game_id = 1");
  const { code, problems } = await check(config);
  assert.deepEqual([code, problems[0]?.problem], [1, 'compressed texts that cannot be read']);
});

test('check prints a report, and a data folder that does not exist is an error', async () => {
  const config = await newPlace('sqlite', {}, fillWithKey);
  const { code, stdout } = await runHere(['check', '--data', config.data]);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^games +\d+\nlayers +\d+\nentries +\d+\naccounts +1\nkeys +1\npictures +1\nNo problems found\n$/,
  );
  const none = await runHere(['check', '--data', join(config.data, 'none')]);
  assert.match(none.stderr, /^ludex: There is no data folder /);
  const file = join(temporaryFolder('check'), 'file');
  writeFileSync(file, '');
  const unusable = await runHere(['check'], { LUDEX_DATA: file });
  assert.match(unusable.stderr, /^ludex: The data folder \S+ cannot be used \(EEXIST\): make it readable and writable/);
});
