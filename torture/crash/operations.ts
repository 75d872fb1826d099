import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeBundle, writeFiles } from '../../test/support/samples/bundle.ts';
import { png } from '../../test/support/samples/pictures.ts';
import { runWell } from '../../test/support/servers/command.ts';
import { CHECK, type Seen, type World } from './world.ts';

/** A command that is killed at a random time, or not. */
export interface Operation {
  name: string;
  isPossible(world: World): boolean;
  begin(world: World): Promise<Step>;
}

interface Step {
  args: string[];
  /** Compares the store with what it must be, and remembers what it is. `isDone`: the command has reported success. */
  settle(seen: Seen, isDone: boolean): Promise<void> | void;
}

const PLATFORM = 'platform:nes';
const PICTURES = 3;

export const OPERATIONS: readonly Operation[] = [
  { name: 'import', isPossible: () => true, begin: importGames },
  { name: 'import', isPossible: () => true, begin: importGames },
  { name: 'undo', isPossible: ({ undoGames }) => undoGames !== undefined, begin: undoImport },
  { name: 'account add', isPossible: () => true, begin: addAccount },
  { name: 'account remove', isPossible: ({ emails }) => emails.size > 0, begin: removeAccount },
  { name: 'backup', isPossible: canBackUp, begin: backUp },
  { name: 'restore', isPossible: canBackUp, begin: restore },
];

function canBackUp({ isPostgres, games }: World): boolean {
  return !isPostgres && games > 0;
}

/** A complete bundle of another size: the number of games tells which import the catalog has. */
async function importGames(world: World): Promise<Step> {
  const before = world.games;
  const version = ++world.count;
  const size = 300 + 2 * world.random.below(400) + (before % 2 === 0 ? 1 : 0);
  const bundle = await writeGames(version, size);
  return {
    args: ['import', bundle, '--allow-shrink'],
    settle: ({ games }, isDone) => {
      assert.ok(games === size || (!isDone && games === before), `${games} games, not ${before} or ${size}`);
      if (games === size) world.undoGames = before;
      world.games = games;
    },
  };
}

async function writeGames(version: number, size: number): Promise<string> {
  const games = Array.from({ length: size }, (_, i) => ({
    key: `test:${i}`,
    title: `Game ${i} of version ${version}`,
    description: `Version ${version}. `.repeat(200).trim(),
    platforms: [{ platform: PLATFORM }],
  }));
  const names = Array.from({ length: PICTURES }, (_, i) => `media/${i}.png`);
  const media = names.map((file, i) => ({ key: `test:${i}`, platform: PLATFORM, screenshots: [{ file }] }));
  const folder = writeBundle({ platforms: [{ key: PLATFORM, platform_name: 'NES' }], games, media });
  const colour = (i: number) => `#${((version * PICTURES + i) & 0xffffff).toString(16).padStart(6, '0')}`;
  const files = await Promise.all(names.map(async (name, i) => [name, await png({ width: 400, colour: colour(i) })]));
  writeFiles(folder, Object.fromEntries(files));
  return folder;
}

async function undoImport(world: World): Promise<Step> {
  const [before, after] = [world.games, world.undoGames as number];
  return {
    args: ['import', '--undo'],
    settle: ({ games }, isDone) => {
      assert.ok(games === after || (!isDone && games === before), `${games} games, not ${before} or ${after}`);
      if (games === after) world.undoGames = undefined;
      world.games = games;
    },
  };
}

async function addAccount(world: World): Promise<Step> {
  const email = `account${++world.count}@example.org`;
  return {
    args: ['account', 'add', email],
    settle: ({ emails }, isDone) => {
      assert.ok(!isDone || emails.has(email), `${email} was added`);
      if (emails.has(email)) world.emails.add(email);
    },
  };
}

async function removeAccount(world: World): Promise<Step> {
  const email = world.random.pick([...world.emails]);
  return {
    args: ['account', 'remove', email],
    settle: ({ emails }, isDone) => {
      assert.ok(!isDone || !emails.has(email), `${email} was removed`);
      if (!emails.has(email)) world.emails.delete(email);
    },
  };
}

async function backUp(world: World): Promise<Step> {
  const file = join(world.folder, `backup${++world.count}.tar`);
  return {
    args: ['backup', file],
    settle: async (_, isDone) => {
      assert.ok(!isDone || existsSync(file), `${file} was written`);
      if (!existsSync(file)) return;
      world.backup = file;
      await assertRestorable(file, join(world.folder, `restored${world.count}`));
    },
  };
}

async function restore(world: World): Promise<Step> {
  const [file, target] = [await findBackup(world), join(world.folder, `restored${++world.count}`)];
  return {
    args: ['restore', file, '--data', target],
    settle: async (_, isDone) => {
      assert.ok(!isDone || existsSync(target), `${target} was restored`);
      if (existsSync(target)) await runWell(CHECK, { LUDEX_DATA: target });
      else await assertRestorable(file, target);
    },
  };
}

async function findBackup(world: World): Promise<string> {
  if (world.backup === undefined) {
    const file = join(world.folder, `backup${++world.count}.tar`);
    await runWell(['backup', file], world.env);
    world.backup = file;
  }
  return world.backup;
}

async function assertRestorable(file: string, target: string): Promise<void> {
  await runWell(['restore', file, '--data', target]);
  await runWell(CHECK, { LUDEX_DATA: target });
}
