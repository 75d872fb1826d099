/** Of a game with hundreds of files some are enough to know it again. */
const MOST_HASHES = 200;
const LENGTHS = { sha1: 40, crc32: 8 };
/** Files of no bytes are in many games, and tell none of them from another. */
const OF_NOTHING = ['da39a3ee5e6b4b0d3255bfef95601890afd80709', '00000000'];

/** A hash as the catalog compares it; undefined is what is none. */
export function parseHash(kind: keyof typeof LENGTHS, text: string): string | undefined {
  const hash = text.trim().toLowerCase();
  return hash.length === LENGTHS[kind] && /^[\da-f]+$/.test(hash) && !OF_NOTHING.includes(hash) ? hash : undefined;
}

/** The hashes of a game for its `ids`, each once. */
export function listHashes(hashes: readonly string[]): string[] {
  return [...new Set(hashes)].toSorted().slice(0, MOST_HASHES);
}
