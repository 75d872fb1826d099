import { trimBytes } from './raw-lines.ts';

/** Ends the reading with a sentence about the line at hand, or about another. */
export type Fail = (what: string, line?: number) => never;

/** What stands around the entities of a file: nothing, or the brackets of a list, and commas. */
export interface Frame {
  /** The entity on a line; nothing on a line that has none. */
  unwrap(line: Buffer): Buffer | undefined;
  /** At the end: whether it was a list from its first bracket to its last. */
  close(): boolean;
}

const COMMA = 0x2c;
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

export function openFrame(fail: Fail): Frame {
  let state: 'new' | 'bare' | 'list' | 'closed' = 'new';
  return {
    unwrap: (line) => {
      if (line.length === 0) return undefined;
      if (state === 'closed') return fail('something follows the closing bracket');
      const before = state;
      if (before === 'new') state = isOnly(line, OPEN_LIST) ? 'list' : 'bare';
      if (before === 'new' && state === 'list') return undefined;
      if (state === 'list' && isOnly(line, CLOSE_LIST)) {
        state = 'closed';
        return undefined;
      }
      const entity = line.at(-1) === COMMA ? trimBytes(line.subarray(0, -1)) : line;
      if (entity[0] === OPEN_OBJECT && entity.at(-1) === CLOSE_OBJECT) return entity;
      return fail('cut short, or no entity: each line must hold one, as a JSON object');
    },
    close: () => {
      if (state === 'new') fail('it holds no entities');
      if (state === 'list') fail('it begins with a bracket that is never closed: the file is cut short');
      return state === 'closed';
    },
  };
}

function isOnly(line: Buffer, byte: number): boolean {
  return line.length === 1 && line[0] === byte;
}
