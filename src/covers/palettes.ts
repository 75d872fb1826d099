import { hash } from 'node:crypto';
import { seededRandom } from '../catalog/search/random.ts';

/** The colours of a cover: text in `ink` on `ground`, and below it a `field` with shapes. */
export interface Palette {
  ground: string;
  ink: string;
  field: string;
  /** The first is the main colour of the ornament, the third is rare. */
  shapes: readonly [string, string, string];
}

/** Two variants of the same colours, so that covers of one platform are similar but not identical. */
type Pair = readonly [Palette, Palette];

const PAIRS = {
  vermilion: [
    { ground: '#f3ecdc', ink: '#20262e', field: '#d5492f', shapes: ['#f3ecdc', '#20262e', '#efb04e'] },
    { ground: '#20262e', ink: '#f3ecdc', field: '#d5492f', shapes: ['#20262e', '#f3ecdc', '#efb04e'] },
  ],
  ultramarine: [
    { ground: '#23338a', ink: '#f6efe0', field: '#1b2869', shapes: ['#f0785c', '#f6efe0', '#8fa3ea'] },
    { ground: '#f6efe0', ink: '#1b2869', field: '#2b3d9c', shapes: ['#f6efe0', '#f0785c', '#8fa3ea'] },
  ],
  bottle: [
    { ground: '#17433a', ink: '#f4ecd4', field: '#e2c268', shapes: ['#17433a', '#c04a33', '#f4ecd4'] },
    { ground: '#e2c268', ink: '#17332d', field: '#17433a', shapes: ['#e2c268', '#f4ecd4', '#d2694f'] },
  ],
  aubergine: [
    { ground: '#47254a', ink: '#f9ece4', field: '#f0b5a4', shapes: ['#47254a', '#b93a5f', '#f9ece4'] },
    { ground: '#f0b5a4', ink: '#3a1d3d', field: '#47254a', shapes: ['#f0b5a4', '#f9ece4', '#d2567b'] },
  ],
  mustard: [
    { ground: '#e9b949', ink: '#211d18', field: '#211d18', shapes: ['#e9b949', '#f5ead2', '#d2643a'] },
    { ground: '#211d18', ink: '#f5ead2', field: '#e9b949', shapes: ['#211d18', '#b8432a', '#f5ead2'] },
  ],
  sea: [
    { ground: '#e4ede6', ink: '#173a3c', field: '#2d8078', shapes: ['#e4ede6', '#173a3c', '#f2c46d'] },
    { ground: '#173a3c', ink: '#e4ede6', field: '#5fb3a4', shapes: ['#173a3c', '#e4ede6', '#f6d287'] },
  ],
  midnight: [
    { ground: '#152a43', ink: '#eef3f2', field: '#86b9d2', shapes: ['#152a43', '#eef3f2', '#f4e08a'] },
    { ground: '#bcd9e4', ink: '#152a43', field: '#152a43', shapes: ['#86b9d2', '#eef3f2', '#eed36b'] },
  ],
  graphite: [
    { ground: '#2c2e31', ink: '#f2efe9', field: '#e4692f', shapes: ['#2c2e31', '#f2efe9', '#f7c08a'] },
    { ground: '#e3e0d9', ink: '#2c2e31', field: '#2c2e31', shapes: ['#e3e0d9', '#e4692f', '#8d8f93'] },
  ],
} satisfies Record<string, Pair>;

export const PALETTES = Object.values(PAIRS).flat();

/** One of the two palettes that a hash of its name chooses for a platform. The result depends on the arguments only. */
export function choosePalette(platform: string, random: SeededRandom): Palette {
  const pairs: Pair[] = Object.values(PAIRS);
  return random.pick(pairs[hash('sha256', platform, 'buffer').readUInt32BE() % pairs.length] as Pair);
}

export type SeededRandom = ReturnType<typeof createSeededRandom>;

/** A deterministic random number generator, seeded with a hash of the text. */
export function createSeededRandom(seed: string) {
  /** From 0 up to, but not including, 1. */
  const next = seededRandom(hash('sha256', seed, 'buffer').readUInt32BE());
  /** An integer, both ends included. */
  const between = (first: number, last: number) => first + Math.floor(next() * (last - first + 1));
  const pick = <T>(items: readonly [T, ...T[]]) => items[between(0, items.length - 1)] as T;
  return { next, between, pick };
}
