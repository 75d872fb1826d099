import type { Line } from '../bundle/bundle.ts';
import { toPlainText } from '../bundle/plain-text.ts';
import { slugOf } from '../catalog/model/slug.ts';
import { readTable } from './tables.ts';
import { entryKey } from './vocabulary.ts';

/** Keeps the key, which contains the name, within its own limit. */
const MAX_NAME_LENGTH = 400;
const names = new Map(readTable('franchises.tsv').map(([alias = '', name = '']) => [slugOf(alias), name]));

/** The group of a series or franchise, by any of its names; undefined if the text names none. */
export function seriesGroup(text: string): Line<'groups.jsonl'> | undefined {
  const name = toPlainText(text, MAX_NAME_LENGTH);
  const slug = slugOf(name);
  if (slug === '') return undefined;
  const group_name = names.get(slug) ?? name;
  return { key: entryKey('group', group_name), group_name };
}
