/** Four megabytes. With a million marks, three percent of the lookups are false positives. */
const BITS = 2 ** 25;

/** A Bloom filter: rules out quickly that any of a line's marks was added. */
export interface MarkFilter {
  add(marks: readonly string[]): void;
  hasAny(marks: readonly string[]): boolean;
}

export function openMarkFilter(): MarkFilter {
  const bits = new Uint8Array(BITS / 8);
  return {
    add: (marks) => {
      for (const bit of marks.map(bitOf)) bits[bit >>> 3] = (bits[bit >>> 3] as number) | (1 << (bit & 7));
    },
    hasAny: (marks) => marks.some((mark) => isSet(bits, bitOf(mark))),
  };
}

/** A filter that also rules out that any of a line's marks was added more than once. */
export interface RepeatFilter extends MarkFilter {
  hasRepeated(marks: readonly string[]): boolean;
}

export function openRepeatFilter(): RepeatFilter {
  const [once, twice] = [openMarkFilter(), openMarkFilter()];
  return {
    add: (marks) => {
      twice.add(marks.filter((mark) => once.hasAny([mark])));
      once.add(marks);
    },
    hasAny: once.hasAny,
    hasRepeated: twice.hasAny,
  };
}

function isSet(bits: Uint8Array, bit: number): boolean {
  return ((bits[bit >>> 3] as number) & (1 << (bit & 7))) !== 0;
}

function bitOf(mark: string): number {
  return hashMark(mark) % BITS;
}

/** FNV-1a. */
export function hashMark(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
