import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/support/bundle.ts';
import { runHere } from '../../test/support/command.ts';
import type { Random } from '../random.ts';

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
  const { games } = await readJson<{ games: number }>(['status', '--json'], env);
  const accounts = await readJson<{ email: string }[]>(['account', 'list', '--json'], env);
  return { games, emails: new Set(accounts.map(({ email }) => email)) };
}

/** Fails if `ludex check` finds a problem. */
export async function assertIntact(env: Record<string, string>): Promise<void> {
  const { code, stdout, stderr } = await runHere(['check', '--json'], env);
  assert.equal(code, 0, `ludex check: ${stdout}${stderr}`);
}

async function readJson<T>(args: string[], env: Record<string, string>): Promise<T> {
  const { code, stdout, stderr } = await runHere(args, env);
  assert.equal(code, 0, `ludex ${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}
