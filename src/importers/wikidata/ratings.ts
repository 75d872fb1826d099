import { addUnknown, type Context, platformKeys } from './context.ts';
import type { Item, Statement } from './item.ts';
import { findRating } from './mappings.ts';

const SYSTEMS = ['esrb', 'pegi', 'cero', 'usk'] as const;

/** The keys of the ratings of each platform. */
export function ratingsOf(item: Item, platforms: readonly string[], context: Context): Map<string, string[]> {
  const found = SYSTEMS.flatMap((system) => placeRatings(item.statements[system], platforms, context));
  const byPlatform = Map.groupBy(found, ({ platform }) => platform);
  return new Map(
    Array.from(byPlatform, ([platform, own]) => [platform, [...new Set(own.map(({ key }) => key))].toSorted()]),
  );
}

/** One rating of a system holds for all platforms; of several that name no platform nobody knows which is whose. */
function placeRatings(statements: readonly Statement[], platforms: readonly string[], context: Context) {
  const ratings = statements.flatMap((statement) => {
    const facts = findRating(statement.value);
    if (!facts) addUnknown(context, 'rating', statement.value);
    return facts?.system ? { ...facts, own: platformKeys(context, statement.platforms), statement } : [];
  });
  const general = ratings.filter(({ statement }) => statement.platforms.length === 0);
  const isClear = new Set(general.map(({ rating }) => rating)).size === 1 || platforms.length === 1;
  const placed = [...ratings.filter(({ own }) => own.length > 0), ...(isClear ? general : [])];
  return placed.flatMap(({ system, rating, own }) => {
    const key = context.bundle.rating(system, rating);
    return platforms
      .filter((platform) => own.length === 0 || own.includes(platform))
      .map((platform) => ({ platform, key }));
  });
}
