import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../test/support/random.ts';
import { temporaryFolder } from '../../test/support/samples/bundle.ts';
import { runWell } from '../../test/support/servers/command.ts';

/** A store, and what its commands have acknowledged. */
export interface World {
  random: Random;
  /** Settings of the commands: data folder, PostgreSQL. */
  env: Record<string, string>;
  /** For backups and what is restored from them. */
  folder: string;
  isPostgres: boolean;
  /** The number of games. Every import gives another one. */
  games: number;
  /** The number of games before the last import, if it can be undone. */
  undoGames: number | undefined;
  /** The addresses of all accounts. */
  emails: Set<string>;
  backup: string | undefined;
  /** Makes names that were not used before. */
  count: number;
}

export function openWorld(random: Random, databaseUrl?: string): World {
  const folder = temporaryFolder('crash');
  const data = { LUDEX_DATA: join(folder, 'data'), LUDEX_STARTER: 'false', LUDEX_LOG_LEVEL: 'silent' };
  mkdirSync(data.LUDEX_DATA);
  return {
    random,
    env: databaseUrl === undefined ? data : { ...data, LUDEX_DATABASE_URL: databaseUrl },
    folder,
    isPostgres: databaseUrl !== undefined,
    games: 0,
    undoGames: undefined,
    emails: new Set(),
    backup: undefined,
    count: 0,
  };
}

/** What is in the store. */
export interface Seen {
  games: number;
  emails: Set<string>;
}

export async function look({ env }: Pick<World, 'env'>): Promise<Seen> {
  const { games } = JSON.parse(await runWell(['status', '--json'], env)) as { games: number };
  const accounts = JSON.parse(await runWell(['account', 'list', '--json'], env)) as { email: string }[];
  return { games, emails: new Set(accounts.map(({ email }) => email)) };
}

/** Fails if it finds a problem. */
export const CHECK = ['check', '--json'];
