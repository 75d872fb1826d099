/** Eight megabytes, four slots in a byte. With a million marks, three percent of the lookups are false positives. */
const SLOTS = 2 ** 25;

export type MarkFilter = ReturnType<typeof openMarkFilter>;

/** Rules out quickly that any of a line's marks was added, or that any was added more than once. Counts up to two by hash. */
export function openMarkFilter() {
  const counts = new Uint8Array(SLOTS / 4);
  const countAt = (slot: number) => ((counts[slot >>> 2] as number) >>> (2 * (slot & 3))) & 3;
  const countOf = (mark: string) => countAt(hashMark(mark) % SLOTS);
  return {
    add: (marks: readonly string[]) => {
      for (const mark of marks) {
        const slot = hashMark(mark) % SLOTS;
        if (countAt(slot) < 2) counts[slot >>> 2] = (counts[slot >>> 2] as number) + (1 << (2 * (slot & 3)));
      }
    },
    hasAny: (marks: readonly string[]) => marks.some((mark) => countOf(mark) > 0),
    hasRepeated: (marks: readonly string[]) => marks.some((mark) => countOf(mark) > 1),
  };
}

function hashMark(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
