/** Primary result codes of SQLite: the lowest byte of an extended code. */
const BUSY = [5, 6];
/** IOERR, CORRUPT, NOTADB. */
const DAMAGED = [10, 11, 26];
const UNAVAILABLE = new Set([
  ...BUSY,
  3, // PERM
  7, // NOMEM
  8, // READONLY
  9, // INTERRUPT
  10, // IOERR
  11, // CORRUPT
  13, // FULL
  14, // CANTOPEN
  15, // PROTOCOL: locks of the WAL
  26, // NOTADB
]);

/** Whether the file is busy, locked, full or unreadable. Wrong SQL and violated constraints are bugs. */
export function isUnavailable(error: unknown): boolean {
  return UNAVAILABLE.has(primaryCode(error));
}

/** Whether the content of the file is wrong, or the disk cannot read it. Only a backup helps. */
export function isDamaged(error: unknown): boolean {
  return DAMAGED.includes(primaryCode(error));
}

/** Whether another connection has a lock. */
export function isBusy(error: unknown): boolean {
  return BUSY.includes(primaryCode(error));
}

function primaryCode(error: unknown): number {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === 'ERR_SQLITE_ERROR' ? Number(errcode) & 0xff : 0;
}
