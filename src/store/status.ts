import type { ServiceSql } from './sql.ts';

export type StatusStore = ReturnType<typeof statusStore>;

/** What reports: an import that is running, a node, the last data dump, or what follows an original. And the random list. */
export type StatusKind = 'import' | 'node' | 'dump' | 'follow' | 'random';

export interface Status {
  id: string;
  /** JSON. */
  value: string;
}

/**
 * Small values with which processes report what they do, for the operator's pages. A process that was killed leaves its value
 * behind, so each value contains the time at which it was written.
 */
export function statusStore(sql: ServiceSql) {
  const nameOf = (kind: StatusKind, id: string) => `${kind}/${id}`;
  return {
    put: async (kind: StatusKind, { id, value }: Status): Promise<void> => {
      const text = 'INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
      await sql.run(text, [nameOf(kind, id), value]);
    },
    /** Puts the value in place of `before`; undefined: there is none. False: another process was first. */
    replace: async (kind: StatusKind, { id, value }: Status, before: string | undefined): Promise<boolean> => {
      const name = nameOf(kind, id);
      const changed =
        before === undefined
          ? await sql.run('INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO NOTHING', [name, value])
          : await sql.run('UPDATE facts SET value = ? WHERE name = ? AND value = ?', [value, name, before]);
      return changed > 0;
    },
    list: async (kind: StatusKind): Promise<Status[]> => {
      const text = 'SELECT name, value FROM facts WHERE name LIKE ? ORDER BY name';
      const rows = await sql.select<{ name: string; value: string }>(text, [nameOf(kind, '%')]);
      return rows.map(({ name, value }) => ({ id: name.slice(nameOf(kind, '').length), value }));
    },
    remove: async (kind: StatusKind, id: string): Promise<void> => {
      await sql.run('DELETE FROM facts WHERE name = ?', [nameOf(kind, id)]);
    },
  };
}

/** A serving process. */
export interface Node {
  host: string;
  version: string;
  /** Of the catalog that it serves. */
  revision: number;
  startedAt: number;
  seenAt: number;
  memoryBytes: number;
  threads: number;
}

/** A node that wrote nothing for so long has ended. */
const LOST_AFTER_MS = 150_000;

/** The nodes that are running, by host. Removes what killed processes left behind. */
export async function listNodes(status: StatusStore, now: number): Promise<Node[]> {
  const running: Node[] = [];
  for (const { id, value } of await status.list('node')) {
    const node = JSON.parse(value) as Node;
    if (now - node.seenAt > LOST_AFTER_MS) await status.remove('node', id);
    else running.push(node);
  }
  return running.sort((a, b) => (a.host < b.host ? -1 : 1));
}

/** Stores the random list of a time slot unless it has one. Returns the stored list, which is the same for everybody. */
export async function keepRandomList(
  status: StatusStore,
  slot: number,
  gameIds: readonly number[],
): Promise<readonly number[]> {
  await status.replace('random', { id: String(slot), value: JSON.stringify(gameIds) }, undefined);
  const lists = await status.list('random');
  for (const { id } of lists) if (Number(id) < slot) await status.remove('random', id);
  const kept = lists.find(({ id }) => id === String(slot));
  return kept ? JSON.parse(kept.value) : gameIds;
}

export function putNode(status: StatusStore, id: string, node: Node): Promise<void> {
  return status.put('node', { id, value: JSON.stringify(node) });
}
