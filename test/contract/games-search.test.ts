import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Case, runCases } from '../support/cases.ts';
import { GAME, PLATFORM } from '../support/catalog.ts';
import { sharedServer } from '../support/server.ts';

const server = await sharedServer();
const { everything, chess, accented, eszett, japanese } = GAME;

const found = (name: string, query: string, games: number[]): Case => ({
  name,
  path: `/v1/games/search?format=id&${query}`,
  games,
});
const refused = (name: string, query: string, says: RegExp): Case => ({
  name,
  path: `/v1/games/search${query}`,
  says,
});

runCases(server, {
  200: [
    found('words of a title in any order', 'q=bros+example', [everything]),
    found('accents, case and punctuation do not matter', `q=${encodeURIComponent('POKÈMON!')}`, [accented]),
    found('an alternate title', 'q=example+1', [everything]),
    found('a title in another script', `q=${encodeURIComponent('スーパーエグザンプル')}`, [everything]),
    found('part of a title in another script', `q=${encodeURIComponent('クエスト')}`, [japanese]),
    found('a typo', 'q=exmaple+bros', [everything]),
    found('the beginning of a word', 'q=pokem', [accented]),
    found('straße finds STRASSE', `q=${encodeURIComponent('straße')}`, [eszett]),
    found('nothing', 'q=zzzzzz', []),
    found('filters apply', `q=example&platform=${PLATFORM.nes}`, [everything]),
    found('filters that exclude all matches', `q=pokemon&platform=${PLATFORM.arcade}`, []),
    found('spaces around the text do not matter', 'q=%20pokemon%20', [accented]),
    found('128 characters', `q=${'x'.repeat(128)}`, []),
    found('the title filter applies, too', 'q=example&title=zzz', []),
  ],
  400: [
    refused('no text', '', /q is required/),
    refused('an empty text', '?q=', /q must not be empty/),
    refused('only spaces', '?q=%20%20', /q must not be empty/),
    refused('two texts', '?q=a&q=b', /q may be given only once/),
    refused('a wrong limit', '?q=a&limit=many', /limit must be an integer/),
  ],
  422: [
    refused('129 characters', `?q=${'x'.repeat(129)}`, /q must be at most 128 characters/),
    refused('an unknown format', '?q=a&format=long', /format must be one of/),
    refused('a wrong filter', '?q=a&platform=0', /platform must be at least 1/),
  ],
});

test('normal is the default format, and the games are those of /games', async () => {
  const searched = await server.get('/v1/games/search?q=super+example');
  const listed = await server.get(`/v1/games?id=${everything}`);
  assert.deepEqual(searched.body, listed.body);
});

test('pages are counted and linked', async () => {
  const all = await server.get('/v1/games/search?q=filler&format=id&limit=100');
  const second = await server.get('/v1/games/search?q=filler&format=id&limit=2&offset=2');
  assert.deepEqual(second.body.games, all.body.games.slice(2, 4));
  assert.equal(second.headers.get('total-count'), '130');
  const link = second.headers.get('link') ?? '';
  assert.match(link, /games\/search\?q=filler&format=id&limit=2&offset=4>; rel="next"/);
  assert.match(link, /games\/search\?q=filler&format=id&limit=2&offset=0>; rel="prev"/);
});

test('an unchanged answer is not sent again', async () => {
  const first = await server.get('/v1/games/search?q=chess');
  const again = await server.get('/v1/games/search?q=chess', {
    headers: { 'if-none-match': first.headers.get('etag') as string },
  });
  assert.equal(again.status, 304);
  const other = await server.get('/v1/games/search?q=chess&format=id');
  assert.notEqual(other.headers.get('etag'), first.headers.get('etag'));
  assert.deepEqual(other.body.games[0], chess);
});
