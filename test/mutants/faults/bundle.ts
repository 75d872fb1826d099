import type { Fault } from '../fault.ts';

export const BUNDLE_FAULTS: readonly Fault[] = [
  {
    file: 'bundle/bundle.ts',
    find: 'compareCodePoints(order, previous) <= 0',
    replace: 'compareCodePoints(order, previous) < 0',
    tests: ['bundle/bundle'],
  },
  {
    file: 'bundle/plain-text.ts',
    find: "if (text !== text.normalize('NFC')) return",
    replace: 'if (false) return',
    tests: ['bundle/bundle'],
  },
  {
    file: 'bundle/plain-text.ts',
    find: '|#x[\\da-f]+',
    replace: '',
    tests: ['bundle/html'],
  },
  {
    file: 'bundle/text-lines.ts',
    find: 'if (rest.length > 0) yield* decodeLines(rest);',
    replace: '',
    tests: ['bundle/text-lines'],
  },
  {
    file: 'bundle/text-lines.ts',
    find: '{ fatal: true, ignoreBOM: true }',
    replace: '{ fatal: true }',
    tests: ['bundle/text-lines'],
  },
  {
    file: 'bundle/unpack.ts',
    find: 'if (bytes > maxBytes) return',
    replace: 'if (bytes > 2 * maxBytes) return',
    tests: ['bundle/archive'],
  },
  {
    file: 'bundle/unpack.ts',
    find: 'if (seen.has(name)) return',
    replace: 'if (false) return',
    tests: ['bundle/archive'],
  },
  {
    file: 'bundle/writer.ts',
    find: 'for (const name of Object.keys(value).sort())',
    replace: 'for (const name of Object.keys(value))',
    tests: ['bundle/writer'],
  },
  {
    file: 'bundle/temporary-folder.ts',
    find: 'now - stats!.mtimeMs > LEFTOVER_AFTER_MS',
    replace: 'now - stats!.mtimeMs > 0',
    tests: ['bundle/temporary-folder'],
  },
];
