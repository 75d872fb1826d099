import type { DatabaseSync } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Shorter texts are stored as they are: compressing them would save little. */
const MIN_LENGTH = 400;

/**
 * For columns of the type ANY: what a source says about a game and its files, and the record of a game. They are most of a catalog,
 * and rarely read in large numbers. Cards are not compressed, because a page of games reads a hundred of them. Leaves values alone
 * that are not texts.
 */
export function packText<T>(value: T): T | Uint8Array<ArrayBuffer> {
  return typeof value === 'string' && value.length >= MIN_LENGTH ? zstdCompressSync(value, SETTINGS) : value;
}

/** Of Node's 64 KB, most would stay empty, and be kept until a garbage collection: an import had a third more of those. */
const CHUNK_SIZE = 8192;

/** A small window: both directions allocate it for every text, and most texts are shorter. */
const SETTINGS = {
  chunkSize: CHUNK_SIZE,
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_windowLog]: 14 },
};

export function unpackText<T>(stored: T): Exclude<T, Uint8Array> | string {
  return stored instanceof Uint8Array
    ? zstdDecompressSync(stored, { chunkSize: CHUNK_SIZE }).toString()
    : (stored as Exclude<T, Uint8Array>);
}

/** Adds `unpack(stored)` to the SQL of this connection. */
export function addUnpackFunction(database: DatabaseSync): void {
  const options = { deterministic: true, directOnly: true };
  database.function('unpack', options, unpackText);
}
