import type { TestEvent } from 'node:test/reporters';
import { inspect, stripVTControlCharacters } from 'node:util';
import { SUBSTITUTE_PREFIX } from '../instead.ts';

/** The result of a test or a file, sent to the parent process. */
export interface Report {
  name: string;
  isFile: boolean;
  /** Undefined if it passed. */
  problem: string | undefined;
}

/** What a test does differently on this machine. */
export interface Note {
  note: string;
}

/** A reporter that sends all results to the parent process. */
// biome-ignore lint/correctness/useYield: a reporter is a generator, and this one prints nothing
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const found = toReport(event);
    if (found) process.send?.(found);
  }
}

function toReport(event: TestEvent): Report | Note | undefined {
  const { type, data } = event;
  if (type === 'test:diagnostic' && data.message.startsWith(SUBSTITUTE_PREFIX)) return { note: data.message };
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
  // Skipped tests are failures.
  if (data.skip !== undefined || data.todo !== undefined) return 'it was skipped';
  if (type === 'test:pass') return undefined;
  const { error } = data.details;
  // Failed subtests are reported separately.
  if ((error as { failureType?: string }).failureType === 'subtestsFailed') return undefined;
  return stripVTControlCharacters(inspect(error.cause ?? error));
}
