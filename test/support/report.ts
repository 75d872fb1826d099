import type { TestEvent } from 'node:test/reporters';
import { inspect, stripVTControlCharacters } from 'node:util';
import { INSTEAD } from './instead.ts';

/** What a process that runs test files tells the one that started it, of a test or of the whole file. */
export interface Report {
  name: string;
  isFile: boolean;
  /** Undefined: it passed. */
  problem: string | undefined;
}

/** What a test does otherwise on this machine. */
export interface Note {
  note: string;
}

/** A reporter that sends everything that has ended to the parent process. */
// biome-ignore lint/correctness/useYield: a reporter is a generator, and this one prints nothing
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const found = toReport(event);
    if (found) process.send?.(found);
  }
}

function toReport(event: TestEvent): Report | Note | undefined {
  const { type, data } = event;
  if (type === 'test:diagnostic' && data.message.startsWith(INSTEAD)) return { note: data.message };
  if (type === 'test:diagnostic' && data.message.startsWith('Error:'))
    return { name: 'after the end of a test', isFile: false, problem: data.message };
  if (type !== 'test:pass' && type !== 'test:fail') return undefined;
  const isFile = data.nesting === 0;
  const problem = findProblem(event as Ended);
  if (data.details.type === 'suite' && !isFile && problem === undefined) return undefined;
  return { name: data.name, isFile, problem };
}

type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

function findProblem({ type, data }: Ended): string | undefined {
  // Each test has to run, everywhere: nobody reads why one did not.
  if (data.skip !== undefined || data.todo !== undefined) return 'it was skipped';
  if (type === 'test:pass') return undefined;
  const { error } = data.details;
  // The failed subtests have been reported themselves.
  if ((error as { failureType?: string }).failureType === 'subtestsFailed') return undefined;
  return stripVTControlCharacters(inspect(error.cause ?? error));
}
