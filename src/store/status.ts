import { type Kysely, sql } from 'kysely';
import type { Tables } from './service-tables.ts';

export type StatusStore = ReturnType<typeof statusStore>;

/** What reports: an import that is running, or a node. */
type StatusKind = 'import' | 'node';

export interface Status {
  id: string;
  /** JSON. */
  value: string;
}

/**
 * Small values with which processes report what they do, for the operator's pages. A process that was killed leaves its value
 * behind, so each value contains the time at which it was written.
 */
export function statusStore(db: Kysely<Tables>) {
  const nameOf = (kind: StatusKind, id: string) => `${kind}/${id}`;
  return {
    put: async (kind: StatusKind, { id, value }: Status): Promise<void> => {
      await db
        .insertInto('facts')
        .values({ name: nameOf(kind, id), value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
    list: async (kind: StatusKind): Promise<Status[]> => {
      const rows = await db
        .selectFrom('facts')
        .selectAll()
        .where(sql<boolean>`name LIKE ${nameOf(kind, '%')}`)
        .orderBy('name')
        .execute();
      return rows.map(({ name, value }) => ({ id: name.slice(nameOf(kind, '').length), value }));
    },
    remove: async (kind: StatusKind, id: string): Promise<void> => {
      await db.deleteFrom('facts').where('name', '=', nameOf(kind, id)).execute();
    },
  };
}
