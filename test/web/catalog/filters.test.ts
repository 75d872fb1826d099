import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertValidDocument, getPage, idsOn, type SeenPage, unescapeHtml, wordsOf } from '../../support/page.ts';
import { KINDS_CATALOG, KINDS_GAME } from '../../support/samples/kinds-catalog.ts';
import { startServer } from '../../support/servers/server.ts';

const server = await startServer({}, KINDS_CATALOG as never);
const { hop, skip, jump, leap, bootleg, multicart, never, garage } = KINDS_GAME;
const ALL = Object.values(KINDS_GAME);

const sortedIds = (page: SeenPage) => idsOn(page).toSorted((a, b) => a - b);

function linksOf({ text }: SeenPage, pattern: RegExp): Record<string, string> {
  const all = Array.from(text.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g), ([, path = '', label = '']) => [
    wordsOf(label),
    unescapeHtml(path),
  ]);
  return Object.fromEntries(all.filter(([label]) => pattern.test(label as string)));
}

const FILTERS: [search: string, words: string, ids: number[]][] = [
  ['', '5 games', [hop, skip, jump, leap, garage]],
  ['kinds=all', '8 games', ALL],
  ['year_from=1986&year_to=1991', 'From 1986 to 1991 ×', [skip, jump]],
  ['year_from=987', '5 games', [hop, skip, jump, leap, garage]],
  ['year_to=1985', 'Until 1985 ×', [hop]],
  ['year_from=1991&year_to=1986', 'From 1986 to 1991 ×', [skip, jump]],
  ['country=Japan', 'Japan ×', [hop, skip]],
  ['country=Japan&country=Germany', 'Remove country: Germany ×Remove country: Japan ×', [hop]],
  ['country=Taiwan', '0 games', []],
  ['country=Taiwan&kinds=all', 'Taiwan ×', [bootleg]],
  ['external_id=wikidata:Q1', 'Remove id: wikidata:Q1 ×', [hop]],
  ['external_id=wikidata:Q1&external_id=wikidata:Q9&match=any', 'wikidata:Q9 ×', [hop]],
  ['external_id=wikidata:Q9', '0 games', []],
  ['external_id=Q1', '5 games', [hop, skip, jump, leap, garage]],
  ['has=description', 'Has a description ×', [hop]],
  ['has=cover&has=screenshot', 'Has screenshots ×', []],
  ['players=1', '1 player only ×', [skip]],
  ['players=2', '2 players or more ×', [hop, jump]],
  ['players=2&kinds=all', '2 players or more ×', [hop, jump, bootleg]],
  ['players=4&platform=15', 'SNES ×Remove players: 4 players or more ×', [jump]],
  ['players=2&platform=16', '1 game', [jump]],
  ['players=4&platform=15&platform=16&match=any', '1 game', [jump]],
  ['cooperative=yes', 'Cooperative ×', [jump]],
  ['cooperative=yes&players=2&platform=15', '2 players or more ×Remove players: Cooperative ×', [jump]],
  ['players=&cooperative=no&has=everything&kinds=some&year_to=', '5 games', [hop, skip, jump, leap, garage]],
  ['title=never', '0 games', []],
  ['title=never&kinds=all', '1 game', [never]],
];

for (const [search, words, ids] of FILTERS) {
  test(`/games?${search}`, async () => {
    const seen = await getPage(server, `/games?${search}`);
    assertValidDocument(seen);
    assert.ok(seen.words.includes(words), seen.words.slice(0, 400));
    assert.deepEqual(sortedIds(seen), ids);
    const { body } = await server.get(`${seen.jsonUrl}&format=id`);
    assert.deepEqual(
      body.games.toSorted((a: number, b: number) => a - b),
      ids,
      'the API request has the same filters',
    );
  });
}

test('pirates, hacks, multicarts, prototypes and demos are hidden behind a link with their number', async () => {
  const seen = await getPage(server, '/games?platform=22');
  assert.match(seen.words, /Show pirates, hacks, multicarts, prototypes and demos 3/);
  const { 'Show pirates, hacks, multicarts, prototypes and demos': path } = linksOf(seen, /^Show pirates/);
  const all = await getPage(server, path as string);
  assert.deepEqual(sortedIds(all), [hop, skip, bootleg, multicart, never, garage]);
  assert.deepEqual(linksOf(all, /^Hide/), {
    'Hide pirates, hacks, multicarts, prototypes and demos': '/games?platform=22',
  });
  const badges = Array.from(all.text.matchAll(/<span class="badge">(.*?)<\/span>/g), ([, name]) => name);
  assert.deepEqual(badges.toSorted(), ['Homebrew', 'Multicart', 'Pirate', 'Prototype']);
});

