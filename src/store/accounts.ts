import type { Plan } from '../plans.ts';
import type { Account, StoredKey } from './service-tables.ts';
import { insertion, type ServiceSql, toSnakeCase, type Value } from './sql.ts';

/** No address contains it, and PostgreSQL refuses it in a parameter. */
const NUL = '\0';

type AccountChange = Partial<Pick<Account, 'plan' | 'password' | 'role' | 'suspendedAt'>>;
export type NewAccount = Pick<Account, 'email' | 'plan' | 'createdAt'> &
  Partial<Pick<Account, 'password' | 'role' | 'termsAt'>>;

export type KeyWithPlan = Pick<StoredKey, 'keyId' | 'expiresAt' | 'perHour' | 'perSecond'> & {
  plan: Plan;
  /** The first key that its account ever had. Keys end, but are never removed. */
  firstKeyId: number;
  /** Whether its account is suspended. */
  isSuspended: boolean;
};

/** `expiresAt` can only become earlier. */
type KeyChange = Partial<Pick<StoredKey, 'name' | 'perHour' | 'perSecond'> & { expiresAt: number }>;

export type AccountStore = ReturnType<typeof accountsAndKeys>;
export type LockableAccounts = ReturnType<typeof accountStore>;

/** Accounts and keys, for every engine. */
export function accountStore(sql: ServiceSql) {
  return {
    ...accountsAndKeys(sql),
    /** Runs the work while the account is locked, across threads and nodes. The work must not wait for anything but the store. */
    withAccountLock: <T>(accountId: number, work: (accounts: AccountStore) => Promise<T>): Promise<T> =>
      sql.transaction(async (locked) => {
        await locked.run('UPDATE accounts SET account_id = account_id WHERE account_id = ?', [accountId]);
        return work(accountsAndKeys(locked));
      }),
  };
}

function accountsAndKeys(sql: ServiceSql) {
  const findAccount = async (column: string, value: Value): Promise<Account | undefined> =>
    (await sql.select<Account>(`SELECT * FROM accounts WHERE ${column} = ?`, [value]))[0];
  const selectKeys = async (where: string, value: Value): Promise<StoredKey[]> =>
    (await sql.select<KeyRow>(`SELECT * FROM keys WHERE ${where}`, [value])).map(toKey);
  return {
    /** A small value of the service, such as the check of the secret. */
    findValue: (name: string) => findValue(sql, name),
    /** Sets the value unless there is one. Returns the stored value. */
    setValueOnce: async (name: string, value: string): Promise<string> => {
      await sql.run('INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO NOTHING', [name, value]);
      return (await findValue(sql, name)) ?? value;
    },

    /** Undefined: the address already has an account. */
    addAccount: async (account: NewAccount): Promise<Account | undefined> => {
      const end = 'ON CONFLICT (email) DO NOTHING RETURNING *';
      return (await sql.select<Account>(...insertion('accounts', account, end)))[0];
    },
    findAccount: async (email: string) => (email.includes(NUL) ? undefined : findAccount('email', email)),
    findAccountById: (accountId: number) => findAccount('account_id', accountId),
    /** Accounts whose address contains the text, newest first. */
    searchAccounts: async (text: string, limit: number): Promise<Account[]> => {
      if (text.includes(NUL)) return [];
      const found = "SELECT * FROM accounts WHERE email LIKE ? ESCAPE '!' ORDER BY account_id DESC LIMIT ?";
      return sql.select(found, [containing(text), limit]);
    },
    listAccounts: (): Promise<Account[]> => sql.select('SELECT * FROM accounts ORDER BY account_id'),
    /** False: the new address already has an account. */
    setEmail: async (accountId: number, email: string): Promise<boolean> => {
      const isFree = 'NOT EXISTS (SELECT 1 FROM accounts AS others WHERE others.email = ?)';
      const text = `UPDATE accounts SET email = ? WHERE account_id = ? AND ${isFree}`;
      return (await sql.run(text, [email, accountId, email])) > 0;
    },
    changeAccount: (accountId: number, wanted: AccountChange): Promise<void> => {
      const { columns, values } = assignments(wanted);
      return change(sql, `UPDATE accounts SET ${columns.join(', ')} WHERE account_id = ?`, [...values, accountId]);
    },
    removeAccount: (accountId: number): Promise<void> =>
      change(sql, 'DELETE FROM accounts WHERE account_id = ?', [accountId]),

    addKey: async ({ encrypted, ...key }: Omit<StoredKey, 'keyId'>): Promise<StoredKey | undefined> => {
      const end = 'ON CONFLICT (digest) DO NOTHING RETURNING *';
      const [row] = await sql.select<KeyRow>(...insertion('keys', { ...key, sealed: encrypted }, end));
      return row && toKey(row);
    },
    findKeyByDigest: async (digest: Buffer): Promise<KeyWithPlan | undefined> => {
      const [row] = await sql.select<FoundKey>(KEY_WITH_PLAN, [digest]);
      return row && toKeyWithPlan(row);
    },
    findKey: async (keyId: number) => (await selectKeys('key_id = ?', keyId))[0],
    listKeys: (accountId: number) => selectKeys('account_id = ? ORDER BY key_id', accountId),
    changeKey: (keyId: number, { expiresAt, ...rest }: KeyChange): Promise<void> => {
      const { columns, values } = assignments(rest);
      // The earlier of both times: a concurrent request may have revoked the key.
      const sooner = 'expires_at = CASE WHEN expires_at <= ? THEN expires_at ELSE coalesce(?, expires_at) END';
      const text = `UPDATE keys SET ${[...columns, sooner].join(', ')} WHERE key_id = ?`;
      return change(sql, text, [...values, expiresAt ?? null, expiresAt ?? null, keyId]);
    },
  };
}

