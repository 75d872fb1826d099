import { testCases } from '../support/cases.ts';
import { GAME } from '../support/samples/catalog.ts';
import { sharedServer } from '../support/servers/server.ts';

/** Wrong parameters of all endpoints. test/api/exact-parameters.test.ts sends many more, and looks at the status alone. */

const server = await sharedServer();
/** Paths of the list of games with each of these queries. */
const games = (...queries: string[]) => queries.map((query) => `/v1/games?${query}`).join(' ');
const after = (path: string, ...ends: string[]) => ends.map((end) => path + end).join(' ');
const SHA1 = 'a'.repeat(40);

testCases(server, 'an integer has only decimal digits (contract gap 7)', [
  [games('platform=SNES'), 400, /platform must be an integer; \/v1\/platforms lists the ids\.$/],
  [games('limit=abc', 'limit=1.5'), 400, /parameter values must be of valid types.*limit must be an integer/],
  [games('limit=1e1', 'limit=0x10', 'limit=%201', 'limit=+1', 'limit=%2B1', 'limit=١', 'id=abc', 'year=x'), 400],
]);

testCases(server, 'a value must not be empty (contract gap 5)', [
  [games('platform=', 'limit=', 'format=', 'id=', 'year='), 400],
  [
    games('role=', 'country=', 'product_code=', 'external_id=', 'sha1=', 'has=', 'exclude=pirate,'),
    400,
    /not be empty/,
  ],
  ['/v1/games/search?q=%20%20 /v1/suggest?q=+ /v1/companies?name= /v1/changes?since=', 400, /not be empty/],
]);

testCases(server, 'a text to search for is required', [
  ['/v1/games/search /v1/suggest', 400, /q is required/],
  ['/v1/identify /v1/identify?size=5', 422, /^Give at least one of sha1, md5 and crc\.$/],
]);

testCases(server, 'a parameter that is no list is given once (contract gap 8)', [
  [games('format=id&format=id', `sha1=${SHA1}&sha1=${SHA1}`, 'after=a&after=b'), 400, /may be given only once/],
  ['/v1/games/search?q=a&q=b /v1/groups?offset=1&offset=2 /v1/changes?since=a&since=a', 400, /may be given only once/],
]);

testCases(server, 'a query is percent-encoded UTF-8 without NUL (contract gap 9)', [
  [games('title=%E', 'title=%00', 'other=%'), 400, /valid percent-encoded UTF-8 without NUL/],
  [games('title=%zz', 'title=%ff%fe', 'title=%c0%af', 'title=%ed%a0%80', 'a%00b=1'), 400],
  ['/v1/genres?x=% /v1/platforms?x=%ff', 400, /percent-encoded/],
]);

testCases(server, 'an integer is within its limits (contract gap 6)', [
  ['/v1/games?limit=0 /v1/games/search?q=a&limit=0 /v1/groups?limit=0', 422, /limit must be from 1 to 100/],
  ['/v1/games?limit=101 /v1/games/random?limit=101 /v1/companies?limit=101', 422, /limit must be from 1 to 100/],
  [games('limit=-5', `limit=${'9'.repeat(400)}`, 'offset=2147483648'), 422],
  [games('offset=-1'), 422, /offset must be from 0 to 2147483647/],
  ['/v1/games/recent?age=0 /v1/games/recent?age=22', 422, /age must be from 1 to 21/],
  ['/v1/changes?limit=0 /v1/changes?limit=1001', 422, /limit must be from 1 to 1000/],
  ['/v1/changes?limit=101&format=normal', 422, /limit must be from 1 to 100 with/],
  [games('year=0', 'year=10000'), 422, /year must be from 1 to 9999/],
  [games('year_from=1990&year_to=1985'), 422, /year_from must not be after year_to/],
  [games('year=1985&year_from=1986'), 422, /year must be from year_from to year_to/],
  [`/v1/identify?crc=${'1'.repeat(8)}&size=-1`, 422, /^size must be from 0 to/],
]);

testCases(server, 'ids begin with 1 (contract gap 4)', [
  [games('platform=0'), 422, /platform must be at least 1/],
  [games('genre=-1', 'id=0', 'company=0'), 422],
]);

testCases(server, 'a value is one of a list (contract gap 6)', [
  [games('format=xml', 'id=1&format=xml'), 422, /format must be one of id, brief, normal/],
  ['/v1/games/1?format=xml /v1/games/search?q=a&format=xml /v1/changes?format=full', 422, /format must be one of/],
  [games('match=some'), 422, /match must be one of all, any/],
  [games('company=1&role=ported'), 422, /role must be one of any, published, developed/],
  [games('role=published'), 422, /role needs company/],
  [games('has=sound'), 422, /has must be a comma list of cover, screenshot, description, score/],
  [games('exclude=cover'), 422, /exclude must be a comma list of pirate, hack/],
  [games('sort=votes', 'sort=%2Bid'), 422, /sort must be one of id, -id, title/],
]);

