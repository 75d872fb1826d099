import type { Fault } from '../fault.ts';

export const QUOTA_FAULTS: readonly Fault[] = [
  {
    file: 'quota/limits.ts',
    find: 'usage.used >= limits.perHour',
    replace: 'usage.used > limits.perHour',
    tests: ['quota/limits'],
  },
  {
    file: 'quota/limits.ts',
    find: ' || before.hour === hour + 1',
    replace: '',
    tests: ['quota/limits'],
  },
  {
    file: 'quota/limits.ts',
    find: 'Math.max(now, nextRequestAt) + intervalMs(limits)',
    replace: 'now + intervalMs(limits)',
    tests: ['quota/limits'],
  },
  {
    file: 'quota/leases.ts',
    find: ' || perSecond !== null',
    replace: '',
    tests: ['quota/leases'],
  },
  {
    file: 'quota/leases.ts',
    find: 'left * SHARE_OF_REMAINING',
    replace: 'MAX_SIZE',
    tests: ['quota/leases'],
  },
  {
    file: 'quota/quota.ts',
    find: 'own.clear();',
    replace: '',
    tests: ['quota/quota'],
  },
  {
    file: 'quota/quota.ts',
    find: 'if (!isUnavailable(error)) throw error;',
    replace: '',
    tests: ['quota/quota'],
  },
  {
    file: 'quota/usage.ts',
    find: 'for (const count of batch) add(count);',
    replace: '',
    tests: ['quota/usage'],
  },
  {
    file: 'quota/flusher.ts',
    find: 'clearInterval(timer);\n      return flush();',
    replace: 'clearInterval(timer);\n      return written;',
    tests: ['quota/usage', 'quota/flusher'],
  },
  {
    file: 'quota/flusher.ts',
    find: 'written = written.then(write);',
    replace: 'written = write();',
    tests: ['quota/flusher'],
  },
];
