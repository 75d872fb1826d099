import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertValidDocument, getPage, idsOn, unescapeHtml } from '../../support/page.ts';
import { GAME, GENRE, PLATFORM } from '../../support/samples/catalog.ts';
import { sharedServer } from '../../support/servers/server.ts';

const server = await sharedServer();
const { everything, chess, accented, eszett, japanese, greek, bare } = GAME;

const FILTERS: [search: string, text: string, ids: number[]][] = [
  [`platform=${PLATFORM.nes}`, '3 games', [everything, chess, japanese]],
  [`platform=${PLATFORM.nes}&platform=${PLATFORM.snes}`, 'Remove platform: SNES ×Remove platform: NES ×', [everything]],
  [
    `platform=${PLATFORM.nes}&platform=${PLATFORM.snes}&match=any`,
    '5 games',
    [everything, chess, accented, japanese, bare],
  ],
  [`genre=${GENRE.action}&title=POKÉ`, '“POKÉ” ×Remove genre: Action ×', [accented]],
  ['company=1&role=published', 'Published by Nintendo ×', [everything]],
  ['company=1&role=evil', 'Remove company: Nintendo ×', [everything]],
  ['role=published', '137 games', []],
  ['company=999', 'company 999 (unknown) ×', []],
  ['group=1', 'Mario ×', [everything]],
  ['q=POKÉ', '“POKÉ” ×', [accented]],
  ['year_from=1980&year_to=1989&sort=oldest', 'In the 1980s ×', [eszett, greek, everything, japanese]],
  ['year_from=1980&year_to=1989&sort=newest', '4 games', [japanese, everything, greek, eszett]],
  ['platform=x&platform=-1&genre=1e3&sort=evil&match=maybe&page=0', '137 games', []],
  ['platform=424242', 'platform 424242 (unknown) ×', []],
];

for (const [search, text, ids] of FILTERS) {
  test(`/games?${search}`, async () => {
    const seen = await getPage(server, `/games?${search}`);
    assert.equal(seen.status, 200);
    assertValidDocument(seen);
    assert.ok(seen.words.includes(text), seen.words.slice(0, 300));
    if (ids.length > 0) assert.deepEqual(idsOn(seen), ids);
  });
}

test('filter options count the matching games, or with match=any the games they would add', async () => {
  const countsOf = async (search: string) => {
    const { text } = await getPage(server, `/games?${search}`);
    const found = text.matchAll(
      /name="platform" value="(\d+)"( checked)?>\s*<span><bdi>.*?<\/bdi><\/span> <span class="count">([\d,]+)/g,
    );
    return Object.fromEntries(
      Array.from(found, ([, id, checked, count]) => [id, `${count}${checked ? ' selected' : ''}`]),
    );
  };
  const { nes, snes, arcade } = PLATFORM;
  const all = await countsOf('');
  assert.equal(all[arcade], '133');
  assert.equal(all[nes], '3');
  const narrowed = await countsOf(`platform=${nes}`);
  assert.deepEqual([narrowed[nes], narrowed[snes]], ['3 selected', '1']);
  const widened = await countsOf(`platform=${nes}&match=any`);
  assert.deepEqual([widened[nes], widened[snes], widened[arcade]], ['3 selected', '3', '133']);
});

test('a search without results repeats the filters and suggests a wider search', async () => {
  const seen = await getPage(server, `/games?title=nowhere&platform=${PLATFORM.nes}`);
  assertValidDocument(seen);
  assert.match(seen.words, /0 games/);
  assert.match(seen.text, /<a href="\/games\?title&#61;nowhere">Search the whole catalog/);
  assert.match(seen.text, /<input id="search"[^>]* value="nowhere"/);
});

test('a search text that is too long is truncated', async () => {
  const seen = await getPage(server, `/games?title=${'é'.repeat(200)}`);
  assert.equal(seen.status, 200);
  assert.equal((await server.get(seen.jsonUrl as string)).status, 200);
});

test('a long list sorted by title has links to each letter', async () => {
  const seen = await getPage(server, '/games?sort=title');
  const links = unescapeHtml(seen.text).matchAll(/<a href="\/games\?sort=title(?:&page=(\d))?">([A-Z…]|0–9)<\/a>/g);
  const letters = Array.from(links, ([, page = 1, letter]) => `${letter}${page}`);
  assert.deepEqual(letters, ['B1', 'C1', 'F1', 'P3', 'S3', '…3']);
});

test('suggestions rank titles that start with the text first', async () => {
  const suggest = async (title: string) =>
    (await (await fetch(`${server.url}/suggest?${new URLSearchParams({ title })}`)).json()) as string[][];
  const [searchText, titles, descriptions, urls] = await suggest('ex');
  assert.equal(searchText, 'ex');
  assert.deepEqual(titles, ['Super Example Bros.']);
  assert.deepEqual(descriptions, ['NES +2 · 1985'], 'distinguishes games with the same title');
  assert.deepEqual(urls, [`${server.url}/games/${everything}/super-example-bros`]);
  // One or two letters match the start of a title, three or more the start of any word.
  assert.deepEqual((await suggest('b'))[1], ['Bare']);
  assert.deepEqual((await suggest('bro'))[1], ['Super Example Bros.']);
  assert.equal((await suggest('filler 1'))[1]?.[0], 'Filler 1');
  assert.deepEqual((await suggest(''))[1], []);
  const [, ...lists] = await suggest('filler');
  for (const list of lists.slice(0, 3)) assert.equal(list.length, 10);
  const { 'ludex:covers': covers } = lists[3] as unknown as Record<string, string[]>;
  assert.equal(covers?.length, 10);
  const cover = await fetch(server.url + covers?.[0]);
  assert.equal(cover.headers.get('content-type'), 'image/png');
  assert.deepEqual((await suggest('\0'))[1], []);
});

test('filters that cannot help are left out: facts of few games, and what all or no games have', async () => {
  assert.doesNotMatch((await getPage(server, '/games')).words, /Any number 1 player only/);
  assert.match((await getPage(server, '/games?players=2')).words, /Any number 1 player only/);
  const { text } = await getPage(server, '/games?title=filler');
  assert.doesNotMatch(text, /name="(has|match)"/);
  const one = `/games?title=no+such&platform=${PLATFORM.nes}`;
  assert.doesNotMatch((await getPage(server, one)).text, /name="match"/);
  assert.match((await getPage(server, `${one}&platform=${PLATFORM.snes}`)).text, /name="match"/);
});
