import type { GameBundle } from '../game-bundle.ts';
import { sortedUnique } from '../sorting.ts';
import type { Unknowns } from '../unknowns.ts';
import { COUNTRIES, findPlatform, type PlatformFacts } from './mappings.ts';
import type { Names } from './names.ts';

/** What the conversion of an item needs besides the item. */
export interface Context {
  names: Pick<Names, 'find'>;
  bundle: GameBundle;
  unknowns: Unknowns;
  /** Counts what was skipped because its platform or release is unknown. */
  skipped: { games: number; dates: number; publishers: number };
}

/** Counts an item that is in no table, by its name if the input has it. */
export function addUnknown({ names, unknowns }: Context, kind: string, id: string): void {
  const name = names.find(id);
  unknowns.add(kind, name === undefined ? id : `${name} (${id})`);
}

export function platformOf({ names }: Context, id: string): PlatformFacts | undefined {
  return findPlatform(id, names.find(id));
}

/** The keys of the known platforms. */
export function platformKeys(context: Context, ids: readonly string[]): string[] {
  return [...new Set(ids.flatMap((id) => platformOf(context, id)?.key ?? []))];
}

export function listCountries(context: Context, ids: readonly string[]): string[] {
  const found = ids.flatMap((id) => {
    const country = COUNTRIES.get(id);
    if (country === undefined) addUnknown(context, 'place', id);
    return country ?? [];
  });
  return sortedUnique(found);
}
