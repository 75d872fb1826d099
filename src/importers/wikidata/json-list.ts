import { trimBytes } from './raw-lines.ts';

/** Throws an error about a line, by default the current one. */
export type Fail = (what: string, line?: number) => never;

/** Reads a JSON list line by line: removes commas and the brackets of the list, if there are any. */
export interface JsonList {
  /** The entity of a line. Undefined for an empty line or a bracket. */
  unwrap(line: Buffer): Buffer | undefined;
  /** Returns whether it was a list with both brackets. */
  close(onMissingEnd: (what: string) => void): boolean;
}

const COMMA = 0x2c;
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

export function openJsonList(fail: Fail, failEntry: Fail): JsonList {
  let state: 'new' | 'bare' | 'list' | 'closed' = 'new';
  return {
    unwrap: (line) => {
      if (line.length === 0) return undefined;
      if (state === 'closed') return fail('unexpected text after the closing bracket');
      const before = state;
      if (before === 'new') state = isOnly(line, OPEN_LIST) ? 'list' : 'bare';
      if (before === 'new' && state === 'list') return undefined;
      if (state === 'list' && isOnly(line, CLOSE_LIST)) {
        state = 'closed';
        return undefined;
      }
      const entity = line.at(-1) === COMMA ? trimBytes(line.subarray(0, -1)) : line;
      if (entity[0] === OPEN_OBJECT && entity.at(-1) === CLOSE_OBJECT) return entity;
      return failEntry('not an entity, or truncated: each line must be one JSON object');
    },
    close: (onMissingEnd) => {
      if (state === 'new') fail('it has no entities', 1);
      if (state === 'list') onMissingEnd('the closing bracket is missing: the file is truncated');
      return state === 'closed';
    },
  };
}

function isOnly(line: Buffer, byte: number): boolean {
  return line.length === 1 && line[0] === byte;
}
