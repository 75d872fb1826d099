import type { GameLine, MediaLine } from '../../bundle/lines.ts';
import { companyKey } from '../../vocabulary/companies.ts';
import { attributeKey } from '../attributes.ts';
import type { GameBundle } from '../game-bundle.ts';
import type { Component } from './component.ts';

const PLATFORM = 'platform:linux';

/** The same group as in the starter catalog. */
export const FREE_GAMES = {
  key: 'group:free-and-open-source-games',
  group_name: 'Free and open-source games',
  group_description:
    'Games whose program code is published under a free license, so that everyone may use, study, change and pass it on. ' +
    'Games opened by their makers in later years count as well. A game that merely costs nothing is not meant.',
};

/** `ids` are all current and former ids of the game in the catalog. */
export function toGameLine(component: Component, ids: readonly string[], bundle: GameBundle): GameLine {
  const { game, developer, inputDevices } = component;
  if (developer !== null) bundle.companies.add(developer);
  const isRenamed = ids.length > 1 || ids[0] !== game;
  return {
    key: gameKey(game),
    title: component.title,
    alternate_titles: component.alternate_titles,
    description: component.description,
    official_url: component.official_url,
    genres: component.genres,
    groups: [bundle.group(FREE_GAMES)],
    ...(isRenamed && { members: ids.map(gameKey) }),
    ids: { appstream: [...ids] },
    platforms: [
      {
        platform: PLATFORM,
        attributes: [
          ...inputDevices.map((name) => attributeKey('Input Devices Supported', name)),
          attributeKey('Media Type', 'Download'),
        ],
        releases: [
          {
            release_date: null,
            countries: ['Worldwide'],
            companies: developer === null ? [] : [{ company: companyKey(developer), role: 'Developed by' }],
            product_codes: [],
            sources: [gameKey(component.id)],
          },
        ],
        patches: component.patches,
      },
    ],
  };
}

export function toMediaLines({ game, screenshots }: Component): MediaLine[] {
  return screenshots.length === 0 ? [] : [{ key: gameKey(game), platform: PLATFORM, screenshots }];
}

function gameKey(id: string): string {
  return `appstream:${id}`;
}
