import type { Kysely } from 'kysely';
import type { Tables } from './service-tables.ts';

export type RandomListStore = ReturnType<typeof randomListStore>;

/** The lists of random games. */
export function randomListStore(db: Kysely<Tables>) {
  const find = async (slot: number): Promise<number[] | undefined> => {
    const row = await db.selectFrom('randomLists').select('gameIds').where('slot', '=', slot).executeTakeFirst();
    return row && JSON.parse(row.gameIds);
  };
  return {
    /** Stores the list unless the slot has one. Returns the stored list, which is the same for everybody. */
    findOrAdd: async (slot: number, gameIds: readonly number[]): Promise<number[]> => {
      const found = await find(slot);
      if (found) return found;
      await db
        .insertInto('randomLists')
        .values({ slot, gameIds: JSON.stringify(gameIds) })
        .onConflict((conflict) => conflict.column('slot').doNothing())
        .execute();
      await db.deleteFrom('randomLists').where('slot', '<', slot).execute();
      // Another node may have been first.
      return (await find(slot)) ?? [...gameIds];
    },
  };
}