testCases(server, 'a text is well-formed', [
  [games('product_code=--'), 422, /product_code must contain a letter or a digit/],
  [games('external_id=Q1', 'external_id=wikidata:'), 422, /external_id must be a database and an id, such as wiki/],
  ['/v1/games?sha1=xyz /v1/identify?sha1=123', 422, /sha1 must be 40 hexadecimal digits/],
  [`/v1/games?md5=${SHA1} /v1/identify?md5=x`, 422, /md5 must be 32 hexadecimal digits/],
  ['/v1/games?crc=1 /v1/identify?crc=123456789', 422, /crc must be 8 hexadecimal digits/],
]);

const TOO_LONG = { code: 9, error: 'Title too long', message: 'The title filter must be at most 128 characters.' };
testCases(server, 'a text has at most 128 characters (contract gap 11, 20)', [
  // The second one folds to fewer.
  [games(`title=${'x'.repeat(129)}`, `title=x${'e\u0301'.repeat(64)}`), 422, TOO_LONG],
  [games(`country=${'x'.repeat(201)}`), 422, /country must be at most 200 characters/],
  [after('/v1/', 'games/search?q=', 'suggest?q=').replaceAll('=', `=${'x'.repeat(129)}`), 422, /q must be at most 128/],
  [`/v1/companies?name=${'x'.repeat(129)}`, 422, /name must be at most 128 characters/],
]);

testCases(server, 'a list has at most 100 values (contract gap 1)', [
  [games('id=1&'.repeat(101)), 422, /id.*100/],
  [games(...['platform=1&', 'group=1&', 'country=x&'].map((one) => one.repeat(101))), 422, /may be given at most 100/],
]);

const NAMES = 'details, covers, screenshots, groups, companies, ids, files, sources';
for (const path of [
  '/v1/games?',
  '/v1/games/search?q=chess&',
  '/v1/games/recent?',
  '/v1/games/random?',
  '/v1/games/1?',
])
  testCases(server, `include has known names, and needs whole games: ${path}`, [
    [after(path, 'include=', 'include=details,,groups'), 400, /include must not be empty/],
    [`${path}include=details,everything`, 422, new RegExp(`^include must be a comma list of ${NAMES}\\.$`)],
    [after(path, 'include=details&format=brief', 'include=groups&format=id'), 422, /^include needs format=normal\.$/],
  ]);

const { next } = (await server.get('/v1/changes?limit=1000')).body;
const edited = Buffer.from(next, 'base64url')
  .toString()
  .replace(/ (\d+) /, ' 1$1 ');
const SINCE = ['yesterday', next.slice(0, -3), Buffer.from(edited).toString('base64url'), 'A'.repeat(7000)];
testCases(server, 'since is the next of an answer, and include needs whole games', [
  [after('/v1/changes?since=', ...SINCE), 422, /since must be the `next`/],
  ['/v1/changes?format=id&include=ids', 422, /include needs format=normal/],
]);

const CURSORS = ['["votes",1,1]', '["id",1]', '["id","a",1]', '["title",null,1]', 'null', '[]'];
const SEARCHED = ['["id",1,1]', '["best",1]', '["best",1,"a"]', '["best",1,1,1]'];
testCases(server, 'after is a cursor of a list in this order', [
  [after('/v1/games?after=', 'nonsense', ...CURSORS.map(toCursor)), 422, /after must be a cursor from a Link header/],
  [games(`sort=title&after=${toCursor('["id",1,1]')}`), 422, /after is a cursor of sort=id/],
  [after('/v1/games/search?q=filler&after=', ...SEARCHED.map(toCursor)), 422],
  [games(`after=${toCursor('["best",1,1]')}`), 422],
]);

function toCursor(json: string): string {
  return Buffer.from(json).toString('base64url');
}

const notFound = { code: 1, error: 'Game not found', message: '' };
const noCompany = {
  code: 1,
  error: 'Company not found',
  message: 'There is no such company; /v1/companies lists them.',
};
const OF_PLATFORM = ['/platforms/22', '/platforms/22/screenshots', '/platforms/22/covers'];
testCases(server, 'a wrong id in a path is 400, an unknown one 404 (contract gap 15, 19)', [
  [after('/v1/games/mario', '', '/platforms', ...OF_PLATFORM), 400, /game_id must be an integer/],
  [after(`/v1/games/${GAME.none}`, '', '?format=id', '/platforms', ...OF_PLATFORM), 404, notFound],
  ['/v1/games/1.5 /v1/games/%20', 400],
  [after('/v1/games/', '0', '-1', '9'.repeat(300)), 404, notFound],
  ['/v1/companies/acme', 400, /company_id must be an integer/],
  [after('/v1/companies/', '0', '-1', '9999', '9'.repeat(40)), 404, noCompany],
]);

testCases(
  server,
  'a game that was not released on a platform is not found there (contract gap 18)',
  OF_PLATFORM.flatMap((path) => [
    [`/v1/games/1${path.replace('22', 'nes')}`, 400, /platform_id must be an integer/],
    [after('/v1/games/3', path, path.replace('22', '9'.repeat(30))), 404, notFound],
  ]),
);

testCases(server, 'wrong types come before wrong values, and both before a missing game (contract gap 16)', [
  [games('limit=0&offset=x'), 400, /offset/],
  [`/v1/games/${GAME.none}?format=id&format=id`, 400],
  [`/v1/games/${GAME.none}?format=xml`, 422],
]);
