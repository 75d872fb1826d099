import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getPage, titlesOn } from '../../support/page.ts';
import { attributes, genres, groups, on, platforms, release } from '../../support/samples/entries.ts';
import { startServer } from '../../support/servers/server.ts';

const DAY_MS = 24 * 3600 * 1000;

interface Facts {
  platform?: string;
  kind?: string;
  genres?: string[];
  groups?: string[];
}

const game = (title: string, date: string, { platform = 'nes', kind, genres = [], groups = [] }: Facts = {}) => ({
  key: `test:${title}`,
  title,
  genres,
  groups,
  platforms: [{ ...on(platform, release(date)), attributes: kind === undefined ? [] : [`attribute:kind/${kind}`] }],
});

/** First released on another day. */
const laterToday = {
  ...game('Japan first', '1989-02-03'),
  platforms: [
    on(
      'nes',
      release('1989-02-03', 'Japan'),
      release('1991-11-15', 'Germany, France'),
      release('1995-11-15', 'Brazil'),
    ),
  ],
};

const CATALOG = {
  platforms: platforms('NES', 'Arcade', 'SNES'),
  genres: genres('Narrative Theme/Topic', 'Adult'),
  groups: groups('Unlicensed games', 'Arcade ports', 'Bubble'),
  attributes: attributes('Kind', 'Pirate', 'Hack', 'Compilation'),
  games: [
    game('Pong', '1972', { platform: 'arcade' }),
    game('Space Invaders', '1979', { platform: 'arcade' }),
    game('Doom', '1993', { platform: 'snes' }),
    game('Today', '1990-11-15'),
    laterToday,
    game('Tomorrow', '1990-11-16'),
    game('This month', '1990-11'),
    game('This year', '1990'),
    game('Pirated today', '1990-11-15', { kind: 'pirate' }),
    game('Hacked today', '1990-11-15', { kind: 'hack' }),
    game('Unlicensed today', '1990-11-15', { groups: ['group:unlicensed-games'] }),
    game('Adult today', '1990-11-15', { genres: ['genre:adult'] }),
    game('Strip Chess', '1990-11-15'),
    game('Super Mahjong V', '1990-11-15'),
    game('Two in One', '1990-11-15', { kind: 'compilation' }),
    game('First', '1986', { groups: ['group:bubble', 'group:arcade-ports'] }),
    game('Bubble Two', '1987', { groups: ['group:bubble', 'group:arcade-ports'] }),
    ...Array.from({ length: 40 }, (_, i) => game(`Filler ${i}`, '1999')),
  ],
};

const server = await startServer({}, CATALOG as never);
const start = server.now;

/** The titles under each heading. */
async function sections(path = '/'): Promise<Record<string, string[]>> {
  const { text } = await getPage(server, path);
  const parts = text.split(/<h[23]>/).slice(1);
  return Object.fromEntries(parts.map((part) => [part.replaceAll(/<\/h[23]>[\s\S]*|<[^>]*>/g, ''), titlesOn(part)]));
}

test('the best known games are others on each day', async () => {
  const today = (await sections())['Well-known games'];
  assert.equal(today?.length, 12);
  server.now = start + DAY_MS;
  const tomorrow = (await sections())['Well-known games'];
  assert.equal(tomorrow?.length, 12);
  assert.ok(tomorrow?.every((title) => !today?.includes(title)));
  server.now = start;
});

test('a link leads to a random game, never one that the home page would not show', async () => {
  assert.match((await getPage(server, '/')).text, /<a href="\/random"/);
  const seen = new Set<string>();
  for (let i = 0; i < 200; i++) {
    const { status, headers } = await fetch(`${server.url}/random`, { redirect: 'manual' });
    assert.equal(status, 303);
    seen.add(headers.get('location') as string);
  }
  assert.ok(seen.size > 20);
  const slugs = [...seen].join(' ');
  assert.match(slugs, /^\/games\/\d+\/[a-z0-9-]+/);
  assert.doesNotMatch(slugs, /pirated|hacked|unlicensed|adult|strip|mahjong|two-in-one/);
});

test('games for adults, pirate copies and hacks are on no front page', async () => {
  for (let day = 0; day < 5; day++) {
    server.now = start + day * DAY_MS;
    const { words } = await getPage(server, '/');
    assert.doesNotMatch(words, /Pirated|Hacked|Unlicensed|Adult|Strip|Mahjong|Two in One/);
  }
  server.now = start;
});

test('a series is shown with the cover of a game that has its name', async () => {
  const { text } = await getPage(server, '/');
  const [, card = ''] = /href="\/groups\/\d+\/bubble">([\s\S]*?)<\/li>/.exec(text) ?? [];
  assert.match(card, /<span class="cover-title"><bdi>Bubble Two<\/bdi>/);
  assert.match(card, /<span class="label"><bdi>Bubble<\/bdi><\/span><\/a><span class="muted">2 games/);
  assert.doesNotMatch(text, /href="\/groups\/\d+\/arcade-ports">/, 'a theme is no series');
});

test('decades link to their years', async () => {
  const seen = await getPage(server, '/');
  assert.match(seen.words, /1970s 2/);
  assert.match(seen.text, /href="\/games\?year_from&#61;1970&#38;year_to&#61;1979"/);
});

test('no game is shown twice', async () => {
  const { Series: _, ...others } = await sections();
  const titles = Object.values(others).flat();
  assert.equal(new Set(titles).size, titles.length);
});
