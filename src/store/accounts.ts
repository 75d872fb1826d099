import { type CompiledQuery, type Kysely, type Selectable, sql } from 'kysely';
import type { StoredKey, Tables } from './service-tables.ts';
import type { AccountStore, KeyWithPlan } from './store.ts';

/** No address contains it, and PostgreSQL refuses it in a parameter. */
const NUL = '\0';

/** Accounts and keys, for every engine. */
export function accountStore(db: Kysely<Tables>): AccountStore {
  return {
    findValue: (name) => findValue(db, name),
    setValue: async (name, value) => {
      await db
        .insertInto('facts')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
    setValueOnce: async (name, value) => {
      await db
        .insertInto('facts')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      return (await findValue(db, name)) ?? value;
    },

    addAccount: (account) =>
      db
        .insertInto('accounts')
        .values(account)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returningAll()
        .executeTakeFirst(),
    findAccount: async (email) => {
      if (email.includes(NUL)) return undefined;
      return db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
    },
    findAccountById: (accountId) =>
      db.selectFrom('accounts').selectAll().where('accountId', '=', accountId).executeTakeFirst(),
    searchAccounts: async (text, limit) => {
      if (text.includes(NUL)) return [];
      return db
        .selectFrom('accounts')
        .selectAll()
        .where(sql<boolean>`email LIKE ${containing(text)} ESCAPE '!'`)
        .orderBy('accountId', 'desc')
        .limit(limit)
        .execute();
    },
    listAccounts: () => db.selectFrom('accounts').selectAll().orderBy('accountId').execute(),
    setEmail: async (accountId, email, verifiedAt) => {
      const { numUpdatedRows } = await db
        .updateTable('accounts')
        .set({ email, verifiedAt })
        .where('accountId', '=', accountId)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('accounts as others').select('others.email').where('others.email', '=', email))),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },
    changeAccount: (accountId, wanted) =>
      change(db, (changed) => changed.updateTable('accounts').set(wanted).where('accountId', '=', accountId)),
    removeAccount: (accountId) =>
      change(db, (changed) => changed.deleteFrom('accounts').where('accountId', '=', accountId)),

    withAccountLock: (accountId, work) =>
      db.transaction().execute(async (locked) => {
        await locked.updateTable('accounts').set({ accountId }).where('accountId', '=', accountId).execute();
        return work(accountStore(locked));
      }),

    addKey: async ({ encrypted, ...key }) => {
      const row = await db
        .insertInto('keys')
        .values({ ...key, sealed: encrypted })
        .onConflict((conflict) => conflict.column('digest').doNothing())
        .returningAll()
        .executeTakeFirst();
      return row && toKey(row);
    },
    findKeyByDigest: keyFinder(db),
    findKey: async (keyId) => {
      const row = await db.selectFrom('keys').selectAll().where('keyId', '=', keyId).executeTakeFirst();
      return row && toKey(row);
    },
    listKeys: async (accountId) => {
      const keys = db.selectFrom('keys').selectAll().where('accountId', '=', accountId);
      return (await keys.orderBy('keyId').execute()).map(toKey);
    },
    changeKey: (keyId, { expiresAt, ...rest }) =>
      change(db, (changed) =>
        changed
          .updateTable('keys')
          .set({ ...rest, ...(expiresAt !== undefined && { expiresAt: sooner(expiresAt) }) })
          .where('keyId', '=', keyId),
      ),
  };
}

async function findValue(db: Kysely<Tables>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Compiles its statement once, which takes longer than to run it: every request with an unknown key needs it. */
function keyFinder(db: Kysely<Tables>): AccountStore['findKeyByDigest'] {
  let statement: ReturnType<typeof selectKey> | undefined;
  return async (digest) => {
    statement ??= selectKey(db, digest);
    const { rows } = await db.executeQuery<FoundKey>({ ...statement, parameters: [digest] });
    return rows[0] && toKeyWithPlan(rows[0]);
  };
}

function selectKey(db: Kysely<Tables>, digest: Buffer) {
  return db
    .selectFrom('keys')
    .innerJoin('accounts', 'accounts.accountId', 'keys.accountId')
    .select(['keyId', 'expiresAt', 'perHour', 'perSecond', 'plan', 'suspendedAt'])
    .select(({ selectFrom }) =>
      selectFrom('keys as own')
        .select(({ fn }) => fn.min<number>('own.keyId').as('first'))
        .whereRef('own.accountId', '=', 'keys.accountId')
        .as('firstKeyId'),
    )
    .where('digest', '=', digest)
    .compile();
}

type FoundKey = ReturnType<typeof selectKey> extends CompiledQuery<infer Row> ? Row : never;

function toKeyWithPlan({ suspendedAt, firstKeyId, ...key }: FoundKey): KeyWithPlan {
  return { ...key, firstKeyId: firstKeyId ?? key.keyId, isSuspended: suspendedAt !== null };
}

/** Runs the statement and raises the revision in one transaction, so that other nodes notice the change. */
async function change(
  db: Kysely<Tables>,
  statement: (db: Kysely<Tables>) => { execute(): Promise<unknown> },
): Promise<void> {
  const both = async (changed: Kysely<Tables>) => {
    await statement(changed).execute();
    await changed
      .insertInto('facts')
      .values({ name: 'accounts_revision', value: '1' })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ value: sql<string>`CAST(CAST(facts.value AS INTEGER) + 1 AS TEXT)` }),
      )
      .execute();
  };
  await (db.isTransaction ? both(db) : db.transaction().execute(both));
}

/** The earlier of both times: a concurrent request may have revoked the key. */
function sooner(expiresAt: number) {
  return sql<number>`CASE WHEN expires_at <= ${expiresAt} THEN expires_at ELSE ${expiresAt} END`;
}

function containing(text: string): string {
  return `%${text.replaceAll(/[!%_]/g, '!$&')}%`;
}

function toKey({ digest, sealed, ...key }: Selectable<Tables['keys']>): StoredKey {
  return { ...key, digest: Buffer.from(digest), encrypted: Buffer.from(sealed) };
}
