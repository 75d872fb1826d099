import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { inTemporaryFolder } from '../../bundle/temporary-folder.ts';
import { createFolder } from '../../create-folder.ts';
import { OperatorError } from '../../errors.ts';
import { flushFolderSync, flushTree } from '../../store/flush.ts';
import { checkDatabases } from '../../store/sqlite/backup.ts';
import { makeWritableFolder } from '../../store/sqlite/database.ts';
import { isDataFolder, markFolder } from '../../store/sqlite/folder-marker.ts';
import { finishRestore, replaceData, withServerLock } from '../../store/sqlite/replace-data.ts';
import { STANDARD, unpackBackup } from '../kit/backup-archive.ts';
import { findDamage, MANIFEST } from '../kit/backup-manifest.ts';
import { type Input, print, shellWord } from '../kit/command.ts';
import { ignoreSignals, interruptible } from '../kit/interruptible.ts';
import { withProgress } from '../kit/progress.ts';

export function restoreData({ config, args, switches }: Input): Promise<void> {
  if (config.database_url !== undefined)
    throw new OperatorError(
      'This store is in PostgreSQL, and nothing was changed: restore a dump with pg_restore. For a backup, unset ' +
        'LUDEX_DATABASE_URL, restore it into a folder, and copy that into an empty database with "ludex move"',
    );
  const file = args[0] === STANDARD ? STANDARD : resolve(args[0] as string);
  if (file !== STANDARD && !existsSync(file)) throw new OperatorError(`There is no file ${file}`);
  if (existsSync(config.data)) makeWritableFolder(config.data);
  const isEmpty = !existsSync(config.data) || readdirSync(config.data).length === 0;
  if (!isEmpty) refuseToOverwrite(config.data, switches.has('replace'));
  return interruptible(async () => {
    await (isEmpty ? restoreInto(config.data, file) : replaceWith(config.data, file));
    ignoreSignals();
    print(
      `Backup restored to ${config.data}; all files and databases are intact. Next: "ludex serve --data ${shellWord(config.data)}"`,
    );
  });
}

function refuseToOverwrite(data: string, isTold: boolean): void {
  if (!isDataFolder(data))
    throw new OperatorError(`${data} is not empty, and is no data folder of Ludex; choose another folder with --data`);
  if (!isTold)
    throw new OperatorError(
      `${data} is not empty; choose another folder with --data, or replace what is in this one with --replace`,
    );
}

async function restoreInto(data: string, file: string): Promise<void> {
  createFolder(dirname(data));
  await inTemporaryFolder(
    'backup',
    async (folder) => {
      await unpackVerified(file, folder);
      if (existsSync(data)) rmdirSync(data);
      renameSync(folder, data);
      flushFolderSync(dirname(data));
    },
    dirname(data),
  );
}

function replaceWith(data: string, file: string): Promise<void> {
  // Inside the folder: it may be a mount point, and its parent another disk.
  const inFolder = <T>(work: (folder: string) => Promise<T>) => inTemporaryFolder('backup', work, data);
  return withServerLock(data, async () => {
    const isFinished = await inFolder(async (old) => finishRestore(data, old));
    await inFolder(async (folder) => {
      await unpackVerified(file, folder, isFinished ? FIRST_FINISHED : undefined);
      await inFolder(async (old) => replaceData(data, folder, old));
    });
  });
}

const FIRST_FINISHED = 'nothing of it was restored, but the restore that was interrupted before is complete now';

/** `outcome` is what an error says of the data. */
async function unpackVerified(file: string, folder: string, outcome = 'nothing was restored'): Promise<void> {
  const name = file === STANDARD ? 'Standard input' : file;
  const damage =
    (await unpackBackup(file, folder)) ?? (await withProgress('files', (show) => findDamage(folder, show)));
  if (damage !== undefined)
    throw new OperatorError(`${name} is not a complete Ludex backup: ${damage}; ${outcome}. Use another copy of it`);
  const problem = checkDatabases(folder);
  if (problem !== undefined) throw new OperatorError(`${name}: ${problem}; ${outcome}`);
  rmSync(join(folder, MANIFEST));
  markFolder(folder);
  // A power failure must not take new files after the old ones were removed.
  await flushTree(folder);
}
