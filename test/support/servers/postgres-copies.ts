import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chownToPostgresUser, newDataFolder, type PostgresServer, QUICK, startOver } from './postgres.ts';
import { ADMIN, adminUrl, openClient } from './postgres-roles.ts';

/** Settings of a primary with a replica. */
export const WITH_REPLICAS = { wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on' };

/** A copy of a running server's files, which another one can recover from: the npm package lacks pg_basebackup. */
async function copyRunning(primary: PostgresServer): Promise<string> {
  const data = newDataFolder();
  const client = await openClient(adminUrl(primary.url));
  try {
    await client.query("SELECT pg_backup_start('replica', fast => true)");
    // A running server removes and writes pg_internal.init at any time, and a copy needs none.
    const isCopied = (path: string) => !/\/(postmaster\.(pid|opts)|pg_internal\.init(\.\d+)?)$/.test(path);
    cpSync(primary.data, data, { recursive: true, filter: isCopied });
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)');
    writeFileSync(join(data, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
  chownToPostgresUser(data);
  return data;
}

/** A streaming replica. */
export async function startReplica(primary: PostgresServer): Promise<PostgresServer> {
  const data = await copyRunning(primary);
  writeFileSync(join(data, 'standby.signal'), '');
  chownToPostgresUser(data);
  const password = ADMIN.password.replaceAll(/['\\]/g, '\\$&');
  const source = `host=127.0.0.1 port=${primary.port} user=${ADMIN.user} password='${password}'`;
  return startOver(data, {
    ...QUICK,
    ...WITH_REPLICAS,
    primary_conninfo: source,
    wal_retrieve_retry_interval: '100ms',
  });
}
