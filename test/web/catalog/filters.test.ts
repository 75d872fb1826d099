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
  ['', '6 games', [hop, skip, jump, leap, multicart, garage]],
  ['kinds=all', '8 games', ALL],
  ['year_from=1986&year_to=1991', 'From 1986 to 1991 ×', [skip, jump]],
  ['year_from=987', '6 games', [hop, skip, jump, leap, multicart, garage]],
  ['year_to=1985', 'Until 1985 ×', [hop]],
  ['year_from=1991&year_to=1986', 'From 1986 to 1991 ×', [skip, jump]],
  ['country=Japan', 'Japan ×', [hop, skip]],
  ['country=Japan&country=Germany', 'Remove country: Germany ×Remove country: Japan ×', [hop]],
  ['country=Taiwan', '0 games', []],
  ['country=Taiwan&kinds=all', 'Taiwan ×', [bootleg]],
  ['has=description', 'Has a description ×', [hop]],
  ['has=cover&has=screenshot', 'Has screenshots ×', []],
  ['players=2&has=everything&kinds=some&year_to=', '6 games', [hop, skip, jump, leap, multicart, garage]],
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

test('pirates, hacks, prototypes and demos are hidden behind a link with their number', async () => {
  const seen = await getPage(server, '/games?platform=22');
  assert.match(seen.words, /Show pirates, hacks, prototypes and demos 2/);
  const { 'Show pirates, hacks, prototypes and demos': path } = linksOf(seen, /^Show pirates/);
  const all = await getPage(server, path as string);
  assert.deepEqual(sortedIds(all), [hop, skip, bootleg, multicart, never, garage]);
  assert.deepEqual(linksOf(all, /^Hide/), {
    'Hide pirates, hacks, prototypes and demos': '/games?platform=22',
  });
  const badges = Array.from(all.text.matchAll(/<span class="badge">(.*?)<\/span>/g), ([, name]) => name);
  assert.deepEqual(badges.toSorted(), ['Compilation', 'Homebrew', 'Pirate', 'Prototype']);
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

test('platforms are grouped by maker', async () => {
  const { words } = await getPage(server, '/games');
  assert.match(
    words,
    /Nintendo NES \/ Famicom 4 SNES \/ Super Famicom 1Sega Genesis \/ Mega Drive 1Other platforms Own machine 1/,
  );
});

test('cards and tables name the chosen platform first', async () => {
  const summary = async (search: string) => (await getPage(server, `/games?title=jump${search}`)).words;
  assert.match(await summary(''), /Genesis \+1 · 1991/);
  assert.match(await summary('&platform=15'), /SNES \+1 · 1991/);
  assert.match(await summary('&view=table'), /1991 Genesis, SNES/);
  assert.match(await summary('&view=table&platform=15'), /1991 SNES, Genesis/);
  assert.match((await getPage(server, '/platforms/15/snes')).words, /SNES \+1 · 1991/);
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
  assert.match((await getPage(server, '/platforms')).words, /NES Nintendoconsole1983 4Genesis/);
  assert.match((await getPage(server, '/platforms/22/nes')).words, /NES ?4 games/);
  assert.match((await getPage(server, '/companies')).words, /Acme 1 ?0 ?1985/);
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