test('compilations are listed and suggested, multicarts are not', async () => {
  const { games, ...others } = KINDS_CATALOG;
  const [{ platforms }] = games.filter(({ title }) => title === '10 in 1') as [(typeof games)[number]];
  const titles = ['10 in 1', 'All-Stars', '2 Games in 1: Hop + Skip', 'Super 42-in-1', 'Own Multicart'];
  const more = titles.map((title, i) => ({ key: `test:${i}`, title, platforms }));
  const own = await startServer({}, { ...others, games: more } as never);
  const seen = await getPage(own, '/games');
  assert.deepEqual(sortedIds(seen), [2, 3]);
  assert.match(seen.text, /<span class="badge">Compilation<\/span>/);
  assert.deepEqual((await own.get(`${seen.jsonUrl}&format=id`)).body.games.toSorted(), [2, 3]);
  const [, names] = (await (await fetch(`${own.url}/suggest?title=in+1`)).json()) as [string, string[]];
  assert.deepEqual(names, ['2 Games in 1: Hop + Skip']);
  assert.deepEqual((await own.get('/v1/games?exclude=multicart&format=id')).body, { games: [] });
  assert.deepEqual((await getPage(own, '/games?title=stars')).jsonUrl?.startsWith('/v1/games/search?'), true);
});

test('each chosen filter has a link that removes it and keeps the others', async () => {
  const path =
    '/games?platform=22&company=1&year_from=1980&year_to=1989&country=Japan&has=description&title=hop&sort=title';
  const seen = await getPage(server, path);
  assert.deepEqual(sortedIds(seen), [hop]);
  const rest = (parameter: RegExp) => (seen.canonical ?? '').slice(server.url.length).replace(parameter, '');
  assert.deepEqual(linksOf(seen, /^Remove/), {
    'Remove title: “hop” ×': rest(/&title=hop/),
    'Remove platform: NES ×': rest(/platform=22&/),
    'Remove first release: In the 1980s ×': rest(/&year_from=1980&year_to=1989/),
    'Remove company: Acme ×': rest(/&company=1/),
    'Remove country: Japan ×': rest(/&country=Japan/),
    'Remove condition: Has a description ×': rest(/&has=description/),
  });
  assert.deepEqual(linksOf(seen, /^Clear all/), { 'Clear all': '/games' });
});

test('the filter of players says how many games each number has, also when one is chosen', async () => {
  for (const path of ['/games', '/games?players=4']) {
    const { words } = await getPage(server, path);
    assert.match(words, /Any number 1 player only 1 2 players or more 2 3 players or more 1 4 players or more 1/, path);
  }
  const seen = await getPage(server, '/games?players=2&country=Japan');
  assert.deepEqual(linksOf(seen, /^Remove players/), {
    'Remove players: 2 players or more ×': '/games?country=Japan',
  });
  assert.deepEqual(linksOf(seen, /^Atom feed/), { 'Atom feed': '/feed.atom?country=Japan&players=2' });
  assert.match(seen.text, /<input type="radio" name="players" value="2" checked>/);
});

test('players are those on the chosen platforms, not those on another platform of the game', async () => {
  const found = async (search: string) => sortedIds(await getPage(server, `/games?${search}`));
  assert.deepEqual(await found('players=4&platform=16'), []);
  assert.deepEqual(await found('cooperative=yes&platform=16'), []);
  assert.deepEqual(await found('players=4&platform=15&platform=16'), [], 'on both');
  const { words } = await getPage(server, '/games?platform=16');
  assert.match(words, /1 player only 0 2 players or more 1 3 players or more 0 4 players or more 0/);
  assert.doesNotMatch(words, /Cooperative/);
});

test('with a number of players, a platform counts the games for so many on it', async () => {
  for (const search of ['players=4', 'cooperative=yes', 'players=4&platform=22&match=any']) {
    const { words } = await getPage(server, `/games?${search}`);
    assert.match(words, /SNES \/ Super Famicom 1/, search);
    assert.doesNotMatch(words, /Genesis \/ Mega Drive/, search);
  }
});

test('a game links to the others for as many players, and to those that are played cooperatively', async () => {
  assert.deepEqual(linksOf(await getPage(server, '/games/3/jump'), /^Cooperative|Players$/), {
    '1-2 Players': '/games?players=2',
    '1-4 Players': '/games?players=4',
    Cooperative: '/games?cooperative=yes',
  });
  assert.deepEqual(linksOf(await getPage(server, '/games/2/skip'), /Player$/), { '1 Player': '/games?players=1' });
  const seen = await getPage(server, '/games?cooperative=yes&country=Japan');
  assert.deepEqual(linksOf(seen, /^Remove players/), { 'Remove players: Cooperative ×': '/games?country=Japan' });
  assert.match(seen.text, /<input type="checkbox" name="cooperative" value="yes" checked>/);
});

