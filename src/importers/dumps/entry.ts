import type { Line } from '../../bundle/bundle.ts';
import type { DumpLine } from '../../bundle/lines.ts';
import type { GameKind } from '../../vocabulary/kinds.ts';
import type { DatedRelease } from './dates.ts';
import type { AlternateTitle } from './native-titles.ts';
import type { Code } from './product-codes.ts';
import type { Credit } from './publisher.ts';
import type { Status } from './tags.ts';

/** One parsed item of a source: an entry of a software list, a CSV row, a ROM. All entries of a game become one game line. */
export interface Entry {
  /** The stable key of the item, if the source has one. */
  key?: string;
  /** The key of the entry that this one is a clone of. */
  parent?: string | undefined;
  platform: string;
  title: string;
  titleKey: string;
  /** The source's own spelling of the title, if it differs. */
  spelling?: AlternateTitle | undefined;
  others: AlternateTitle[];
  countries: string[];
  statuses: Status[];
  versions: string[];
  notes: string[];
  dates: DatedRelease[];
  credits: Credit[];
  codes: Code[];
  /** Keys of attributes. */
  attributes: string[];
  /** Keys of `genres.tsv`. */
  genres: readonly string[];
  /** The hashes that identify the game. */
  sha1: string[];
  crc32: string[];
  /** All its files. */
  dumps?: DumpLine[];
  groups?: Line<'groups.jsonl'>[];
  ratings?: { system: string; name: string }[];
  description?: string | undefined;
  /** An average of 0 to 10, and the number of votes. */
  score?: { average: number; votes: number } | undefined;
  /** The largest number of players at once; 0 if unknown. */
  players?: number;
  /** The id that GameDataBase gives the game on all platforms. */
  gameDataBaseId?: string | undefined;
  /** Keys that other sources have for the same game. */
  foreignKeys?: string[];
  /** What it is by its title, tags or list. The statuses say more. */
  kind?: GameKind | undefined;
}
