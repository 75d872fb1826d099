import type { Kysely } from 'kysely';
import type { RandomListStore } from './store.ts';
import type { Tables } from './tables.ts';

/** The lists of random games, for every engine. */
export function randomListStore(db: Kysely<Tables>): RandomListStore {
  const find = async (slot: number): Promise<number[] | undefined> => {
    const row = await db.selectFrom('randomLists').select('gameIds').where('slot', '=', slot).executeTakeFirst();
    return row && JSON.parse(row.gameIds);
  };
  return {
    findOrAdd: async (slot, gameIds) => {
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
