import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { create, extract } from 'tar';
import { makeTemporaryFolder, markTemporary, removeTemporary } from '../bundle/temporary-folder.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { INCOMING } from '../media/incoming.ts';
import { copyData, DATA_NAMES } from '../store/sqlite/backup.ts';
import { type Input, print } from './command.ts';
import { openProgress } from './progress.ts';
import { settle, stoppable } from './stoppable.ts';

/** Only its owner may read it: it holds the secret beside what the secret seals. */
const OWNER_ONLY = 0o600;

export function backupData({ config, words }: Input): Promise<void> {
  refuseDatabase(config);
  const file = resolve(words[0] as string);
  if (!existsSync(config.data))
    throw new OperatorError(`There is no data folder ${config.data}; LUDEX_DATA or --data says which one to use`);
  if (!isPacked(file)) throw new OperatorError(`${file} must end in .tar.gz or .tar`);
  if (existsSync(file)) throw new OperatorError(`${file} is there already; name a new file`);
  return stoppable(async () => {
    mkdirSync(dirname(file), { recursive: true });
    await inFolderBeside(file, async (folder) => {
      const progress = openProgress('pages');
      await copyData(config.data, folder, progress.show).finally(progress.end);
      await pack(folder, file);
    });
    settle();
    print(
      `The backup is in ${file}. Keep it safe: it holds the secret. "ludex restore ${file}" makes a data folder of it`,
    );
  });
}

export function restoreData({ config, words }: Input): Promise<void> {
  refuseDatabase(config);
  const file = resolve(words[0] as string);
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}`);
  if (existsSync(config.data) && readdirSync(config.data).length > 0)
    throw new OperatorError(`${config.data} is not empty; name another folder with --data, or move this one away`);
  return stoppable(async () => {
    mkdirSync(dirname(config.data), { recursive: true });
    await inFolderBeside(config.data, async (folder) => {
      await unpack(file, folder);
      if (existsSync(config.data)) rmdirSync(config.data);
      renameSync(folder, config.data);
    });
    settle();
    print(`Everything is back in ${config.data}. Next: "ludex serve --data ${config.data}"`);
  });
}

function refuseDatabase({ database_url }: Config): void {
  if (database_url !== undefined)
    throw new OperatorError(
      'This store is in PostgreSQL, which has a backup of its own: use pg_dump, and keep the secret and the pictures as well',
    );
}

function isPacked(file: string): boolean {
  return /\.(tar|tar\.gz|tgz)$/i.test(file);
}

/** On the same disk, so that moving is all that is left at the end. */
async function inFolderBeside(path: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = makeTemporaryFolder('backup', dirname(path));
  try {
    await work(folder);
  } finally {
    removeTemporary(folder);
  }
}

async function pack(folder: string, file: string): Promise<void> {
  const partial = markTemporary(`${file}.partial`);
  try {
    const gzip = !/\.tar$/i.test(file) && { level: 6 };
    await create(
      { file: partial, cwd: folder, gzip, portable: true, follow: true, mode: OWNER_ONLY, filter: isWhole },
      readdirSync(folder),
    );
    chmodSync(partial, OWNER_ONLY);
    renameSync(partial, file);
  } catch (error) {
    throw new OperatorError(`${file} cannot be written: ${(error as Error).message}`);
  } finally {
    removeTemporary(partial);
  }
}

/** What is on its way into the folder of pictures comes and goes while we look. */
function isWhole(path: string): boolean {
  return path !== `media/${INCOMING}`;
}

async function unpack(file: string, folder: string): Promise<void> {
  const strange: string[] = [];
  const isOurs = (path: string) => {
    const [first = '', ...rest] = path.split('/').filter((part) => part !== '.' && part !== '');
    return DATA_NAMES.includes(first) && !rest.includes('..') && (rest.length === 0 || first === 'media');
  };
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      preserveOwner: false,
      filter: (path, entry) => {
        const ours = isOurs(path) && 'type' in entry && /File$|^Directory$/.test(entry.type);
        if (!ours) strange.push(path);
        return ours;
      },
    });
  } catch (error) {
    throw new OperatorError(`${file} cannot be unpacked: ${(error as Error).message}; nothing was changed`);
  }
  if (strange.length > 0 || !existsSync(`${folder}/catalog.db`))
    throw new OperatorError(
      `${file} is no backup of Ludex${strange[0] ? `: it holds ${strange[0]}` : ''}; nothing was changed`,
    );
}
