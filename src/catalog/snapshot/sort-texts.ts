import { countTexts, shared, type Texts } from './shared-arrays.ts';

/** Sorts texts by their bytes: the same everywhere, without the rules of any language. */
export function sortTexts(texts: Texts): Uint32Array {
  const order = shared(Uint32Array, countTexts(texts));
  for (let i = 0; i < order.length; i++) order[i] = i;
  const compare = compareTexts(texts);
  return order.sort((a, b) => compare(a, b) || a - b);
}

export function compareTexts({ bytes, offsets }: Texts): (a: number, b: number) => number {
  return (a, b) => {
    const [from, other] = [offsets[a] as number, offsets[b] as number];
    const [length, otherLength] = [(offsets[a + 1] as number) - from, (offsets[b + 1] as number) - other];
    const least = Math.min(length, otherLength);
    let i = 0;
    while (i < least && bytes[from + i] === bytes[other + i]) i++;
    return i < least ? (bytes[from + i] as number) - (bytes[other + i] as number) : length - otherLength;
  };
}
