import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCases } from '../support/cases.ts';
import { sharedServer } from '../support/server.ts';

const server = await sharedServer();
const names = (list: Record<string, unknown>[], field: string) => list.map((item) => item[field]);

test('groups are ordered by id, at most 100 per page (contract gap 22)', async () => {
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

test('the first page links to the next, and the last page to the previous (contract gap 34)', async () => {
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
      name: 'an offset past the end returns an empty list (contract gap 24)',
      path: '/v1/groups?offset=1000',
      body: { groups: [] },
    },
  ],
  400: [
    { name: 'limit is a word', path: '/v1/groups?limit=ten', says: /valid types.*limit/ },
    {
      name: 'offset is given twice (contract gap 8)',
      path: '/v1/groups?offset=1&offset=2',
      says: /offset.*once/,
    },
  ],
  422: [
    { name: 'limit is 101 (contract gap 6)', path: '/v1/groups?limit=101', says: /limit.*1 to 100/ },
    { name: 'limit is 0 (contract gap 6)', path: '/v1/groups?limit=0', says: /limit/ },
    { name: 'offset is negative (contract gap 6)', path: '/v1/groups?offset=-1', says: /offset/ },
  ],
});
