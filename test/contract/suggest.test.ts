import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAME, PLATFORM } from '../support/samples/catalog.ts';
import { companies, groups, on, platforms, release } from '../support/samples/entries.ts';
import { sharedServer, startServer } from '../support/servers/server.ts';

const server = await sharedServer();

interface Suggestion {
  kind: string;
  id: number;
  name: string;
  detail: string;
  url: string;
}

async function suggest(text: string): Promise<Suggestion[]> {
  const { status, body } = await server.get(`/v1/suggest?${new URLSearchParams({ q: text })}`);
  assert.equal(status, 200);
  return body.suggestions;
}

const game = (id: number, name: string, detail: string, slug: string) => ({
  kind: 'game',
  id,
  name,
  detail,
  url: `${server.url}/games/${id}/${slug}`,
});

const NES = {
  kind: 'platform',
  id: PLATFORM.nes,
  name: 'NES',
  url: `${server.url}/platforms/${PLATFORM.nes}/nes`,
};

/** The suggestions of a text. */
const SUGGESTED: [what: string, text: string, suggestions: Suggestion[]][] = [
  ['nothing', 'zzzzzz', []],
  ['a game', 'exam', [game(GAME.everything, 'Super Example Bros.', 'NES +2 · 1985', 'super-example-bros')]],
  ['a game with a typo', 'pokmeon', [game(GAME.accented, 'Pokémon', 'SNES · 1996', 'pokemon')]],
  ['a platform', 'nes', [{ ...NES, detail: '3 games' }]],
  ['no group without games', 'series 5', []],
  ['a platform by another name', 'famicom', [{ ...NES, detail: 'Famicom · 3 games' }]],
  ['the beginning of another name', 'nintendo entert', [{ ...NES, detail: 'Nintendo Entertainment System · 3 games' }]],
  [
    'a group',
    'mario',
    [{ kind: 'group', id: 1, name: 'Mario', detail: '1 game', url: `${server.url}/groups/1/mario` }],
  ],
];

for (const [what, text, suggestions] of SUGGESTED) {
  test(`${text} suggests ${what}`, async () => assert.deepEqual(await suggest(text), suggestions));
}

test('a platform with exactly this name comes before games', async () => {
  const found = await suggest('super nintendo');
  assert.deepEqual(
    found.map(({ kind, name }) => [kind, name]),
    [
      ['platform', 'SNES'],
      ['game', 'Super Example Bros.'],
    ],
  );
});

test('companies are suggested, the exact name first, before platforms whose other name only begins with it', async () => {
  const [first, ...others] = (await suggest('nintendo')).slice(0, 2);
  assert.deepEqual([first?.name, ...others.map(({ name }) => name)], ['Nintendo', 'Nintendo R&D4']);
  assert.equal(first?.detail, '1 game');
  assert.equal(first?.url, `${server.url}/companies/${first?.id}/nintendo`);
});

test('at most ten are suggested, and at most three of them are no games', async () => {
  assert.deepEqual(
    (await suggest('filler')).map(({ kind }) => kind),
    Array.from({ length: 10 }, () => 'game'),
  );
  const kinds = (await suggest('s')).map(({ kind }) => kind);
  assert.equal(kinds.filter((kind) => kind !== 'game').length, 0, 'a letter suggests games only');
});

test('companies and groups are suggested as typed and by other names of companies, not with typos', async () => {
  const named = await startServer(
    {},
    {
      platforms: platforms('NES'),
      companies: companies('Meldac', 'Square'),
      groups: groups('Zelda', 'Zeliard'),
      games: [
        {
          key: 'test:a',
          title: 'Adventure',
          groups: ['group:zelda', 'group:zeliard'],
          platforms: [on('nes', release(null, '', 'meldac, square'))],
        },
      ],
    },
  );
  const namesOf = async (text: string) =>
    (await named.get(`/v1/suggest?q=${text}`)).body.suggestions.map(({ name, detail }: Suggestion) => [name, detail]);
  assert.deepEqual(await namesOf('zelda'), [['Zelda', '1 game']]);
  assert.deepEqual(await namesOf('meldc'), []);
  assert.deepEqual(await namesOf('squaresoft'), [['Square', 'Square Soft · 1 game']]);
});
