import type { Line } from '../bundle/bundle.ts';
import { slugOf } from '../catalog/model/slug.ts';
import { getOrInsert } from '../get-or-insert.ts';

const lines = new Map<string, Line<'attributes.jsonl'>>();

/** The key of an attribute. Entries and games hold only keys; the line of each key is found when the bundle is written. */
export function attributeKey(category: string, name: string): string {
  const key = `attribute:${slugOf(category)}/${slugOf(name)}`;
  getOrInsert(lines, key, () => ({ key, attribute_name: name, attribute_category_name: category }));
  return key;
}

export function findAttribute(key: string): Line<'attributes.jsonl'> | undefined {
  return lines.get(key);
}

/** 0 for anything but a number of up to three digits. */
export function parsePlayers(text = ''): number {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
}

export function playersAttribute(players: number): string {
  return attributeKey('Number of Players Supported', players === 1 ? '1 Player' : `1-${players} Players`);
}
