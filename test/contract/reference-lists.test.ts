import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCases } from '../support/cases.ts';
import { startServer } from '../support/server.ts';

const server = await startServer();
const names = (list: Record<string, unknown>[], field: string) => list.map((item) => item[field]);

test('/genres holds every field, by category id and then by name (decision 22)', async () => {
  const { body } = await server.get('/v1/genres');
  assert.deepEqual(names(body.genres, 'genre_name'), ['Action', 'Strategy / tactics', 'Chess', 'Platform', 'New']);
  assert.deepEqual(body.genres[3], {
    genre_id: 21,
    genre_name: 'Platform',
    genre_description: 'Jump and run.',
    genre_category: 'Gameplay',
    genre_category_id: 4,
  });
});

test('a genre that a bundle does not describe has our own description; a new one has none', async () => {
  const { body } = await server.get('/v1/genres');
  assert.match(body.genres[0].genre_description, /\w+\. .+\./);
  assert.equal(body.genres[4].genre_description, null);
});

test('ids of the shipped vocabulary are fixed, and new ones come from above', async () => {
  const { body } = await server.get('/v1/platforms');
  const ids = new Map(
    body.platforms.map((platform: Record<string, unknown>) => [platform.platform_name, platform.platform_id]),
  );
  assert.equal(ids.get('NES'), 22);
  assert.equal(ids.get('Arcade'), 143);
  assert.ok((ids.get('New machine') as number) > 100_000);
});

test('/platforms come by name in the order of code points (decision 22)', async () => {
  const { body } = await server.get('/v1/platforms');
  assert.deepEqual(names(body.platforms, 'platform_name'), ['Arcade', 'NES', 'New machine', 'SNES']);
});

test('/groups come by id, 100 at most (decision 22)', async () => {
  const { body, headers } = await server.get('/v1/groups');
  const ids = names(body.groups, 'group_id') as number[];
  assert.equal(ids.length, 100);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
  assert.equal(headers.get('total-count'), '122');
  assert.deepEqual(body.groups[0], { group_id: 1, group_name: 'Mario', group_description: 'Games with the plumber.' });
  assert.equal(body.groups[1].group_description, null);
});

test('the next page of /groups is linked, and the last links back (decision 34)', async () => {
  const first = await server.get('/v1/groups');
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] as string;
  assert.ok(!next.includes('api_key'));
  const last = await server.get(next.replace(server.url, ''));
  assert.equal(last.body.groups.length, 22);
  assert.match(last.headers.get('link') ?? '', /rel="prev"/);
  assert.doesNotMatch(last.headers.get('link') ?? '', /rel="next"/);
});

runCases(server, {
  200: [
    {
      name: 'an offset past the end of /groups is an empty list (decision 24)',
      path: '/v1/groups?offset=1000',
      body: { groups: [] },
    },
    { name: 'an unknown parameter of /genres is ignored (decision 10)', path: '/v1/genres?limit=x' },
    { name: 'a trailing slash of /platforms is accepted (decision 13)', path: '/v1/platforms/' },
  ],
  400: [
    { name: 'limit of /groups is a word', path: '/v1/groups?limit=ten', says: /valid types.*limit/ },
    {
      name: 'offset of /groups is given twice (decision 8)',
      path: '/v1/groups?offset=1&offset=2',
      says: /offset.*once/,
    },
  ],
  422: [
    { name: 'limit of /groups is 101 (decision 6)', path: '/v1/groups?limit=101', says: /limit.*1 to 100/ },
    { name: 'limit of /groups is 0 (decision 6)', path: '/v1/groups?limit=0', says: /limit/ },
    { name: 'offset of /groups is negative (decision 6)', path: '/v1/groups?offset=-1', says: /offset/ },
  ],
});
