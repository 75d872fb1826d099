import type { DatabaseSync } from 'node:sqlite';
import type { QuotaStore, Usage } from '../store.ts';
import { rollback } from './database.ts';

export function sqliteQuota(database: DatabaseSync, onError: (error: unknown) => void): QuotaStore {
  const select = database.prepare('SELECT hour, used, due_at FROM quota WHERE key_id = ?');
  const upsert = database.prepare(`
    INSERT INTO quota (key_id, hour, used, due_at) SELECT key_id, ?, ?, ? FROM keys WHERE key_id = ?
    ON CONFLICT (key_id) DO UPDATE SET hour = excluded.hour, used = excluded.used, due_at = excluded.due_at`);

  const read = (keyId: number): Usage | undefined => {
    const row = select.get(keyId);
    return row && { hour: Number(row.hour), used: Number(row.used), nextRequestAt: Number(row.due_at) };
  };

  const update: QuotaStore['update'] = async (keyIds, change) => {
    database.exec('BEGIN IMMEDIATE');
    try {
      for (const keyId of keyIds) {
        const usage = change(keyId, read(keyId));
        if (usage) upsert.run(usage.hour, usage.used, usage.nextRequestAt, keyId);
      }
      database.exec('COMMIT');
    } catch (error) {
      rollback(database);
      onError(error);
      throw error;
    }
  };
  return { find: async (keyId) => read(keyId), update, updateOnce: update };
}
