import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SECRET_CHECK } from '../../accounts/secret.ts';
import { inTemporaryFolder, removeLeftoversIn } from '../../bundle/temporary-folder.ts';
import type { Config } from '../../config.ts';
import { createFolder } from '../../create-folder.ts';
import { OperatorError } from '../../errors.ts';
import { INCOMING } from '../../pictures/incoming.ts';
import { checkDatabases, copyDatabases } from '../../store/sqlite/backup.ts';
import { hasFact, makeFolder } from '../../store/sqlite/database.ts';
import { DATABASES, MARKER, markFolder } from '../../store/sqlite/folder-marker.ts';
import {
  findDamage,
  listFiles,
  MANIFEST,
  MEDIA,
  type PackedFile,
  packBackup,
  pipeBackup,
  SECRET,
  STANDARD,
  unpackBackup,
} from '../kit/backup-archive.ts';
import { type Input, print, shellWord } from '../kit/command.ts';
import { withProgress } from '../kit/progress.ts';
import { ignoreSignals, interruptible, noDataFolder } from '../kit/with-store.ts';

export function backupData({ config, args }: Input): Promise<void> {
  refusePostgres(config);
  const missing = DATABASES.filter((name) => !existsSync(join(config.data, name)));
  if (missing.length === DATABASES.length) throw noDataFolder(config);
  // Also to read, SQLite and the lock of the pictures write beside the data.
  makeFolder(config.data);
  if (missing[0] !== undefined)
    throw new OperatorError(
      `The database ${join(config.data, missing[0])} is missing; no backup was made. Put the file back, or restore an earlier ` +
        'backup into another folder with "ludex restore"',
    );
  return args[0] === STANDARD ? backupToOutput(config.data) : backupToFile(config.data, resolve(args[0] as string));
}

/** The copies of the databases need space beside the data folder. */
function backupToOutput(data: string): Promise<void> {
  if (process.stdout.isTTY) throw new OperatorError('Redirect the backup: "ludex backup - > FILE.tar", or name a file');
  return interruptible(() =>
    inSiblingFolder(data, async (folder) => {
      await copyVerified(data, folder);
      await withProgress('files', (show) => pipeBackup(listFilesToPack(data, folder), show));
    }),
  );
}

function backupToFile(data: string, file: string): Promise<void> {
  if (!isArchiveName(file)) throw new OperatorError(`${file} must end in .tar.gz or .tar`);
  if (existsSync(file)) throw new OperatorError(`${file} already exists; choose another name`);
  return interruptible(async () => {
    createFolder(dirname(file));
    try {
      await makeBackup(data, file);
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    }
    print(`Backup written to ${file}. ${adviceOn(data)}Restore it with "ludex restore ${shellWord(file)}"`);
  });
}

function adviceOn(data: string): string {
  if (existsSync(join(data, SECRET))) return 'Keep it safe: it contains the secret. ';
  // There is none before the first account, or the first start of a server.
  const hasSecret = hasFact(join(data, 'service.db'), SECRET_CHECK);
  return hasSecret ? 'Keep LUDEX_SECRET with it: the keys are encrypted with it. ' : '';
}

async function makeBackup(data: string, file: string): Promise<void> {
  await inSiblingFolder(file, async (folder) => {
    await copyVerified(data, folder);
    await withProgress('files', (show) => packBackup(listFilesToPack(data, folder), file, folder, show));
  });
  ignoreSignals();
}

async function copyVerified(data: string, folder: string): Promise<void> {
  await withProgress('pages', (show) => copyDatabases(data, folder, show));
  // Find damage now, not when the backup is needed.
  const problem = checkDatabases(folder);
  if (problem !== undefined) throw new OperatorError(`${data}: ${problem}; no backup was made. Restore an earlier one`);
}

function refusePostgres({ database_url }: Config): void {
  if (database_url !== undefined)
    throw new OperatorError(
      'This store is in PostgreSQL: back it up with pg_dump, and keep a copy of the secret and the pictures',
    );
}

function isArchiveName(file: string): boolean {
  return /\.(tar|tar\.gz|tgz)$/i.test(file);
}

/** On the same disk, so that the result can be renamed into place. */
function inSiblingFolder(path: string, work: (folder: string) => Promise<void>): Promise<void> {
  return inTemporaryFolder('backup', work, dirname(path));
}

/** Copies of the databases, the secret, and the pictures, whose files never change. */
function listFilesToPack(data: string, copies: string): PackedFile[] {
  const files = DATABASES.map((name) => ({ name, path: join(copies, name) }));
  const secret = { name: SECRET, path: join(data, SECRET) };
  const media = join(data, MEDIA);
  // Files of running imports come and go.
  const pictures = existsSync(media) ? listFiles(media).filter((name) => !name.startsWith(`${INCOMING}/`)) : [];
  return [
    ...[...files, secret].filter(({ path }) => existsSync(path)),
    ...pictures.map((name) => ({ name: `${MEDIA}/${name}`, path: join(media, name) })),
  ];
}

export function restoreData({ config, args }: Input): Promise<void> {
  const { data, database_url } = config;
  if (database_url !== undefined)
    throw new OperatorError(
      'This store is in PostgreSQL, and nothing was changed: restore a dump with pg_restore. For a backup, unset ' +
        'LUDEX_DATABASE_URL, restore it into a folder, and copy that into an empty database with "ludex move"',
    );
  const file = args[0] === STANDARD ? STANDARD : resolve(args[0] as string);
  if (file !== STANDARD && !existsSync(file)) throw new OperatorError(`There is no file ${file}`);
  if (existsSync(data)) refuseToOverwrite(data);
  return interruptible(async () => {
    await restoreInto(data, file);
    ignoreSignals();
    print(
      `Backup restored to ${data}; all files and databases are intact. Next: "ludex serve --data ${shellWord(data)}"`,
    );
  });
}

function refuseToOverwrite(data: string): void {
  makeFolder(data);
  removeLeftoversIn(data);
  if (readdirSync(data).length > 0)
    throw new OperatorError(
      `${data} is not empty; choose another folder with --data, or stop its server and empty this one first`,
    );
}

/** A folder that exists may be a mount point, which nothing can be renamed to. */
async function restoreInto(data: string, file: string): Promise<void> {
  const parent = existsSync(data) ? data : dirname(data);
  createFolder(parent);
  await inTemporaryFolder(
    'backup',
    async (folder) => {
      await unpackVerified(file, folder);
      if (parent !== data) renameSync(folder, data);
      else moveInto(data, folder);
    },
    parent,
  );
}

/** The marker first and the databases last: a kill between leaves a folder that no command opens. */
function moveInto(data: string, folder: string): void {
  const others = readdirSync(folder).filter((name) => name !== MARKER && !DATABASES.some((own) => own === name));
  for (const name of [MARKER, ...others, ...DATABASES]) {
    const path = join(folder, name);
    if (existsSync(path)) renameSync(path, join(data, name));
  }
}

async function unpackVerified(file: string, folder: string): Promise<void> {
  const name = file === STANDARD ? 'Standard input' : file;
  const damage =
    (await unpackBackup(file, folder)) ?? (await withProgress('files', (show) => findDamage(folder, show)));
  if (damage !== undefined)
    throw new OperatorError(
      `${name} is not a complete Ludex backup: ${damage}; nothing was restored. Use another copy of it`,
    );
  const problem = checkDatabases(folder);
  if (problem !== undefined) throw new OperatorError(`${name}: ${problem}; nothing was restored`);
  rmSync(join(folder, MANIFEST));
  markFolder(folder);
}
