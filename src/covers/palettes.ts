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
  slate: [
    { ground: '#efe9de', ink: '#22303f', field: '#4f7391', shapes: ['#efe9de', '#22303f', '#f0b98f'] },
    { ground: '#2b3d50', ink: '#efe9de', field: '#c3d2d9', shapes: ['#2b3d50', '#4f7391', '#dd7d4f'] },
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
  brick: [
    { ground: '#8e2f23', ink: '#fbeedd', field: '#edcfa4', shapes: ['#8e2f23', '#27323c', '#c96f35'] },
    { ground: '#edcfa4', ink: '#3a1a14', field: '#8e2f23', shapes: ['#edcfa4', '#fbeedd', '#de8a4b'] },
  ],
  midnight: [
    { ground: '#152a43', ink: '#eef3f2', field: '#86b9d2', shapes: ['#152a43', '#eef3f2', '#f4e08a'] },
    { ground: '#bcd9e4', ink: '#152a43', field: '#152a43', shapes: ['#86b9d2', '#eef3f2', '#eed36b'] },
  ],
  olive: [
    { ground: '#f1ead3', ink: '#32321d', field: '#76803a', shapes: ['#f1ead3', '#32321d', '#f0a85a'] },
    { ground: '#3f4522', ink: '#f1ead3', field: '#c3c77f', shapes: ['#3f4522', '#76803a', '#f1ead3'] },
  ],
  blossom: [
    { ground: '#f6efee', ink: '#3a1f33', field: '#b14a6e', shapes: ['#f6efee', '#3a1f33', '#f3b88f'] },
    { ground: '#6d2746', ink: '#f9edea', field: '#f0c3c6', shapes: ['#6d2746', '#b14a6e', '#fbf3ee'] },
  ],
  graphite: [
    { ground: '#2c2e31', ink: '#f2efe9', field: '#e4692f', shapes: ['#2c2e31', '#f2efe9', '#f7c08a'] },
    { ground: '#e3e0d9', ink: '#2c2e31', field: '#2c2e31', shapes: ['#e3e0d9', '#e4692f', '#8d8f93'] },
  ],
  lagoon: [
    { ground: '#0f5c66', ink: '#f6f0e2', field: '#0b444c', shapes: ['#f2b866', '#f6f0e2', '#4fb0b1'] },
    { ground: '#f6f0e2', ink: '#0b444c', field: '#0f5c66', shapes: ['#f6f0e2', '#f2b866', '#5bbcbb'] },
  ],
  lavender: [
    { ground: '#ece7f2', ink: '#2b2549', field: '#6a5cab', shapes: ['#ece7f2', '#2b2549', '#f4b59a'] },
    { ground: '#3a3268', ink: '#ece7f2', field: '#b9aedd', shapes: ['#3a3268', '#f6f2fa', '#b8523a'] },
  ],
  chestnut: [
    { ground: '#5a3322', ink: '#f8eddd', field: '#b9d0d6', shapes: ['#5a3322', '#c8622f', '#f8eddd'] },
    { ground: '#b9d0d6', ink: '#43251a', field: '#5a3322', shapes: ['#b9d0d6', '#f8eddd', '#d5723f'] },
  ],
  forest: [
    { ground: '#dfe8cf', ink: '#1e3620', field: '#1e4d2e', shapes: ['#b9d27b', '#f1efd9', '#e58b4a'] },
    { ground: '#1e4d2e', ink: '#f1efd9', field: '#b3cc75', shapes: ['#1e4d2e', '#fbf9ea', '#b9502a'] },
  ],
  petrol: [
    { ground: '#f4d9d0', ink: '#173742', field: '#1d4f5e', shapes: ['#f4d9d0', '#e6775c', '#8fb8b4'] },
    { ground: '#1d4f5e', ink: '#f9ebe4', field: '#f0b9a6', shapes: ['#1d4f5e', '#c2452f', '#f9ebe4'] },
  ],
  signal: [
    { ground: '#cfe0ea', ink: '#1c2a3d', field: '#cf3f37', shapes: ['#cfe0ea', '#1c2a3d', '#f5ecdc'] },
    { ground: '#b02c29', ink: '#fdf1e6', field: '#cfe0ea', shapes: ['#b02c29', '#1c2a3d', '#f6a58b'] },
  ],
} satisfies Record<string, Pair>;

type PairName = keyof typeof PAIRS;

/** Hand-picked colours for the platforms with the most games, inspired by their packaging. */
export const PLATFORM_PALETTES: Partial<Record<string, PairName>> = {
  Amiga: 'vermilion',
  'Amstrad CPC': 'olive',
  Android: 'forest',
  'Apple II': 'chestnut',
  Arcade: 'graphite',
  'Atari 2600': 'brick',
  'Atari ST': 'sea',
  Browser: 'lavender',
  'Commodore 64': 'chestnut',
  DOS: 'midnight',
  Dreamcast: 'vermilion',
  'Game Boy': 'olive',
  'Game Boy Advance': 'aubergine',
  GameCube: 'lavender',
  Genesis: 'ultramarine',
  Linux: 'mustard',
  Macintosh: 'petrol',
  MSX: 'signal',
  NES: 'signal',
  'Nintendo 64': 'bottle',
  'Nintendo DS': 'blossom',
  'Nintendo Switch': 'vermilion',
  PlayStation: 'lagoon',
  'PlayStation 2': 'ultramarine',
  'PlayStation 3': 'graphite',
  'PlayStation 4': 'midnight',
  SNES: 'lavender',
  'Virtual Boy': 'brick',
  Windows: 'slate',
  Xbox: 'forest',
  'Xbox 360': 'forest',
  iPhone: 'sea',
  'ZX Spectrum': 'mustard',
};

/** One of the platform's two palettes. The result depends on the arguments only. */
export function choosePalette(platform: string, random: SeededRandom): Palette {
  const pair: Pair = PAIRS[handPicked(platform) ?? byHash(platform)];
  return random.pick(pair);
}

/** Object.hasOwn, because a platform may be named like a property of Object.prototype. */
function handPicked(platform: string): PairName | undefined {
  return Object.hasOwn(PLATFORM_PALETTES, platform) ? PLATFORM_PALETTES[platform] : undefined;
}

function byHash(platform: string): PairName {
  const names = Object.keys(PAIRS) as PairName[];
  return names[hash('sha256', platform, 'buffer').readUInt32BE() % names.length] as PairName;
}

export const PALETTES: readonly Palette[] = Object.values(PAIRS).flat();

/** A deterministic random number generator. */
export interface SeededRandom {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** An integer, both ends included. */
  between(first: number, last: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** Seeded with a hash of the text. */
export function createSeededRandom(seed: string): SeededRandom {
  const next = seededRandom(hash('sha256', seed, 'buffer').readUInt32BE());
  const between = (first: number, last: number) => first + Math.floor(next() * (last - first + 1));
  return { next, between, pick: (items) => items[between(0, items.length - 1)] as (typeof items)[0] };
}
