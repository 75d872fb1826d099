import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Ludex } from '../../client/index.js';
import { readConfig } from '../../src/config.ts';
import { addPerson } from '../../test/support/accounts.ts';
import { temporaryFolder } from '../../test/support/samples/bundle.ts';
import { runHere } from '../../test/support/servers/command.ts';
import { type ServerChild, startServer } from '../child.ts';
import { openMemoryWatch } from '../memory.ts';
import { GAMES, titleOf, writeVersion } from './model.ts';

export interface SoakServer extends ServerChild {
  /** A key without limits. */
  key: string;
  /** The id of each game of the model. */
  ids: readonly number[];
  env: Record<string, string>;
  usedMb(): number;
}

export const OPERATOR = 'operator@example.org';
/** Small, so that the caches are full after the warm-up. */
const SETTINGS = { LUDEX_CACHE_MB: '32', LUDEX_SITE_PER_SECOND: 'none', LUDEX_SIGN_UPS_PER_DAY: 'none' };

export async function startSoakServer(settings: Record<string, string> = {}): Promise<SoakServer> {
  const watch = openMemoryWatch();
  const env = { LUDEX_DATA: temporaryFolder('soak'), LUDEX_LOG_LEVEL: 'error', ...SETTINGS, ...settings };
  await runSoakCommand(['import', writeVersion(0)], env);
  await addPerson({ config: readConfig({}, env) }, OPERATOR, 'operator');
  const key = (await runSoakCommand(['account', 'add', 'client@example.org', '--plan', 'unlimited'], env)).trim();
  const server = await startServer({ ...env, ...watch.env });
  return { ...server, key, env, ids: await readIds(server.url, key), usedMb: watch.usedMb };
}

const OTHER_IMPORT = 'Another import is running';

/** Its output. Fails if the command does, unless an edit has the catalog at the moment. */
export async function runSoakCommand(args: readonly string[], env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await runHere(args, env);
  if (code !== 0 && stderr.includes(OTHER_IMPORT)) return runSoakCommand(args, env);
  assert.equal(code, 0, `ludex ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

async function readIds(url: string, key: string): Promise<number[]> {
  const games = await Array.fromAsync(new Ludex(url, { key }).games({ format: 'brief' }));
  const byTitle = new Map(games.map(({ title, game_id }) => [title, game_id]));
  const ids = Array.from({ length: GAMES }, (_, game) => byTitle.get(titleOf(game)) as number);
  assert.equal(new Set(ids).size, GAMES, 'each game has an id');
  return ids;
}

const POLL_MS = 50;

export async function untilSeen(isSeen: () => Promise<boolean>): Promise<void> {
  while (!(await isSeen())) await pause(POLL_MS);
}
