import type { Line } from '../bundle/bundle.ts';
import { toPlainText } from '../bundle/plain-text.ts';
import { slugOf } from '../catalog/model/slug.ts';
import { plainTitle } from '../folding.ts';
import { isRuledOut, listFacts, splitPatterns } from './facts.ts';
import { readTable } from './tables.ts';
import { entryKey } from './vocabulary.ts';

/** Keeps the key, which contains the name, within its own limit. */
const MAX_NAME_LENGTH = 400;

const names = new Map(listFacts('series').map(({ value }) => [entryKey('group', value), value]));
const groupNames = new Map([
  ...Array.from(names.values(), (name) => [plainTitle(name), name] as const),
  ...readTable('series-names.tsv').flatMap(([name = '', others = '']) =>
    splitPatterns(others).map((other) => [plainTitle(other), name] as const),
  ),
]);

/** The group of a series or franchise, by any of its names in any spelling; undefined if the text names none. */
export function seriesGroup(text: string): Line<'groups.jsonl'> | undefined {
  const name = toPlainText(text, MAX_NAME_LENGTH);
  if (slugOf(name) === '') return undefined;
  const group_name = groupNames.get(plainTitle(name)) ?? name;
  return { key: entryKey('group', group_name), group_name };
}

/** Whether the table has the group as a series that no game of this title and year is in. */
export function isOutsideSeries(group: string, title: string, year: number | undefined): boolean {
  const name = names.get(group);
  return name !== undefined && isRuledOut('series', name, title, year);
}
