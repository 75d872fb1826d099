import type { Faults } from '../fault.ts';

export const QUOTA_FAULTS: Faults = {
  'quota/quota.ts': [
    ['usage.used >= limits.perHour', 'usage.used > limits.perHour', 'quota/limits'],
    [' || before.hour === hour + 1', '', 'quota/limits'],
    ['Math.max(now, nextRequestAt) + intervalMs(limits)', 'now + intervalMs(limits)', 'quota/limits'],
  ],
  'quota/usage.ts': [
    ['for (const count of batch) add(count);', '', 'quota/usage'],
    ['clearInterval(timer);\n      return flush();', 'clearInterval(timer);\n      return written;', 'quota/usage'],
    ['written = written.then(write);', 'written = write();', 'quota/usage'],
  ],
};
