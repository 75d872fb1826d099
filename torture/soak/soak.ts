import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../../test/support/accounts.ts';
import { openRandom } from '../../test/support/random.ts';
import { assertFlat, describeMemory, type SettledMemory, settleMemory } from '../memory.ts';
import { editOnce, importNext, liveOnce } from './changes.ts';
import { gamesIn, openModel } from './model.ts';
import { type Reader, readOnce } from './readers.ts';
import { OPERATOR, runSoakCommand, type SoakServer, startSoakServer } from './server.ts';

export interface SoakOptions {
  seed: number;
  minutes: number;
  settings?: Record<string, string>;
  /** How long each reader waits between two requests; default not at all. */
  readerPauseMs?: number;
  onProgress?: (line: string) => void;
}

export interface SoakResult {
  /** How often each kind of work was done, without a wrong answer. */
  done: Record<Work, number>;
  memory: SettledMemory;
}

type Work = 'requests' | 'imports' | 'edits' | 'people';

const READERS = 6;
const SAMPLE_MS = 1000;
const PROGRESS_SAMPLES = 30;
/** Between two of each: an import keeps a core busy for seconds. */
const PAUSE_MS = { imports: 10_000, edits: 2000, people: 500 };

/**
 * Mixed traffic with imports, edits, new keys and sign-ins. Every answer is compared with a model. Fails at the first wrong
 * answer, error or refused request.
 */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { seed, minutes, readerPauseMs = 0, onProgress = () => {} } = options;
  const pauses: Record<Work, number> = { ...PAUSE_MS, requests: readerPauseMs };
  const server = await startSoakServer(options.settings);
  const model = openModel();
  const startedAt = performance.now();
  const endAt = startedAt + minutes * 60_000;
  const done: Record<Work, number> = { requests: 0, imports: 0, edits: 0, people: 0 };
  const samples: number[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  const isOver = () => signal.aborted || performance.now() >= endAt;

  const repeat = async (work: Work, doOnce: () => Promise<void>) => {
    do {
      await doOnce();
      server.assertWell();
      done[work]++;
      await pause(pauses[work], undefined, { signal }).catch(() => {});
    } while (!isOver());
  };
  const watch = async () => {
    while (!isOver()) {
      const usedMb = server.usedMb();
      samples.push(usedMb);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      if (samples.length % PROGRESS_SAMPLES === 0)
        onProgress(`${seconds} s: ${describeWork(done)}; ${usedMb.toFixed(1)} MB in use`);
      await pause(SAMPLE_MS, undefined, { signal }).catch(() => {});
    }
  };
  const readers = Array.from({ length: READERS }, (_, i): Reader => ({ server, model, random: openRandom(seed + i) }));
  const editor = await signIn(server, OPERATOR);
  const random = openRandom(seed - 1);
  await Promise.all(
    [
      ...readers.map((reader) => repeat('requests', () => readOnce(reader))),
      repeat('imports', () => importNext(server, model)),
      repeat('edits', () => editOnce(editor, server, model, random)),
      repeat('people', () => liveOnce(server)),
      watch(),
    ].map((work) =>
      work.catch((error) => {
        stopping.abort();
        throw error;
      }),
    ),
  );
  await assertFinal(server, model.version.last);
  return { done, memory: settleMemory(samples) };
}

/** Nothing was lost or damaged on the way. */
async function assertFinal(server: SoakServer, version: number): Promise<void> {
  await server.stop();
  const { games } = JSON.parse(await runSoakCommand(['status', '--json'], server.env)) as { games: number };
  assert.equal(games, gamesIn(version));
  await runSoakCommand(['check', '--json'], server.env);
}

/** In less time the server is still warming up. */
const ENOUGH_MINUTES = 8;
const LARGEST_GROWTH = 0.05;

/** Fails if memory still grows after caches are full and code is compiled. */
export function assertFlatSoak({ memory }: SoakResult, minutes: number): void {
  if (minutes >= ENOUGH_MINUTES) assertFlat(memory, LARGEST_GROWTH);
}

export function writeSoakReport({ done, memory }: SoakResult, minutes: number): string {
  const grown =
    minutes < ENOUGH_MINUTES ? 'Too short to judge the memory, which grows at first' : describeMemory(memory);
  return `${describeWork(done)}, without a wrong answer or a failed request. ${grown}`;
}

function describeWork({ requests, imports, edits, people }: Record<Work, number>): string {
  return `${requests} requests, ${imports} imports, ${edits} edits, ${people} people who signed up and rotated their key`;
}
