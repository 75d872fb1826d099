import assert from 'node:assert/strict';
import { readMemory } from '../../bench/processes.ts';
import { OperatorError } from '../../src/errors.ts';
import { minimise } from '../mutate.ts';
import { openRandom, type Random } from '../random.ts';

/** A generated input: the file, form or picture that `what` names, with this content. */
export interface Input {
  what: string;
  bytes: Buffer;
}

/** What takes inputs. */
export interface Subject {
  make(random: Random): Input;
  /** Resolves to whether the input was accepted. Rejects if it shows a fault. */
  feed(input: Input): Promise<boolean>;
  /** Run now and then: fails if accepted inputs have damaged something. */
  check?(): Promise<void>;
  close(): Promise<void>;
}

export interface InputOptions {
  seed: number;
  count: number;
  /** The first input: repeats a part of a run. */
  from?: number;
  /** Stops after so many minutes, whatever the count. */
  minutes?: number;
  onProgress?: (line: string) => void;
}

export interface InputResult {
  accepted: number;
  refused: number;
  /** Resident memory after a third, over the last tenth, and at most. */
  memoryMb: { settled: number; last: number; peak: number };
}

const MINUTE_MS = 60_000;
const SAMPLES = 100;
/** In samples. */
const CHECK_EVERY = 20;

/** Feeds generated inputs, and fails at the first fault with the smallest input that shows it. */
export async function feedInputs(subject: Subject, options: InputOptions): Promise<InputResult> {
  const { seed, count, from = 0, minutes = Infinity, onProgress } = options;
  const endAt = performance.now() + minutes * MINUTE_MS;
  const result = { accepted: 0, refused: 0 };
  const memory: number[] = [];
  for (let number = from; number < from + count && performance.now() < endAt; number++) {
    const input = subject.make(openRandom(Math.imul(seed, 1_000_003) + number));
    try {
      result[(await feedOne(subject, input)) ? 'accepted' : 'refused']++;
      assertNotPolluted();
    } catch (error) {
      throw await describe(error as Error, subject, input, `--seed ${seed} --from ${number} --count 1`);
    }
    if ((number - from + 1) % Math.ceil(count / SAMPLES) !== 0) continue;
    if (memory.length % CHECK_EVERY === 0) await subject.check?.();
    memory.push(process.memoryUsage.rss() / 2 ** 20);
    onProgress?.(`${number - from + 1} of ${count}, ${result.accepted} accepted, ${Math.round(memory.at(-1) ?? 0)} MB`);
  }
  await subject.check?.();
  await subject.close();
  return { ...result, memoryMb: summarise(memory) };
}

async function describe(error: Error, subject: Subject, { what, bytes }: Input, flags: string): Promise<Error> {
  const fails = (part: Buffer) =>
    feedOne(subject, { what, bytes: part }).then(
      () => false,
      (other: Error) => other.name === error.name && other.message.slice(0, 20) === error.message.slice(0, 20),
    );
  const smallest = (await fails(bytes)) ? await minimise(bytes, fails) : bytes;
  const text = JSON.stringify(smallest.toString('latin1').slice(0, 5000));
  return new Error(`${what}: ${error.stack}\n${flags}\nthe smallest input that fails: ${text}`, { cause: error });
}

const LONGEST_MS = 60_000;

/** Runs a subject on one input. Fails also at an error that nobody waits for, which would end the program, and at work without an end. */
async function feedOne(subject: Subject, input: Input): Promise<boolean> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no result after ${LONGEST_MS} ms`)), LONGEST_MS);
  process.on('unhandledRejection', reject);
  process.on('uncaughtException', reject);
  try {
    return await Promise.race([subject.feed(input), promise]);
  } finally {
    clearTimeout(timer);
    process.off('unhandledRejection', reject);
    process.off('uncaughtException', reject);
  }
}

function assertNotPolluted(): void {
  assert.deepEqual(Object.keys(Object.prototype), []);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined, 'a prototype was changed');
}

function summarise(memory: readonly number[]): InputResult['memoryMb'] {
  const mean = (begin: number, end: number) => {
    const part = memory.slice(memory.length * begin, memory.length * end);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  };
  return { settled: mean(0.3, 0.4), last: mean(0.9, 1), peak: readMemory(process.pid)?.peakMb ?? 0 };
}

const LONGEST_MESSAGE = 20_000;
/** What a message shows if the code forgot a case. */
const CARELESS = /\[object Object\]|undefined|Cannot read prop|is not a function|is not iterable|NaN|\n\s+at /;

/** Resolves to false if the work is refused with a message for the operator, and rejects with any other error. */
export async function wasAccepted(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    assert.ok(error.message.length < LONGEST_MESSAGE, `a message of ${error.message.length} characters`);
    // The quoted input may hold such words.
    const [sentence = ''] = error.message.split(/[\n:]/, 1);
    assert.doesNotMatch(sentence, CARELESS);
    return false;
  }
}
