import type { Kysely } from 'kysely';
import type { RandomListStore } from './store.ts';
import type { Tables } from './tables.ts';

/** The lists of random games, in SQL that every engine takes. */
export function randomListStore(db: Kysely<Tables>): RandomListStore {
  const find = async (slot: number): Promise<number[] | undefined> => {
    const row = await db.selectFrom('random_lists').select('game_ids').where('slot', '=', slot).executeTakeFirst();
    return row && JSON.parse(row.game_ids);
  };
  return {
    pin: async (slot, gameIds) => {
      const pinned = await find(slot);
      if (pinned) return pinned;
      await db
        .insertInto('random_lists')
        .values({ slot, game_ids: JSON.stringify(gameIds) })
        .onConflict((conflict) => conflict.column('slot').doNothing())
        .execute();
      await db.deleteFrom('random_lists').where('slot', '<', slot).execute();
      // Somebody else may have been first.
      return (await find(slot)) ?? [...gameIds];
    },
  };
}
