import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The folder beside the pictures for what is not whole yet, and for the marks of those who take pictures in. Nothing in it
 * is ever served.
 */
export const INCOMING = 'incoming';
const MARK = /^(\d+)-.*\.import$/;
/** Whoever takes pictures in says so often that they still live. */
const PULSE_MS = 60_000;
const DEAD_AFTER_MS = 10 * PULSE_MS;
/** What a process that was killed has left. */
const LEFTOVER_AFTER_MS = 24 * 60 * 60 * 1000;

/** A name that nobody else has. */
export async function nameIncoming(folder: string): Promise<string> {
  await mkdir(join(folder, INCOMING), { recursive: true });
  return join(folder, INCOMING, `${randomUUID()}.partial`);
}

/** Tells that somebody takes in pictures, of which the catalog does not know yet; gives what takes the mark away. */
export async function setMark(folder: string): Promise<() => Promise<void>> {
  const mark = join(folder, INCOMING, `${Date.now()}-${randomUUID()}.import`);
  await mkdir(join(folder, INCOMING), { recursive: true });
  await writeFile(mark, '');
  const pulse = setInterval(() => void touch(mark), PULSE_MS);
  pulse.unref();
  return async () => {
    clearInterval(pulse);
    await rm(mark, { force: true });
  };
}

/** Whether it is there; it is then as good as new. */
export async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

/** When the oldest of those who still live began to take pictures in; undefined: nobody does. */
export async function findOldestKeeper(folder: string, now: number): Promise<number | undefined> {
  const begun: number[] = [];
  for (const { name, age } of await listIncoming(folder, now)) {
    const [, at] = MARK.exec(name) ?? [];
    if (at && age < DEAD_AFTER_MS) begun.push(Number(at));
  }
  return begun.length === 0 ? undefined : Math.min(...begun);
}

export async function removeLeftovers(folder: string, now: number): Promise<void> {
  for (const { name, age } of await listIncoming(folder, now))
    if (age > LEFTOVER_AFTER_MS) await rm(join(folder, INCOMING, name), { force: true });
}

async function listIncoming(folder: string, now: number): Promise<{ name: string; age: number }[]> {
  const found = [];
  for (const name of await readdir(join(folder, INCOMING)).catch((): string[] => [])) {
    const about = await stat(join(folder, INCOMING, name)).catch(() => undefined);
    if (about) found.push({ name, age: now - about.mtimeMs });
  }
  return found;
}
