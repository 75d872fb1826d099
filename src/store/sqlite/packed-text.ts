import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { DICTIONARY } from './dictionary.ts';

/** A text, or the bytes of a compressed one. */
export type StoredText = string | Uint8Array<ArrayBuffer>;

/** Shorter texts are stored as they are: compressing them would save little. */
const MIN_LENGTH = 400;

/**
 * Columns with texts that are compressed, by table: what a source says about a game, and the record of a game. They are most of a
 * catalog, and rarely read in large numbers. Cards are not compressed, because a page of games reads a hundred of them.
 */
const PACKED_COLUMNS: Readonly<Record<string, string>> = { layers: 'line', records: 'record', superseded: 'record' };

export function isPacked(table: string, column: string): boolean {
  return PACKED_COLUMNS[table] === column;
}

export function packText(text: string): StoredText {
  if (text.length < MIN_LENGTH) return text;
  return zstdCompressSync(text, SETTINGS);
}

const dictionary = Buffer.from(DICTIONARY);
/** A small window: both directions allocate it for every text, and most texts are shorter. */
const SETTINGS = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_windowLog]: 14 }, dictionary };

/** Older texts were compressed without the dictionary; it does not disturb them. */
export function unpackText(stored: StoredText): string {
  return typeof stored === 'string' ? stored : zstdDecompressSync(stored, { dictionary }).toString();
}

/** Unpacks the texts in a row of any table when they are first read: of most lines only their keys and marks are needed. */
export function unpackRow<T extends Record<string, SQLOutputValue> | undefined>(row: T): T {
  if (row?.line instanceof Uint8Array) unpackLater(row, 'line', row.line);
  if (row?.record instanceof Uint8Array) unpackLater(row, 'record', row.record);
  return row;
}

function unpackLater(row: Record<string, SQLOutputValue>, column: string, stored: StoredText): void {
  let text: string | undefined;
  const get = () => {
    text ??= unpackText(stored);
    return text;
  };
  Object.defineProperty(row, column, { get, enumerable: true });
}

/** Adds `pack(text)` and `unpack(stored)` to the SQL of this connection. */
export function addPackFunctions(database: DatabaseSync): void {
  const options = { deterministic: true, directOnly: true };
  database.function('pack', options, (text) => (typeof text === 'string' ? packText(text) : text));
  database.function('unpack', options, (stored) => (stored instanceof Uint8Array ? unpackText(stored) : stored));
}
