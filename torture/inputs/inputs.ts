import assert from 'node:assert/strict';
import { OperatorError } from '../../src/errors.ts';
import { openRandom, type Random } from '../../test/support/random.ts';
import { assertFlat, type SettledMemory, settleMemory } from '../memory.ts';

/** A generated input: the file, form or picture that `what` names, with this content. */
export interface Input {
  what: string;
  bytes: Buffer;
}

/** What takes inputs. */
export interface Subject<T extends Input = Input> {
  make(random: Random): T;
  /** Resolves to whether the input was accepted. Rejects if it shows a fault. */
  feed(input: T): Promise<boolean>;
  /** How many inputs are fed at a time; default one. */
  clients?: number;
  /** The memory in use by a server; default that of this process. */
  usedMb?(): number;
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
  memory: SettledMemory;
}

const MINUTE_MS = 60_000;
const SAMPLES = 100;
/** In samples. */
const CHECK_EVERY = 20;
const LONGEST_INPUT = 5000;
/** With fewer inputs a server is still warming up. */
const ENOUGH = 50_000;
/** Each thread remembers up to 20,000 different requests, and then forgets all of them. */
const LARGEST_GROWTH = 0.1;

/** Feeds generated inputs, and fails at the first fault with the input that shows it. */
export async function feedInputs<T extends Input>(subject: Subject<T>, options: InputOptions): Promise<InputResult> {
  const { seed, count, from = 0, minutes = Infinity, onProgress } = options;
  const endAt = performance.now() + minutes * MINUTE_MS;
  const result = { accepted: 0, refused: 0 };
  const samples: number[] = [];
  const usedMb = subject.usedMb ?? (() => process.memoryUsage.rss() / 2 ** 20);
  let [next, hasFailed] = [from, false];
  const sample = async (fed: number) => {
    if (samples.length % CHECK_EVERY === 0) await subject.check?.();
    samples.push(usedMb());
    onProgress?.(`${fed} of ${count}, ${result.accepted} accepted, ${Math.round(samples.at(-1) ?? 0)} MB`);
  };
  const work = async () => {
    while (next < from + count && performance.now() < endAt && !hasFailed) {
      const number = next++;
      const input = subject.make(openRandom(Math.imul(seed, 1_000_003) + number));
      try {
        result[(await feedOne(subject, input)) ? 'accepted' : 'refused']++;
        assertNotPolluted();
      } catch (error) {
        hasFailed = true;
        const text = JSON.stringify(input.bytes.toString('latin1').slice(0, LONGEST_INPUT));
        const again = `--seed ${seed} --from ${number} --count 1`;
        throw new Error(`${input.what}: ${(error as Error).stack}\n${again}\n${text}`, { cause: error });
      }
      if ((number - from + 1) % Math.ceil(count / SAMPLES) === 0) await sample(number - from + 1);
    }
  };
  await Promise.all(Array.from({ length: subject.clients ?? 1 }, work));
  await subject.check?.();
  await subject.close();
  const memory = settleMemory(samples);
  if (subject.usedMb && result.accepted + result.refused >= ENOUGH) assertFlat(memory, LARGEST_GROWTH);
  return { ...result, memory };
}

const LONGEST_MS = 60_000;

/** Runs a subject on one input. Fails also at an error that nobody waits for, which would end the program, and at work without an end. */
async function feedOne<T extends Input>(subject: Subject<T>, input: T): Promise<boolean> {
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
