import { writeBundle, writeFiles } from '../support/samples/bundle.ts';
import { companies, genres, on, platforms, release } from '../support/samples/entries.ts';
import { sketch } from '../support/samples/pictures.ts';
import { startServer, type TestServer } from '../support/servers/server.ts';

/** Ids follow the order of the keys. */
export const GAME = { everything: 1, pokemon: 2, bare: 3, quest: 4, apostrophe: 5 } as const;
export const PLATFORM = { gameBoy: 10, snes: 15, nes: 22 } as const;

const CATALOG = {
  platforms: platforms('Game Boy', 'NES', 'SNES'),
  genres: [...genres('Basic Genres', 'Action'), ...genres('Gameplay', 'Platform')],
  groups: [{ key: 'group:example', group_name: 'Example series' }],
  companies: companies('Copier', 'Makers', 'Sellers'),
  games: [
    {
      key: 'test:a',
      title: 'Super Example World',
      alternate_titles: [{ title: 'Super Example 4', description: 'Working title' }],
      catalog_score: 8.5,
      num_votes: 12,
      genres: ['genre:action', 'genre:platform'],
      groups: ['group:example'],
      platforms: [
        {
          platform: 'platform:snes',
          first_release_date: '1990-11',
          releases: [
            release('1989', 'Taiwan', 'copier', { description: 'Pirate; Version 2' }),
            release('1990-06', 'Japan', 'copier', { description: 'Prototype' }),
            release('1990-11-21', 'Japan', 'sellers, Developed makers'),
            release('1991-08', 'United States, Canada', 'sellers', { description: 'Rev 1' }),
          ],
        },
        on('nes', release('1995', 'Asia', '', { description: 'Pirate' })),
      ],
    },
    {
      key: 'test:b',
      title: 'Pokémon Example',
      alternate_titles: [{ title: 'Pocket Example: Aka', description: 'Japanese title' }],
      genres: ['genre:action'],
      platforms: [on('game-boy', release('1996-02-27', 'Japan'), release('1998-09', 'United States, Japan'))],
    },
    { key: 'test:c', title: 'Bare', platforms: [on('snes'), on('nes')] },
    {
      key: 'test:d',
      title: 'Example Quest: The Return',
      genres: ['genre:action'],
      platforms: [on('nes', release('1992', 'Europe'))],
    },
    {
      key: 'test:e',
      title: "Example's Tower",
      genres: ['genre:action'],
      platforms: [on('nes', release(null)), on('game-boy', release('1996-02-27', 'Japan'))],
    },
  ],
  media: [
    {
      key: 'test:a',
      platform: 'platform:snes',
      screenshots: [
        ...[0, 1, 2].map((i) => ({ caption: `Level ${i}`, file: `media/shot-${i}.webp` })),
        { file: 'media/shot-3.webp' },
      ],
      cover_groups: [
        {
          countries: [],
          covers: [
            { scan_of: 'Front Cover', file: 'media/front.webp' },
            { scan_of: 'Back Cover', file: 'media/back.webp' },
          ],
        },
      ],
    },
    {
      key: 'test:a',
      platform: 'platform:nes',
      cover_groups: [{ countries: ['Asia'], covers: [{ scan_of: 'Media', file: 'media/cartridge.webp' }] }],
    },
  ],
};

const COVER = { width: 60, height: 80 };
const SHOTS = [0, 1, 2, 3];
const SCREENSHOT = { width: 64, height: 56 };

/** A server for programs that were written for the original API. */
export async function startCompatible(settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer({ 'original-fields': 'true', ...settings }, { platforms: [] });
  const webp = (size: object, colour: string) =>
    sketch({ ...size, colour })
      .webp()
      .toBuffer();
  await server.import(
    writeFiles(writeBundle(CATALOG), {
      'media/front.webp': await webp(COVER, '#ff0000'),
      'media/back.webp': await webp(COVER, '#00ff00'),
      'media/cartridge.webp': await webp(COVER, '#0000ff'),
      ...Object.fromEntries(
        await Promise.all(SHOTS.map(async (i) => [`media/shot-${i}.webp`, await webp(SCREENSHOT, `#${i}${i}${i}`)])),
      ),
    }),
  );
  return server;
}
