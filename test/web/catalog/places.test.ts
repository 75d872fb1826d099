import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getPage, titlesOn } from '../../support/page.ts';
import { companies, groups, on, platforms, release } from '../../support/samples/entries.ts';
import { startServer } from '../../support/servers/server.ts';

/** A game that companies published and developed, on as many platforms as it is known. */
const game = (number: number, date: string | null, publisher: string, developer: string, fame = 1) => ({
  key: `test:${1000 + number}`,
  title: `Game ${number}`,
  platforms: ['nes', 'snes', 'arcade']
    .slice(0, fame)
    .map((platform) => on(platform, release(date, '', `${publisher}, Developed ${developer}`))),
});

const server = await startServer({}, {
  groups: groups('Series of games', 'Arcade ports', 'Prototypes'),
  platforms: platforms('NES', 'SNES', 'Arcade'),
  companies: companies('Acclaim', 'Bolt', 'Crumb'),
  games: [
    { ...game(1, '1985-05', 'acclaim', 'bolt'), groups: ['group:series-of-games', 'group:arcade-ports'] },
    { ...game(2, '1985-04-30', 'acclaim', 'bolt'), groups: ['group:series-of-games'] },
    { ...game(3, '1987', 'acclaim', 'acclaim'), groups: ['group:series-of-games', 'group:arcade-ports'] },
    { ...game(4, null, 'acclaim', 'bolt'), groups: ['group:series-of-games', 'group:prototypes'] },
    game(5, '1990', 'bolt', 'crumb', 3),
    ...Array.from({ length: 15 }, (_, i) => game(10 + i, '1992', 'bolt', 'bolt')),
  ],
} as never);

test('a company has its other names, its years, and tabs for what it published and developed', async () => {
  const { words, text } = await getPage(server, '/companies/1/acclaim');
  assert.match(words, /Acclaim 4 games · 1985–1987/);
  assert.match(words, /All games 4Published 4Developed 1/);
  assert.match(text, /<a href="\/companies\/1\/acclaim\?role&#61;developed">/);
  const developed = await getPage(server, '/companies/1/acclaim?role=developed');
  assert.deepEqual(titlesOn(developed.text), ['Game 3']);
  assert.match(developed.text, /<a href="[^"]*" aria-current="page">Developed/);
});

test('the bars of the games per year link to the lists of these games', async () => {
  const { text } = await getPage(server, '/companies/1/acclaim?role=published');
  const bars = Array.from(
    text.matchAll(/<a href="([^"]*)" tabindex="-1"><title>(.*?)<\/title>/g),
    ([, path = '', title]) => [path.replaceAll('&#61;', '=').replaceAll('&#38;', '&'), title] as const,
  );
  assert.deepEqual(bars, [
    ['/games?company=1&role=published&year_from=1985&year_to=1985', '1985: 2 games'],
    ['/games?company=1&role=published&year_from=1987&year_to=1987', '1987: 1 game'],
  ]);
  const list = await getPage(server, bars[0]?.[0] ?? '');
  assert.match(list.words, /2 games .*Published by Acclaim ×Remove first release: In 1985 ×/);
});

test('the twelve best known games are shown, with a link to all', async () => {
  const seen = await getPage(server, '/companies/2/bolt?role=published');
  assert.equal(titlesOn(seen.text).length, 12);
  assert.equal(titlesOn(seen.text)[0], 'Game 5');
  assert.match(seen.text, /href="\/games\?company&#61;2&#38;role&#61;published">All 16 games</);
});

const ORDERS: [path: string, names: string][] = [
  ['/companies', 'Bolt,Acclaim,Crumb'],
  ['/companies?sort=games', 'Bolt,Acclaim,Crumb'],
  ['/companies?sort=name', 'Acclaim,Bolt,Crumb'],
  ['/companies?name=o', 'Bolt'],
  ['/platforms?sort=games', 'NES,Arcade,SNES'],
  ['/platforms?sort=name', 'Arcade,NES,SNES'],
  ['/platforms?sort=maker', 'NES,SNES,Arcade'],
  ['/platforms?sort=year', 'Arcade,NES,SNES'],
];

for (const [path, names] of ORDERS) {
  test(`${path} lists ${names}`, async () => {
    const { text } = await getPage(server, path);
    const found = Array.from(text.matchAll(/<th scope="row"><a [^>]*><bdi>(.*?)<\/bdi>/g), ([, name]) => name);
    assert.equal(found.join(), names);
  });
}

test('the best known games of a platform are those of the API request', async () => {
  const seen = await getPage(server, '/platforms/22/nes');
  const { body } = await server.get(seen.jsonUrl ?? '');
  assert.deepEqual(
    titlesOn(seen.text),
    body.games.map(({ title }: { title: string }) => title),
  );
  assert.equal(titlesOn(seen.text).length, 12);
  assert.ok(!titlesOn(seen.text).includes('Game 5'), 'a game that is on all platforms comes after games of this one');
  const list = await getPage(server, '/games?platform=22');
  assert.deepEqual(titlesOn(list.text).slice(0, 12), titlesOn(seen.text), 'the list of all games begins with them');
  const asJson = await server.get(list.jsonUrl ?? '');
  assert.deepEqual(
    titlesOn(list.text),
    asJson.body.games.map(({ title }: { title: string }) => title),
    'the API request of the list has its games',
  );
  assert.match(seen.words, /Publishers.*Bolt 16.*Acclaim 4/);
  assert.match(seen.text, /<a href="\/games\?platform&#61;22&#38;company&#61;2&#38;role&#61;published">/);
  assert.match(seen.words, /Also on.*SNES 1/);
});

test('a series lists its games in order of release', async () => {
  const seen = await getPage(server, '/groups/3/series-of-games');
  assert.match(seen.words, /4 games · 1985–1987/);
  assert.deepEqual(titlesOn(seen.text), ['Game 2', 'Game 1', 'Game 3', 'Game 4']);
  const { body } = await server.get(seen.jsonUrl ?? '');
  assert.deepEqual(
    body.games.map(({ title }: { title: string }) => title),
    titlesOn(seen.text),
  );
  assert.match(seen.text, /<a class="more-link" href="\/games\?group&#61;3&#38;sort&#61;oldest">Filter and sort</);
});

test('groups are listed by kind: series, themes and status', async () => {
  const series = await getPage(server, '/groups');
  assert.match(series.words, /Series 1Themes 1Status 1 Series of games 4/);
  assert.match((await getPage(server, '/groups?kind=theme')).words, /1 theme .*Arcade ports 2/);
  const named = await getPage(server, '/groups?kind=status&name=proto');
  assert.match(named.words, /Series 0Themes 0Status 1 Prototypes 1/);
  assert.match(named.text, /<input type="hidden" name="kind" value="status">/);
  assert.match((await getPage(server, '/groups/1/arcade-ports')).words, /Series and themes · Themes Arcade ports/);
});

test('a search shows the platforms, companies and series with that name above the games', async () => {
  const seen = await getPage(server, '/games?title=bolt');
  assert.match(seen.words, /Bolt Company · 19 games/);
  assert.match(seen.text, /<a href="\/companies\/2\/bolt">/);
  assert.match((await getPage(server, '/games?title=famicom')).words, /NES Platform · Famicom · 20 games/);
  assert.match((await getPage(server, '/games?title=series+of')).words, /Series of games Series or theme · 4 games/);
  assert.doesNotMatch((await getPage(server, '/games?title=game&page=2')).text, /class="entries"/);
});
