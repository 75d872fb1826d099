import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** A running server leaves its URL in the data folder, so that commands print links to it whatever its port is. */
export function writeAddress(config: Config, url: string): void {
  try {
    writeFileSync(addressFile(config), `${url}\n`, { mode: 0o600 });
  } catch {
    // The server also works with a folder that it cannot write to.
  }
}

export function removeAddress(config: Config): void {
  rmSync(addressFile(config), { force: true });
}

export function findAddress(config: Config): string | undefined {
  try {
    return readFileSync(addressFile(config), 'utf8').trim();
  } catch {
    return undefined;
  }
}

function addressFile({ data }: Config): string {
  return join(data, 'address');
}
