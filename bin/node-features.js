import crypto from 'node:crypto';
import zlib from 'node:zlib';

/** The first Node that has them all. */
export const OLDEST_NODE = 26;

/** What the program needs of the Node that runs it, by name. */
const FEATURES = {
  'Map.getOrInsertComputed': () => typeof Map.prototype.getOrInsertComputed === 'function',
  'Promise.withResolvers': () => typeof Promise.withResolvers === 'function',
  'crypto.argon2': () => typeof crypto.argon2 === 'function',
  'zlib.zstdCompress': () => typeof zlib.zstdCompress === 'function',
  'node:sqlite': () => typeof process.getBuiltinModule?.('node:sqlite')?.backup === 'function',
};

/** The names of what this Node lacks. */
export function listMissingFeatures() {
  return Object.keys(FEATURES).filter((name) => !FEATURES[name]());
}
