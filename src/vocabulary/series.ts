import type { Line } from '../bundle/bundle.ts';
import { toPlainText } from '../bundle/plain-text.ts';
import { slugOf } from '../catalog/model/slug.ts';
import { plainTitle } from '../folding.ts';
import { genreKeys } from './genres.ts';
import { readTable } from './tables.ts';
import { openTitlePatterns, splitPatterns } from './title-patterns.ts';
import { entryKey } from './vocabulary.ts';

/** A series of games, by `series.tsv`. */
export interface Series {
  group: Line<'groups.jsonl'>;
  /** The genres that all its games have. */
  genres: readonly string[];
  /** The year of its first game, if the table has it: an older game only has the title. */
  since: number;
}

/** Keeps the key, which contains the name, within its own limit. */
const MAX_NAME_LENGTH = 400;

const rows = readTable('series.tsv').map(
  ([name = '', names = '', genres = '', titles = '', others = '', since = '']) => ({
    names: [name, ...splitPatterns(names)],
    series: { group: toGroup(name), genres: genreKeys(genres), since: since === '' ? -Infinity : Number(since) },
    titles: splitPatterns(titles),
    others: splitPatterns(others),
  }),
);
const byGroup = new Map(rows.map(({ series }) => [series.group.key, series]));
const groupNames = new Map(rows.flatMap(({ names, series }) => names.map((name) => [plainTitle(name), series.group])));
const findRows = openTitlePatterns(rows.flatMap((row) => row.titles.map((title) => [title, row.series] as const)));
const findOthers = openTitlePatterns(rows.flatMap((row) => row.others.map((title) => [title, row.series] as const)));

/** The group of a series or franchise, by any of its names in any spelling; undefined if the text names none. */
export function seriesGroup(text: string): Line<'groups.jsonl'> | undefined {
  const name = toPlainText(text, MAX_NAME_LENGTH);
  return slugOf(name) === '' ? undefined : (groupNames.get(plainTitle(name)) ?? toGroup(name));
}

/** The series that a game of this year belongs to, by its title and its other ones. */
export function seriesOfTitles([title, ...others]: readonly [string, ...string[]], year: number | undefined): Series[] {
  const found = [title, ...others].flatMap(seriesOfTitle);
  const outside: Series[] = findOthers(title);
  return [...new Set(found)].filter((series) => !isBefore(series, year) && !outside.includes(series));
}

function seriesOfTitle(title: string): Series[] {
  const found = findRows(title);
  const others = found.length > 0 ? findOthers(title) : [];
  return found.filter((series) => !others.includes(series));
}

/** Whether the table has the group as a series that no game of this title and year is in. */
export function isOutsideSeries(group: string, title: string, year: number | undefined): boolean {
  const series = byGroup.get(group);
  return series !== undefined && (isBefore(series, year) || findOthers(title).includes(series));
}

function isBefore({ since }: Series, year: number | undefined): boolean {
  return year !== undefined && year < since;
}

function toGroup(group_name: string): Line<'groups.jsonl'> {
  return { key: entryKey('group', group_name), group_name };
}
