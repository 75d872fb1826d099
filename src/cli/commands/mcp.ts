import { existsSync } from 'node:fs';
import { OperatorError } from '../../errors.ts';
import { serveMcp } from '../../server/mcp.ts';
import { openServer } from '../kit/ask-server.ts';
import type { Input } from '../kit/command.ts';
import { noDataFolder } from '../kit/with-store.ts';

/** An assistant is told to wait rather than kept waiting. */
const MAX_WAIT_SECONDS = 5;

export async function mcp({ config, flags }: Input): Promise<void> {
  const { server, key } = flags;
  if (server !== undefined) {
    const ask = openServer(server, key, MAX_WAIT_SECONDS);
    return serveMcp(config, async (path, body) => (await ask(path, body)).text());
  }
  if (key !== undefined) throw new OperatorError('--key needs --server; a local catalog needs no key');
  if (config.database_url === undefined && !existsSync(config.data)) throw noDataFolder(config);
  await serveMcp(config);
}
