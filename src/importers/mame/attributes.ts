import { getOrInsert } from '../../get-or-insert.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey } from '../attributes.ts';
import type { Unknowns } from '../unknowns.ts';

/** Stands for all values of a feature that the table does not list. */
const ANY = '*';

const media = readTable('mame-media.tsv').map(([pattern, name]) => ({ pattern: new RegExp(`^(?:${pattern})$`), name }));
const featureTable = new Map<string, Map<string, string | undefined>>();
for (const [feature = '', value = '', category = '', name = ''] of readTable('mame-features.tsv')) {
  const values = getOrInsert(featureTable, feature, () => new Map());
  values.set(value, name === '' ? undefined : attributeKey(category, name));
}

/** Empty for the hundreds of features that are not in the table: they describe circuit boards. */
export function featureAttributes(feature: string, text: string, unknowns: Unknowns): string[] {
  const values = featureTable.get(feature);
  if (!values) return [];
  return text.split(/, */).flatMap((value) => {
    if (!values.has(value) && !values.has(ANY)) unknowns.add(feature, value);
    return (values.has(value) ? values.get(value) : values.get(ANY)) ?? [];
  });
}

export function findMedium(kind: string, unknowns: Unknowns): string[] {
  const medium = media.find(({ pattern }) => pattern.test(kind));
  if (!medium) unknowns.add('interface', kind);
  return medium?.name ? [attributeKey('Media Type', medium.name)] : [];
}

/** The video standard among models of machines such as `NTSC-J`. */
export function findStandard(compatibility: string): string[] {
  const [standard] = /^(PAL|NTSC)\b/.exec(compatibility) ?? [];
  return standard ? [standard] : [];
}
