import type { Row, TableAccess } from '../store/moved-tables.ts';
import type { Problems } from '../store/problems.ts';
import { readRows } from '../store/read-rows.ts';
import type { Secret } from './secret.ts';

/** Tables that refer to accounts or keys, by the column. Null refers to nothing. */
const REFERENCES: readonly (readonly [table: string, column: 'account_id' | 'key_id'])[] = [
  ['quota', 'key_id'],
  ['recent_errors', 'key_id'],
  ['sessions', 'account_id'],
  ['tokens', 'account_id'],
  ['messages', 'account_id'],
];

/** Checks that every key can be decrypted and found, and that what belongs to accounts and keys has one. Changes nothing. */
export async function checkAccounts(
  tables: TableAccess,
  secret: Secret | undefined,
  problems: Problems,
): Promise<{ accounts: number; keys: number }> {
  const ids = { account_id: new Set<Row[number]>(), key_id: new Set<Row[number]>() };
  for await (const { account_id } of readRows(tables, 'service', 'accounts', ['account_id']))
    ids.account_id.add(account_id);
  const columns = ['key_id', 'account_id', 'digest', 'sealed'] as const;
  for await (const { key_id, account_id, digest, sealed } of readRows(tables, 'service', 'keys', columns)) {
    ids.key_id.add(key_id);
    if (!ids.account_id.has(account_id)) problems.add('rows without their account or key', `key ${key_id}`);
    if (secret && !isReadable(secret, digest as Uint8Array, sealed as Uint8Array))
      problems.add('keys that the secret does not decrypt', `key ${key_id}`);
  }
  for (const [table, column] of REFERENCES)
    for await (const row of readRows(tables, 'service', table, [column]))
      if (row[column] !== null && !ids[column].has(row[column]))
        problems.add('rows without their account or key', `${table}: ${column} ${row[column]}`);
  return { accounts: ids.account_id.size, keys: ids.key_id.size };
}

function isReadable(secret: Secret, digest: Uint8Array, sealed: Uint8Array): boolean {
  try {
    return Buffer.compare(secret.digest(secret.decrypt(Buffer.from(sealed))), digest) === 0;
  } catch {
    return false;
  }
}
