import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

/** Of the machine or container: only its own processes are known. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const OWNER = new RegExp(`-${HOST}-(\\d+)-[\\w.]+$`);

/** A part of the name of a temporary file or folder. Letters, digits and dots follow it. */
export const OWNER_TAG = `-${HOST}-${process.pid}-`;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether nobody uses a temporary file or folder any more. Of another machine, whose processes it cannot see, after a day. */
export function isAbandoned(path: string, ageMs: number): boolean {
  const pid = Number(OWNER.exec(path)?.[1]);
  if (ageMs > DAY_MS) return true;
  // In a container, the process before this one had the same id.
  if (pid === process.pid) return ageMs > process.uptime() * 1000;
  return !Number.isNaN(pid) && hasEnded(pid);
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
