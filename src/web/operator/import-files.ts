import { appendFile, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { temporaryPath } from '../../bundle/temporary-folder.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { UploadedFile } from '../kit/form-body.ts';

const MAX_GIGABYTES = 2;
const NAME = /^[^/\\\p{Cc}]{1,100}$/u;

function uploadFolder({ data }: Config): string {
  return temporaryPath('upload', data);
}

export function removeUpload(config: Config): Promise<void> {
  return rm(uploadFolder(config), { recursive: true, force: true });
}

/**
 * Appends a piece of a file to those before it; the first one replaces the last upload. In the data folder, because temporary
 * files of a container are often in memory. Returns the path.
 */
export async function storePiece(config: Config, { name, bytes }: UploadedFile, at: number): Promise<string> {
  if (!NAME.test(name) || /^\.+$/.test(name)) throw new AppError('badRequest', 'Give the file another name.');
  if (at + bytes.length > MAX_GIGABYTES * 1e9)
    throw new AppError('payloadTooLarge', `Send at most ${MAX_GIGABYTES} GB, or use the folder of LUDEX_IMPORTS.`);
  if (at === 0) await removeUpload(config);
  await mkdir(uploadFolder(config), { recursive: true });
  const path = join(uploadFolder(config), name);
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size !== at) throw new AppError('badRequest', 'The server no longer has the beginning. Send the file again.');
  await appendFile(path, bytes);
  return path;
}

/** What is in the folder of LUDEX_IMPORTS, without links that lead out of it. */
export async function listImportable({ imports }: Config): Promise<string[]> {
  if (imports === undefined) return [];
  const folder = await realpath(imports).catch(() => undefined);
  if (folder === undefined) return [];
  const names = (await readdir(folder)).toSorted();
  const targets = await Promise.all(names.map((name) => realpath(join(folder, name)).catch(() => '')));
  return names.filter((name, i) => !name.startsWith('.') && targets[i]?.startsWith(folder + sep));
}
