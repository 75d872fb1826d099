import { getOrInsert } from '../../get-or-insert.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey } from '../attributes.ts';
import type { Tags } from '../dumps/tags.ts';
import type { Unknowns } from '../unknowns.ts';
import type { Software } from './software.ts';

/** Stands for all values of a feature that the table does not list. */
const ANY = '*';

const media = readTable('mame-media.tsv').map(([pattern, name]) => ({ pattern: new RegExp(`^(?:${pattern})$`), name }));
const featureTable = new Map<string, Map<string, string | undefined>>();
for (const [feature = '', value = '', category = '', name = ''] of readTable('mame-features.tsv')) {
  const values = getOrInsert(featureTable, feature, () => new Map());
  values.set(value, name === '' ? undefined : attributeKey(category, name));
}

/** The attributes of an entry: medium, video standard, chips, controllers and languages. */
export function listAttributes(software: Software, tags: Tags, unknowns: Unknowns): string[] {
  const standards = [...tags.videoStandards, ...compatibilityOf(software).flatMap(findStandard)];
  const found = [
    ...software.interfaces.flatMap((kind) => findMedium(kind, unknowns)),
    ...software.features.flatMap(([feature, value]) => featureAttributes(feature, value, unknowns)),
    ...standards.map((name) => attributeKey('Video Standard', name)),
    ...tags.languages.map((name) => attributeKey('Language', name)),
  ];
  return [...new Set(found)];
}

/** Video standards such as `NTSC-J,NTSC-U`, or models of computers. */
export function compatibilityOf({ sharedFeatures }: Software): string[] {
  return sharedFeatures.flatMap(([name, value]) => (name === 'compatibility' ? value.split(/, */) : []));
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

function findMedium(kind: string, unknowns: Unknowns): string[] {
  const medium = media.find(({ pattern }) => pattern.test(kind));
  if (!medium) unknowns.add('interface', kind);
  return medium?.name ? [attributeKey('Media Type', medium.name)] : [];
}

function findStandard(compatibility: string): string[] {
  const [standard] = /^(PAL|NTSC)\b/.exec(compatibility) ?? [];
  return standard ? [standard] : [];
}
