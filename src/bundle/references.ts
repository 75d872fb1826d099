import type { GameLine } from './lines.ts';

/** The key of every entry that a game refers to. */
export function* listReferences(game: Pick<GameLine, 'genres' | 'groups' | 'platforms'>): Generator<string> {
  yield* game.genres ?? [];
  yield* game.groups ?? [];
  for (const { platform, attributes = [], ratings = [], releases = [] } of game.platforms) {
    yield platform;
    yield* attributes;
    yield* ratings;
    for (const { companies } of releases) for (const { company } of companies) yield company;
  }
}
