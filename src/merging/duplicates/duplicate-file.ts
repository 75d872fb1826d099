import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { DuplicateList } from './duplicate.ts';

/**
 * The list is a file in the data folder: all threads read it, and it survives a restart. It can be removed at any time.
 */
export async function readDuplicates(config: Pick<Config, 'data'>): Promise<DuplicateList | undefined> {
  const text = await readFile(pathOf(config), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : parse(text);
}

/** When the file was written. */
export async function findWritten(config: Pick<Config, 'data'>): Promise<number | undefined> {
  return (await stat(pathOf(config)).catch(() => undefined))?.mtimeMs;
}

/** Renames a complete file, so that nobody reads half of one. */
export async function writeDuplicates(config: Pick<Config, 'data'>, list: DuplicateList): Promise<void> {
  const partial = `${pathOf(config)}.${process.pid}-${Math.random().toString(36).slice(2)}`;
  await writeFile(partial, JSON.stringify(list), { mode: 0o600 });
  await rename(partial, pathOf(config));
}

function parse(text: string): DuplicateList | undefined {
  try {
    return JSON.parse(text) as DuplicateList;
  } catch {
    return undefined;
  }
}

function pathOf({ data }: Pick<Config, 'data'>): string {
  return join(data, 'duplicates.json');
}
