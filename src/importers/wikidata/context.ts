import type { GameBundle } from '../game-bundle.ts';
import type { Unknowns } from '../unknowns.ts';
import { findCountryOf, findPlatform, type PlatformFacts } from './mappings.ts';
import type { Names } from './names.ts';

/** What the making of a game needs besides its item. */
export interface Context {
  names: Pick<Names, 'find'>;
  bundle: GameBundle;
  unknowns: Unknowns;
  /** What could not be placed, counted. */
  left: { games: number; dates: number; publishers: number };
}

/** Counts what no table knows, by name where the input has it. */
export function addUnknown({ names, unknowns }: Context, kind: string, id: string): void {
  const name = names.find(id);
  unknowns.add(kind, name === undefined ? id : `${name} (${id})`);
}

export function platformOf({ names }: Context, id: string): PlatformFacts | undefined {
  return findPlatform(id, names.find(id));
}

/** The platforms that a statement is about, as keys. */
export function platformKeys(context: Context, ids: readonly string[]): string[] {
  return [...new Set(ids.flatMap((id) => platformOf(context, id)?.key ?? []))];
}

export function countriesOf(context: Context, ids: readonly string[]): string[] {
  const found = ids.flatMap((id) => {
    const country = findCountryOf(id);
    if (country === undefined) addUnknown(context, 'place', id);
    return country ?? [];
  });
  return [...new Set(found)].toSorted();
}
