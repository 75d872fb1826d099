import type { Line } from '../bundle/bundle.ts';
import { toPlainText } from '../bundle/plain-text.ts';
import { slugOf } from '../catalog/model/slug.ts';
import { readTable } from './tables.ts';
import { entryKey } from './vocabulary.ts';

/** The key that is made of it has its limit too. */
const LONGEST_NAME = 400;
const names = new Map(readTable('franchises.tsv').map(([alias = '', name = '']) => [slugOf(alias), name]));

/** The group of a series or franchise, whatever a source calls it; undefined is what names none. */
export function seriesGroup(text: string): Line<'groups.jsonl'> | undefined {
  const written = toPlainText(text, LONGEST_NAME);
  const slug = slugOf(written);
  if (slug === '') return undefined;
  const group_name = names.get(slug) ?? written;
  return { key: entryKey('group', group_name), group_name };
}
