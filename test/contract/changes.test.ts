import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { testCases } from '../support/cases.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import { CATALOG, GAME } from '../support/samples/catalog.ts';
import { NOON, startServer } from '../support/servers/server.ts';

const server = await startServer();
const first = await server.get('/v1/changes?limit=1000');
const { next } = first.body;

/** A well-formed cursor of another catalog. */
const { responses } = JSON.parse(readFileSync(new URL('../../schema/openapi-examples.json', import.meta.url), 'utf8'));
const STRANGE: string = responses.listChanges.id.next;
const message =
  'This catalog was replaced or restored from a backup after this cursor: discard what you have and start again without since.';
testCases(server, 'after the last change there is nothing; a cursor of another catalog says to start again', [
  [`/v1/changes?since=${next}`, 200, { changes: [], next }],
  [`/v1/changes?since=${STRANGE}`, 410, { code: 410, error: 'Gone', message }],
]);

test('without since every game is created, in the order of sequences', () => {
  const { changes } = first.body;
  const ids = changes.map((change: { game_id: number }) => change.game_id).toSorted((a: number, b: number) => a - b);
  assert.deepEqual(
    ids,
    Array.from({ length: GAME.last }, (_, i) => i + 1),
  );
  assert.deepEqual(changes[0], {
    sequence: 1,
    type: 'created',
    game_id: changes[0].game_id,
    merged_into: null,
    modified_at: new Date(NOON).toISOString(),
  });
  const sequences = changes.map((change: { sequence: number }) => change.sequence);
  assert.deepEqual(
    sequences,
    [...new Set(sequences)].toSorted((a, b) => Number(a) - Number(b)),
  );
});

test('pages have 100 changes by default and continue each other', async () => {
  const one = (await server.get('/v1/changes')).body;
  const two = (await server.get(`/v1/changes?since=${one.next}`)).body;
  assert.equal(one.changes.length, 100);
  assert.deepEqual([...one.changes, ...two.changes], first.body.changes);
  assert.equal(two.next, next);
});

test('with a format or include, each change has the game as it is now', async () => {
  for (const query of ['format=brief', 'format=normal', 'include=details,groups']) {
    const { changes } = (await server.get(`/v1/changes?limit=3&${query}`)).body;
    for (const { game_id, game } of changes)
      assert.deepEqual(game, (await server.get(`/v1/games/${game_id}?${query}`)).body);
  }
});

test('a poll without news is answered with 304', async () => {
  const path = `/v1/changes?since=${next}`;
  const etag = (await server.get(path)).headers.get('etag') ?? '';
  assert.equal((await server.get(path, { headers: { 'if-none-match': etag } })).status, 304);
  assert.equal((await server.get('/v1/changes', { headers: { 'if-none-match': etag } })).status, 200);
});

test('a later import is told by its last change of each game', async () => {
  const etag = (await server.get(`/v1/changes?since=${next}`)).headers.get('etag') ?? '';
  server.now = NOON + 5000;
  const games = CATALOG.games.filter(({ key }) => key !== 'test:b');
  const renamed = games.map((game) => (game.key === 'test:c' ? { ...game, title: 'Pokémon II' } : game));
  const added = { key: 'test:zz', title: 'Newest', platforms: [{ platform: 'platform:nes' }] };
  await server.import(writeBundle({ ...CATALOG, games: [...renamed, added] }));
  const answer = await server.get(`/v1/changes?since=${next}`, { headers: { 'if-none-match': etag } });
  assert.equal(answer.status, 200);
  const modified_at = new Date(server.now).toISOString();
  const told = answer.body.changes.map(({ sequence, ...change }: { sequence: number }) => change);
  assert.deepEqual(told.toSorted(byId), [
    { type: 'deleted', game_id: GAME.chess, merged_into: null, modified_at },
    { type: 'updated', game_id: GAME.accented, merged_into: null, modified_at },
    { type: 'created', game_id: GAME.last + 1, merged_into: null, modified_at },
  ]);
  await server.import(
    writeBundle({ corrections: [{ key: 'correction:1', merge: [1, 3] }] }, { source: 'corrections' }),
  );
  const after = (await server.get(`/v1/changes?since=${answer.body.next}`)).body.changes;
  assert.deepEqual(
    after.map((change: { [name: string]: unknown }) => [change.type, change.game_id, change.merged_into]),
    [
      ['updated', 1, null],
      ['merged', GAME.accented, 1],
    ],
  );
  const whole = (await server.get(`/v1/changes?since=${next}&format=brief`)).body.changes;
  for (const { type, game } of whole) assert.equal(game === null, type === 'deleted' || type === 'merged', type);
});

const byId = (a: { game_id: number }, b: { game_id: number }) => a.game_id - b.game_id;
