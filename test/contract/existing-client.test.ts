import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../support/server.ts';

/**
 * A scraper as programs of this API family are written: the key comes first in the query, the title is pasted with plus
 * signs, addresses are cut and joined as strings, errors are told by `code`, and original field names are read.
 */
class Scraper {
  readonly games: string;
  readonly key: string;

  constructor(base: string, key: string) {
    this.games = `${base}/games`;
    this.key = key;
  }

  // biome-ignore lint/suspicious/noExplicitAny: such programs read JSON without a schema
  async ask(path: string, query = ''): Promise<any> {
    const response = await fetch(`${this.games}${path}?api_key=${this.key}${query}`);
    return response.json();
  }

  async scrape(title: string, platformId: number) {
    const found = await this.ask('', `&title=${title.replaceAll(' ', '+')}&platform=${platformId}`);
    const game = found.games[0];
    const platform = game.platforms.find((one: { platform_id: number }) => one.platform_id === platformId);
    const place = `/${game.game_id}/platforms/${platform.platform_id}`;
    const details = await this.ask(place);
    const covers = await this.ask(`${place}/covers`);
    const shots = await this.ask(`${place}/screenshots`);
    const companies = details.releases.flatMap((release: { companies: object[] }) => release.companies);
    const by = (role: string) => companies.find((one: { role: string }) => one.role === role)?.company_name;
    const category = 'Number of Players Supported';
    return {
      url: game.moby_url,
      rating: game.moby_score / 10,
      tags: game.genres.map((genre: { genre_name: string }) => genre.genre_name).join(', '),
      year: details.first_release_date.split('-')[0],
      publisher: by('Published by'),
      developer: by('Developed by'),
      players: details.attributes.find(
        (one: { attribute_category_name: string }) => one.attribute_category_name === category,
      ).attribute_name,
      ages: details.ratings.find((one: { rating_system_name: string }) => one.rating_system_name === 'PEGI Rating')
        .rating_name,
      cover: covers.cover_groups
        .find((group: { countries: string[] }) => group.countries.includes('Japan'))
        .covers.find((cover: { scan_of: string }) => cover.scan_of.toLowerCase().includes('front cover')).image,
      screenshot: shots.screenshots[2].image,
    };
  }
}

test('an existing program, pointed at /v1, finds everything it reads', async () => {
  const server = await startServer({ 'original-fields': 'true' });
  const scraper = new Scraper(`${server.url}/v1`, server.key);
  assert.deepEqual(await scraper.scrape('super example', 22), {
    url: `${server.url}/games/1/super-example-bros`,
    rating: 0.85,
    tags: 'Action, Platform',
    year: '1985',
    publisher: 'Nintendo',
    developer: 'Nintendo R&D4',
    players: '1-2 Players',
    ages: '3',
    cover: 'https://pictures.example/front.png',
    screenshot: 'https://pictures.example/shot-2.png',
  });
});

test('an existing program reads the code of an error out of the body', async () => {
  const server = await startServer();
  const scraper = new Scraper(`${server.url}/v1`, await server.addKey('free'));
  await scraper.ask('/1');
  assert.equal((await scraper.ask('/1')).code, 429);
  assert.equal((await new Scraper(`${server.url}/v1`, 'wrong').ask('/1')).code, 401);
  assert.equal((await new Scraper(`${server.url}/v1`, server.key).ask('/999999')).code, 1);
});
