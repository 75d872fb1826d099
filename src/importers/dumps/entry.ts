import type { Line } from '../../bundle/bundle.ts';
import type { AlternateTitle, DumpLine } from '../../bundle/lines.ts';
import { titleKey } from '../../folding.ts';
import type { GameKind } from '../../vocabulary/kinds.ts';
import type { DatedRelease } from './dates.ts';
import type { Description } from './description.ts';
import type { Code } from './product-codes.ts';
import type { Credit } from './publisher.ts';
import type { Status } from './tags.ts';

/** One parsed item of a source: an entry of a software list, a CSV row, a ROM. All entries of a game become one game line. */
export interface Entry {
  /** The stable key of the item, if the source has one. */
  key?: string;
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
  attributes: string[];
  /** Keys of `genres.tsv`. */
  genres: readonly string[];
  /** The hashes that identify the game. */
  sha1: string[];
  crc32: string[];
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

/** An entry with what a source states. What it does not state is empty. */
export function makeEntry<T extends Pick<Entry, 'platform' | 'title'> & Partial<Entry>>(stated: T): T & Entry {
  const lists = { others: [], countries: [], statuses: [], versions: [], notes: [], dates: [], credits: [], codes: [] };
  const more = { attributes: [], genres: [], sha1: [], crc32: [] };
  return { titleKey: titleKey(stated.title), ...lists, ...more, ...stated };
}

/** The titles of a description, with the source's own spelling among them. */
export function nameEntry({ title, spelling, others }: Omit<Description, 'tags'>, source: string) {
  return {
    title,
    spelling: spelling ? { title: spelling, description: `${source} spelling` } : undefined,
    others: others.map((other): AlternateTitle => ({ title: other, description: 'Alternate title' })),
  };
}

/** The year of its first date; NaN if it is unknown. */
export function yearOf({ dates }: Pick<Entry, 'dates'>): number {
  return Number.parseInt(dates[0]?.date ?? '', 10);
}

const MAX_SLUG_LENGTH = 300;

/** Entries with the same title on one platform are one game. */
export function gameKeyOf(source: string, platform: string, titleKey: string): string {
  const slug = titleKey.slice(0, MAX_SLUG_LENGTH).trim().replace(/\s+/g, '-') || '-';
  return `${source}:${platform.replace('platform:', '')}/${slug}`;
}
