import { slugOf } from '../../catalog/model/slug.ts';
import type { GameBundle } from '../game-bundle.ts';

/** Category and name of every attribute that has been used, by key. */
const attributes = new Map<string, readonly [category: string, name: string]>();

/** The key of an attribute. Entries hold only keys, to stay small in memory and on disk. */
export function attributeKey(category: string, name: string): string {
  const key = `attribute:${slugOf(category)}/${slugOf(name)}`;
  attributes.getOrInsert(key, [category, name]);
  return key;
}

/** Adds the names of all attributes to a bundle. Call it before the bundle is finished. */
export function addAttributes(bundle: GameBundle): void {
  for (const [category, name] of attributes.values()) bundle.attribute(category, name);
}

export function playersAttribute(players: number): string {
  return attributeKey('Number of Players Supported', players === 1 ? '1 Player' : `1-${players} Players`);
}
