import { type Kysely, type Selectable, sql } from 'kysely';
import type { Account, AccountChange, AccountStore, KeyWithPlan, StoredKey } from './store.ts';
import type { Tables } from './tables.ts';

/** No address holds it, and PostgreSQL does not even take it in a question. */
const NUL = '\0';

/** Accounts and keys in SQL that every engine takes. */
export function accountStore(db: Kysely<Tables>): AccountStore {
  return {
    findFact: (name) => findFact(db, name),
    putFact: (name, value) => putFact(db, name, value),
    pinFact: async (name, value) => {
      await db
        .insertInto('facts')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      return (await findFact(db, name)) ?? value;
    },

    addAccount: async ({
      email,
      plan,
      createdAt,
      password = null,
      role = 'member',
      verifiedAt = null,
      termsAt = null,
    }) => {
      const row = await db
        .insertInto('accounts')
        .values({
          email,
          plan,
          created_at: createdAt,
          password,
          role,
          suspended_at: null,
          verified_at: verifiedAt,
          terms_at: termsAt,
        })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returningAll()
        .executeTakeFirst();
      return row && toAccount(row);
    },
    findAccount: async (email) => {
      if (email.includes(NUL)) return undefined;
      const row = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
      return row && toAccount(row);
    },
    findAccountById: async (accountId) => {
      const row = await db.selectFrom('accounts').selectAll().where('account_id', '=', accountId).executeTakeFirst();
      return row && toAccount(row);
    },
    searchAccounts: async (text, limit) => {
      if (text.includes(NUL)) return [];
      const rows = await db
        .selectFrom('accounts')
        .selectAll()
        .where(sql<boolean>`email LIKE ${containing(text)} ESCAPE '!'`)
        .orderBy('account_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toAccount);
    },
    listAccounts: async () => {
      const rows = await db.selectFrom('accounts').selectAll().orderBy('account_id').execute();
      return rows.map(toAccount);
    },
    setEmail: async (accountId, email, verifiedAt) => {
      const { numUpdatedRows } = await db
        .updateTable('accounts')
        .set({ email, verified_at: verifiedAt })
        .where('account_id', '=', accountId)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('accounts as others').select('others.email').where('others.email', '=', email))),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },
    changeAccount: (accountId, wanted) =>
      change(db, (changed) =>
        changed.updateTable('accounts').set(accountColumns(wanted)).where('account_id', '=', accountId),
      ),
    removeAccount: (accountId) =>
      change(db, (changed) => changed.deleteFrom('accounts').where('account_id', '=', accountId)),

    withAccountLock: (accountId, work) =>
      db.transaction().execute(async (held) => {
        await held.updateTable('accounts').set({ account_id: accountId }).where('account_id', '=', accountId).execute();
        return work(accountStore(held));
      }),

    addKey: async (key) => {
      const row = await db
        .insertInto('keys')
        .values({
          account_id: key.accountId,
          name: key.name,
          digest: key.digest,
          sealed: key.encrypted,
          created_at: key.createdAt,
          expires_at: key.expiresAt,
          per_hour: key.perHour,
          per_second: key.perSecond,
        })
        .onConflict((conflict) => conflict.column('digest').doNothing())
        .returningAll()
        .executeTakeFirst();
      return row && toKey(row);
    },
    findKeyByDigest: (digest) => findKeyByDigest(db, digest),
    findKey: async (keyId) => {
      const row = await db.selectFrom('keys').selectAll().where('key_id', '=', keyId).executeTakeFirst();
      return row && toKey(row);
    },
    listKeys: async (accountId) => {
      const rows = await db
        .selectFrom('keys')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('key_id')
        .execute();
      return rows.map(toKey);
    },
    changeKey: (keyId, { name, expiresAt, perHour, perSecond }) =>
      change(db, (changed) =>
        changed
          .updateTable('keys')
          .set({
            ...(name !== undefined && { name }),
            ...(expiresAt !== undefined && { expires_at: sooner(expiresAt) }),
            ...(perHour !== undefined && { per_hour: perHour }),
            ...(perSecond !== undefined && { per_second: perSecond }),
          })
          .where('key_id', '=', keyId),
      ),
  };
}

async function findFact(db: Kysely<Tables>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

async function putFact(db: Kysely<Tables>, name: string, value: string): Promise<void> {
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

async function findKeyByDigest(db: Kysely<Tables>, digest: Buffer): Promise<KeyWithPlan | undefined> {
  const row = await db
    .selectFrom('keys')
    .innerJoin('accounts', 'accounts.account_id', 'keys.account_id')
    .select(['key_id', 'expires_at', 'per_hour', 'per_second', 'plan', 'suspended_at'])
    .where('digest', '=', digest)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    keyId: row.key_id,
    expiresAt: row.expires_at,
    perHour: row.per_hour,
    perSecond: row.per_second,
    plan: row.plan,
    isSuspended: row.suspended_at !== null,
  };
}

/** A change that others must notice: the statement and the new revision in one transaction. */
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

/** The end of a key is never put off: of two who set it at once, one may have revoked it. */
function sooner(expiresAt: number) {
  return sql<number>`CASE WHEN expires_at <= ${expiresAt} THEN expires_at ELSE ${expiresAt} END`;
}

function accountColumns({ plan, password, role, suspendedAt, verifiedAt }: AccountChange) {
  return {
    ...(plan !== undefined && { plan }),
    ...(password !== undefined && { password }),
    ...(role !== undefined && { role }),
    ...(suspendedAt !== undefined && { suspended_at: suspendedAt }),
    ...(verifiedAt !== undefined && { verified_at: verifiedAt }),
  };
}

function containing(text: string): string {
  return `%${text.replaceAll(/[!%_]/g, '!$&')}%`;
}

function toAccount(row: Selectable<Tables['accounts']>): Account {
  return {
    accountId: row.account_id,
    email: row.email,
    plan: row.plan,
    createdAt: row.created_at,
    password: row.password,
    role: row.role,
    suspendedAt: row.suspended_at,
    verifiedAt: row.verified_at,
    termsAt: row.terms_at,
  };
}

function toKey(row: Selectable<Tables['keys']>): StoredKey {
  return {
    keyId: row.key_id,
    accountId: row.account_id,
    name: row.name,
    digest: Buffer.from(row.digest),
    encrypted: Buffer.from(row.sealed),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    perHour: row.per_hour,
    perSecond: row.per_second,
  };
}
