import { addUnknown, type Context, platformKeys } from './context.ts';
import type { Item, Statement } from './item.ts';
import { RATINGS } from './mappings.ts';

const SYSTEMS = ['esrb', 'pegi', 'cero', 'usk'] as const;

export interface Rating {
  key: string;
  /** Empty if it applies to all platforms. */
  platforms: string[];
}

/** `platforms` are the keys of the game's platforms. */
export function listRatings({ statements }: Item, platforms: readonly string[], context: Context): Rating[] {
  return SYSTEMS.flatMap((system) => listOfSystem(statements[system], platforms, context));
}

/** One rating of a system applies to all platforms. Several ratings without a platform are ambiguous and ignored. */
function listOfSystem(statements: readonly Statement[], platforms: readonly string[], context: Context): Rating[] {
  const ratings = statements.flatMap((statement) => {
    const facts = RATINGS.get(statement.value);
    if (!facts) addUnknown(context, 'rating', statement.value);
    return facts?.system ? { ...facts, platforms: platformKeys(context, statement.platforms), statement } : [];
  });
  const general = ratings.filter(({ statement }) => statement.platforms.length === 0);
  const isClear = new Set(general.map(({ rating }) => rating)).size === 1 || platforms.length === 1;
  const used = [...ratings.filter((rating) => rating.platforms.length > 0), ...(isClear ? general : [])];
  return used.map(({ system, rating, platforms }) => ({ key: context.bundle.rating(system, rating), platforms }));
}
