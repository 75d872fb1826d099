import type { DatabaseSync } from 'node:sqlite';
import type { UndoEntry } from './store.ts';

/** Keeps a row as it is before the import first changes it. */
export type Remember = (place: UndoEntry['place'], ...key: (string | number)[]) => void;

/** Where each kind of row lives, by which columns it is found, and what of it is kept. */
const PLACES: Record<UndoEntry['place'], { table: string; key: readonly string[]; before: string }> = {
  layer: {
    table: 'layers',
    key: ['key'],
    before: "json_object('source', source, 'gameId', game_id, 'hash', hash, 'line', line)",
  },
  'entry-layer': { table: 'entry_layers', key: ['key', 'source'], before: 'json_quote(line)' },
  entry: { table: 'entries', key: ['kind', 'id'], before: 'json_quote(body)' },
  alias: {
    table: 'aliases',
    key: ['game_id'],
    before: "json_object('gameId', game_id, 'targetId', target_id, 'cause', cause)",
  },
  binding: { table: 'source_keys', key: ['kind', 'key'], before: "json_object('id', id, 'since', since)" },
  source: {
    table: 'sources',
    key: ['source'],
    before: `json_object('source', source, 'name', name, 'version', version, 'licence', licence, 'url', url,
      'importedAt', imported_at)`,
  },
  game: {
    table: 'games JOIN records USING (game_id, revision)',
    key: ['game_id'],
    before: "json_object('modifiedAt', modified_at, 'provenance', provenance, 'record', record)",
  },
};

/** How many rows are taken at once: whole records are among them. */
const TAKEN_AT_ONCE = 1000;

/** The list begins anew with the first row of an import that is remembered. */
export function openUndo(database: DatabaseSync): { remember: Remember; take(): UndoEntry[] } {
  const forget = database.prepare('DELETE FROM undo');
  const take = database.prepare(
    `DELETE FROM undo WHERE (place, key) IN (SELECT place, key FROM undo LIMIT ${TAKEN_AT_ONCE}) RETURNING *`,
  );
  const statements = Object.fromEntries(
    Object.entries(PLACES).map(([place, { table, key, before }]) => [
      place,
      database.prepare(`
        INSERT OR IGNORE INTO undo
        VALUES ('${place}', ?, (SELECT ${before} FROM ${table} WHERE ${key.map((name) => `${name} = ?`).join(' AND ')}))`),
    ]),
  );
  let state: 'new' | 'remembering' | 'taking' = 'new';
  return {
    remember: (place, ...key) => {
      if (state === 'taking') return;
      if (state === 'new') forget.run();
      state = 'remembering';
      statements[place]?.run(key.join(' '), ...key);
    },
    take: () => {
      state = 'taking';
      return take.all().map(toUndoEntry);
    },
  };
}

function toUndoEntry({ place, key, before }: Record<string, unknown>): UndoEntry {
  return { place, key, before: before === null ? null : JSON.parse(String(before)) } as UndoEntry;
}