test('platforms are grouped by maker', async () => {
  const { words } = await getPage(server, '/games');
  assert.match(
    words,
    /Nintendo NES \/ Famicom 3 SNES \/ Super Famicom 1Sega Genesis \/ Mega Drive 1Other platforms Own machine 1/,
  );
});

test('cards and tables name the chosen platform first', async () => {
  const summary = async (search: string) => (await getPage(server, `/games?title=jump${search}`)).words;
  assert.match(await summary(''), /Genesis \+1 · 1991/);
  assert.match(await summary('&platform=15'), /SNES \+1 · 1992/);
  assert.match(await summary('&view=table'), /1991 Genesis, SNES/);
  assert.match(await summary('&view=table&platform=15'), /1992 SNES, Genesis/);
  assert.match((await getPage(server, '/platforms/15/snes')).words, /SNES \+1 · 1992/);
});

test('drawn covers name the same platform as the lines below them', async () => {
  const coverOn = async (search: string) => {
    const { text } = await getPage(server, `/games?title=jump${search}`);
    return /\/covers\/3-360\.png\?v=[0-9a-f]{32}(?:&platform=\d+)?(?=")/.exec(unescapeHtml(text))?.[0] ?? '';
  };
  const [first, chosen] = [await coverOn(''), await coverOn('&platform=15')];
  assert.match(first, /v=\w+$/);
  assert.match(chosen, /&platform=15$/);
  assert.equal(await coverOn('&platform=16'), first, 'of the first platform there is one cover');
  assert.equal(await coverOn('&platform=15&view=table'), chosen);
  const draw = async (path: string) => {
    const response = await fetch(server.url + path);
    return [response.headers.get('cache-control'), Buffer.from(await response.arrayBuffer()).toString('base64')];
  };
  const [[forever, picture], [kept, other]] = [await draw(first), await draw(chosen)];
  assert.deepEqual([forever, kept], Array(2).fill('public, max-age=31536000, immutable'));
  assert.notEqual(picture, other);
  for (const platform of ['22', 'x', ''])
    assert.deepEqual(await draw(`${first}&platform=${platform}`), ['no-cache', picture], platform);
});

test('platforms and companies are listed and described with the games that the page of each lists', async () => {
  assert.match((await getPage(server, '/platforms')).words, /NES Nintendoconsole1983 3Genesis/);
  assert.match((await getPage(server, '/platforms/22/nes')).words, /NES ?3 games/);
  assert.match((await getPage(server, '/companies')).words, /Acme 1985 ?1/);
  assert.match((await getPage(server, '/')).words, /Acme 1/);
  const { words, text } = await getPage(server, '/companies/1/acme');
  assert.match(words, /Acme ?1 game/);
  assert.match(text, /Acme: 1 game of 1985, 1 published and 0 developed/);
});

test('hidden games are not suggested', async () => {
  const suggest = async (title: string) => {
    const [, names] = (await (await fetch(`${server.url}/suggest?title=${title}`)).json()) as [string, string[]];
    return names;
  };
  assert.deepEqual(await suggest('hop'), ['Hop']);
  assert.deepEqual(await suggest('never'), []);
  const { body } = await server.get('/v1/suggest?q=never');
  assert.deepEqual(body.suggestions[0].name, 'Never', 'the API suggests every game');
});

test('a company is chosen by its name, whatever the case', async () => {
  const path = '/games?platform=22&company_name=ACME&title=';
  const { status, headers } = await getPage(server, path);
  assert.deepEqual([status, headers.get('location')], [303, '/games?platform=22&company=1']);
  const unknown = await getPage(server, '/games?company_name=%3Cb%3ENobody');
  assert.equal(unknown.status, 200);
  assert.match(unknown.words, /No company called “<b>Nobody” was found/);
});

test('names of companies are suggested', async () => {
  const suggest = async (title: string) =>
    (await fetch(`${server.url}/suggest/companies?${new URLSearchParams({ title })}`)).json();
  assert.deepEqual(await suggest('bo'), ['bo', ['Bolt']]);
  assert.deepEqual(await suggest(''), ['', []]);
  assert.deepEqual(await suggest('hop'), ['hop', []], 'only companies');
});

test('the feed of a list has its filters', async () => {
  const seen = await getPage(server, '/games?country=Japan&year_from=1986');
  const paths = linksOf(seen, /^Atom feed/);
  assert.deepEqual(paths, { 'Atom feed': '/feed.atom?year_from=1986&country=Japan' });
  const feed = await (await fetch(server.url + paths['Atom feed'])).text();
  const titles = Array.from(feed.matchAll(/<title>(.*?)<\/title>/g), ([, title]) => title);
  assert.deepEqual(titles, ['Ludex: recent changes: Since 1986, Japan', 'Skip']);
  assert.match(feed, /<updated>2026-11-15T/);
});
