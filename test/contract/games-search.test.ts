import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testLists } from '../support/cases.ts';
import { GAME, PLATFORM } from '../support/samples/catalog.ts';
import { sharedServer } from '../support/servers/server.ts';

const server = await sharedServer();
const { everything, accented, eszett, japanese } = GAME;

testLists(
  server,
  'words of any title are found in any order, with typos and without accents, within the filters',
  {
    'q=bros+example': [everything],
    'q=POKÈMON!': [accented],
    'q=example+1': [everything],
    'q=スーパーエグザンプル': [everything],
    'q=クエスト': [japanese],
    'q=exmaple+bros': [everything],
    'q=pokem': [accented],
    'q=straße': [eszett],
    'q=zzzzzz': [],
    [`q=example&platform=${PLATFORM.nes}`]: [everything],
    [`q=pokemon&platform=${PLATFORM.arcade}`]: [],
    'q=%20pokemon%20': [accented],
    [`q=${'x'.repeat(128)}`]: [],
    'q=example&title=zzz': [],
  },
  '/v1/games/search',
);

test('normal is the default format, and the games are those of /games', async () => {
  const searched = await server.get('/v1/games/search?q=super+example');
  const listed = await server.get(`/v1/games?id=${everything}`);
  assert.deepEqual(searched.body, listed.body);
});
