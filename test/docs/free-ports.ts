import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that the system gives away by itself. */
const FIRST = 20_000;
const SLOTS = 1500;
const SLOT_PORTS = 8;

/** Two test files that run at the same time begin at different places. */
let next = (process.pid * 16) % SLOTS;

/** The first of eight ports in a row that nobody uses. */
export async function freePorts(): Promise<number> {
  for (let tries = 0; tries < SLOTS; tries++) {
    const first = FIRST + (next++ % SLOTS) * SLOT_PORTS;
    const found = await Promise.all(Array.from({ length: SLOT_PORTS }, (_, i) => isFree(first + i)));
    if (found.every(Boolean)) return first;
  }
  throw new Error(`no ${SLOT_PORTS} ports in a row are free`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port);
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
