import { slugOf } from '../../catalog/model/slug.ts';
import type { GameBundle } from '../game-bundle.ts';

/** Every attribute that any entry has: category and name by key. */
const made = new Map<string, readonly [category: string, name: string]>();

/** The key of an attribute. Entries hold no more of it: there are many of them, and they may have to wait on disk. */
export function attributeOf(category: string, name: string): string {
  const key = `attribute:${slugOf(category)}/${slugOf(name)}`;
  if (!made.has(key)) made.set(key, [category, name]);
  return key;
}

/** Tells a bundle what the keys stand for, before it is finished. */
export function nameAttributes(bundle: GameBundle): void {
  for (const [category, name] of made.values()) bundle.attribute(category, name);
}

/** How many can play, from one to the number that a source gives. */
export function playersAttribute(players: number): string {
  return attributeOf('Number of Players Supported', players === 1 ? '1 Player' : `1-${players} Players`);
}
