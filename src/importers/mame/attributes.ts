import { readTable } from '../../vocabulary/tables.ts';
import { attributeOf } from '../dumps/attribute.ts';
import type { Tags } from '../dumps/tags.ts';
import type { Unknowns } from '../unknowns.ts';
import type { Software } from './software.ts';

/** Any value of this feature that the table does not name. */
const ANY = '*';

const media = readTable('mame-media.tsv').map(([pattern, name]) => ({ pattern: new RegExp(`^(?:${pattern})$`), name }));
const featureTable = new Map<string, Map<string, string | undefined>>();
for (const [feature = '', value = '', category = '', name = ''] of readTable('mame-features.tsv')) {
  const values = featureTable.get(feature) ?? new Map<string, string | undefined>();
  featureTable.set(feature, values.set(value, name === '' ? undefined : attributeOf(category, name)));
}

/** What is known of an entry's hardware: its medium, its picture, its chips, its controllers, its languages. */
export function attributesOf(software: Software, tags: Tags, unknowns: Unknowns): string[] {
  const standards = [...tags.videoStandards, ...compatibilityOf(software).flatMap(standardOf)];
  const found = [
    ...software.interfaces.flatMap((kind) => mediumOf(kind, unknowns)),
    ...software.features.flatMap(([feature, value]) => featureAttributes(feature, value, unknowns)),
    ...standards.map((name) => attributeOf('Video Standard', name)),
    ...tags.languages.map((name) => attributeOf('Language', name)),
  ];
  return [...new Set(found)];
}

/** `NTSC-J,NTSC-U` and the like; models of computers stand there as well. */
export function compatibilityOf({ sharedFeatures }: Software): string[] {
  return sharedFeatures.flatMap(([name, value]) => (name === 'compatibility' ? value.split(/, */) : []));
}

/** A feature whose values the table knows; the hundreds of others are about circuit boards. */
export function featureAttributes(feature: string, text: string, unknowns: Unknowns): string[] {
  const values = featureTable.get(feature);
  if (!values) return [];
  return text.split(/, */).flatMap((value) => {
    if (!values.has(value) && !values.has(ANY)) unknowns.add(feature, value);
    return (values.has(value) ? values.get(value) : values.get(ANY)) ?? [];
  });
}

function mediumOf(kind: string, unknowns: Unknowns): string[] {
  const medium = media.find(({ pattern }) => pattern.test(kind));
  if (!medium) unknowns.add('interface', kind);
  return medium?.name ? [attributeOf('Media Type', medium.name)] : [];
}

function standardOf(compatibility: string): string[] {
  const [standard] = /^(PAL|NTSC)\b/.exec(compatibility) ?? [];
  return standard ? [standard] : [];
}
