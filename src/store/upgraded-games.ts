import { hash } from 'node:crypto';
import { listExternalIds } from './external-ids.ts';
import { filtersOf } from './game-filters.ts';

/** A game as a version without filters stored it, with the lines of its layers. */
export interface OldGame {
  gameId: number;
  record: string;
  /** A JSON list of lines, which are JSON themselves. Null: no layers. */
  lines: string | null;
}

export interface UpgradedGame {
  gameId: number;
  record: string;
  hash: string;
  filters: Buffer;
}

/** How many games an upgrade reads at once. */
export const GAMES_PER_UPGRADE = 500;
const REPORT_MS = 2000;

/** What an upgrade does, and what it counts. */
const PHASES = {
  games: ['Upgrading the games', 'games'],
  filters: ['Computing the filters', 'games'],
  texts: ['Compressing the catalog', 'texts'],
} as const;

/** Reports an upgrade that takes long: a large catalog takes a minute, in which a start seems to hang. */
export function openUpgradeProgress(
  phase: keyof typeof PHASES,
  total: number,
  clock: () => number = Date.now,
  write: (line: string) => void = (line) => void process.stderr.write(line),
): (amount: number) => void {
  const [name, unit] = PHASES[phase];
  let done = 0;
  let reportedAt = clock();
  return (amount) => {
    done += amount;
    if (amount === 0 || clock() - reportedAt < REPORT_MS) return;
    reportedAt = clock();
    write(`${name}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${unit}\n`);
  };
}

/** Adds what today's imports store: external ids and filters. The next import of the same lines then changes nothing. */
export function upgradeGame({ gameId, record: text, lines }: OldGame): UpgradedGame {
  const parsed = (JSON.parse(lines ?? '[]') as string[]).map((line) => JSON.parse(line));
  const record = { ...JSON.parse(text), external_ids: listExternalIds(parsed) };
  const upgraded = JSON.stringify(record);
  return { gameId, record: upgraded, hash: hashRecord(upgraded), filters: bytesOf(filtersOf(record)) };
}

/** The filters of a record, which have more terms now. */
export function refillFilters(record: string): Buffer {
  return bytesOf(filtersOf(JSON.parse(record)));
}

/** The hash of a game tells whether an import changes it. */
export function hashRecord(record: string): string {
  return hash('sha256', record, 'base64url');
}

export function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
