import type { Faults } from '../fault.ts';

export const BUNDLE_FAULTS: Faults = {
  'bundle/bundle.ts': [
    ['compareCodePoints(order, previous) <= 0', 'compareCodePoints(order, previous) < 0', 'bundle/bundle'],
  ],
  'bundle/plain-text.ts': [
    ["if (text !== text.normalize('NFC')) return", 'if (false) return', 'bundle/bundle'],
    ['|#x[\\da-f]+', '', 'bundle/bundle'],
  ],
  'bundle/text-lines.ts': [
    ['if (rest.length > 0) yield [Buffer.concat(rest)];', '', 'bundle/text-lines'],
    ['{ fatal: true, ignoreBOM: true }', '{ fatal: true }', 'bundle/text-lines'],
  ],
  'bundle/unpack.ts': [
    ['maxDecompressionRatio: MAX_RATIO,', 'maxDecompressionRatio: Infinity,', 'bundle/archive'],
    ['if (seen.has(name)) return', 'if (false) return', 'bundle/archive'],
  ],
  'bundle/writer.ts': [
    ['for (const name of Object.keys(value).sort())', 'for (const name of Object.keys(value))', 'bundle/writer'],
  ],
  'process-owner.ts': [
    ['if (ageMs > DAY_MS) return true;', 'if (ageMs > 0) return true;', 'bundle/temporary-folder'],
    ['return !Number.isNaN(pid) && hasEnded(pid);', 'return false;', 'server/process/killed-thumbnail.long'],
  ],
};
