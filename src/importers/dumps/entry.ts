import type { DatedRelease } from './dates.ts';
import type { AlternateTitle } from './native-titles.ts';
import type { Code } from './product-codes.ts';
import type { Credit } from './publisher.ts';
import type { Status } from './tags.ts';

/**
 * One dump of a game as a source lists it, understood: an entry of a software list, a row, a rom. It never becomes a game
 * on its own: all entries of the game do.
 */
export interface Entry {
  /** What the source itself calls it, if it has a name that stays. */
  key?: string;
  /** The key of what it is a clone of. */
  parent?: string | undefined;
  platform: string;
  title: string;
  titleKey: string;
  others: AlternateTitle[];
  countries: string[];
  statuses: Status[];
  versions: string[];
  notes: string[];
  dates: DatedRelease[];
  credits: Credit[];
  codes: Code[];
  /** Keys. */
  attributes: string[];
  sha1: string[];
}
