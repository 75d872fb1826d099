import { rm } from 'node:fs/promises';
import { startPostgres } from '../test/support/servers/postgres.ts';
import type { Prepared } from './prepare.ts';
import { runNode } from './processes.ts';
import type { OtherTarget } from './targets.ts';

/** The same bundle again, and into a PostgreSQL on the same cores, which does not wait for the disk. */
export async function measureMoreImports({ bundle, data }: Prepared): Promise<OtherTarget[]> {
  const again = await runNode(['src/main.ts', 'import', bundle, '--data', data]);
  return [
    { name: 'the same bundle again, unchanged', value: again.seconds, unit: 's', target: 20 },
    { name: 'import into an empty PostgreSQL', value: await importIntoPostgres(bundle), unit: 's', target: 240 },
  ];
}

async function importIntoPostgres(bundle: string): Promise<number> {
  const server = await startPostgres({ shared_buffers: '1GB', max_wal_size: '8GB' });
  const data = `${bundle}-postgres`;
  try {
    const settings = { LUDEX_DATABASE_URL: server.url };
    return (await runNode(['src/main.ts', 'import', bundle, '--data', data], settings)).seconds;
  } finally {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}
