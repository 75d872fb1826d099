import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../errors.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { openDatabase } from './database.ts';
import { isBusy, isDamaged, isUnavailable } from './errors.ts';
import { DATABASES } from './folder-marker.ts';
import { SCHEMAS } from './schema.ts';

/**
 * Finds out whether the files of an open store were removed, replaced or damaged: open connections would go on working from
 * their caches, and lose what they write to a removed file. Also whether `service.db` cannot be written, once a write has failed: the
 * disk may be full. Its own connections are opened with the first check.
 */
export function openFaultCheck(folder: string) {
  const identities = DATABASES.map((name) => identityOf(join(folder, name)));
  const probes = new Map<string, ReturnType<typeof openProbe>>();
  let hasFailed = false;
  const findDamage = (name: (typeof DATABASES)[number], path: string) => {
    try {
      const probe = getOrInsert(probes, path, () => openProbe(openDatabase(path, SCHEMAS[name])));
      probe.read();
      const reason = hasFailed && name === SERVICE ? probe.write() : undefined;
      hasFailed &&= reason !== undefined || name !== SERVICE;
      return reason && `${name} cannot be written: ${reason}`;
    } catch (error) {
      if (error instanceof OperatorError) return `${name} cannot be opened`;
      if (isDamaged(error)) return `${name} is damaged`;
      throw error;
    }
  };
  const findFault = (name: (typeof DATABASES)[number], i: number) => {
    const path = join(folder, name);
    const identity = identityOf(path);
    if (identity === undefined) return `${name} is missing`;
    return identity === identities[i] ? findDamage(name, path) : `${name} was replaced; restart the server`;
  };
  return {
    /** Call it with each error of `service.db`. */
    note: (error: unknown) => {
      hasFailed ||= isUnavailable(error) && !isBusy(error);
    },
    find: async (): Promise<string | undefined> =>
      DATABASES.values()
        .map(findFault)
        .find((fault) => fault !== undefined),
    close: () => {
      for (const { close } of probes.values()) close();
    },
  };
}

const SERVICE = 'service.db';

/** Reads the first row of every table from the file, in well below a millisecond. */
function openProbe(database: DatabaseSync) {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").all();
  const first = tables.map(({ name }) => `SELECT * FROM (SELECT 1 FROM "${name}" LIMIT 1)`);
  const statement = database.prepare(first.join(' UNION ALL '));
  return {
    read: () => {
      // Otherwise the rows would come from the cache of this connection.
      database.exec('PRAGMA shrink_memory');
      statement.all();
    },
    /** Returns why nothing can be written. */
    write: (): string | undefined => {
      try {
        // It has no meaning here. Unlike a row, SQLite writes it even if it is the same.
        database.exec('PRAGMA user_version = 0');
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    },
    close: () => database.close(),
  };
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