async function findValue(sql: ServiceSql, name: string): Promise<string | undefined> {
  return (await sql.select<{ value: string }>('SELECT value FROM facts WHERE name = ?', [name]))[0]?.value;
}

const KEY_WITH_PLAN = `
  SELECT key_id, expires_at, per_hour, per_second, plan, suspended_at,
    (SELECT min(own.key_id) FROM keys AS own WHERE own.account_id = keys.account_id) AS first_key_id
  FROM keys JOIN accounts ON accounts.account_id = keys.account_id WHERE digest = ?`;

type FoundKey = Omit<KeyWithPlan, 'isSuspended'> & { suspendedAt: number | null };

function toKeyWithPlan({ suspendedAt, ...key }: FoundKey): KeyWithPlan {
  return { ...key, isSuspended: suspendedAt !== null };
}

function assignments(row: object): { columns: string[]; values: Value[] } {
  const set = Object.entries(row).filter(([, value]) => value !== undefined);
  return { columns: set.map(([name]) => `${toSnakeCase(name)} = ?`), values: set.map(([, value]) => value) };
}

/** Runs the statement and raises the revision in one transaction, so that other nodes notice the change. */
function change(sql: ServiceSql, text: string, values: readonly Value[]): Promise<void> {
  return sql.transaction(async (changed) => {
    await changed.run(text, values);
    await changed.run(
      `INSERT INTO facts VALUES ('accounts_revision', '1')
       ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(facts.value AS INTEGER) + 1 AS TEXT)`,
    );
  });
}

function containing(text: string): string {
  return `%${text.replaceAll(/[!%_]/g, '!$&')}%`;
}

type KeyRow = Omit<StoredKey, 'digest' | 'encrypted'> & Record<'digest' | 'sealed', Uint8Array>;

function toKey({ digest, sealed, ...key }: KeyRow): StoredKey {
  return { ...key, digest: Buffer.from(digest), encrypted: Buffer.from(sealed) };
}
