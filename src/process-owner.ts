import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

/** Of the machine or container: only its own processes are known. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const OWNER = new RegExp(`-${HOST}-(\\d+)-[\\w.]+$`);

/** A part of the name of a temporary file or folder. Letters, digits and dots follow it. */
export const OWNER_TAG = `-${HOST}-${process.pid}-`;

/** Whether a process of this machine made the path, and has ended. */
export function isOfEndedProcess(path: string): boolean {
  const pid = Number(OWNER.exec(path)?.[1]);
  if (Number.isNaN(pid)) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
