import { packTexts, sharedUint32, type Texts } from '../snapshot/shared-arrays.ts';
import { sortTexts } from '../snapshot/sort-texts.ts';

/** A sorted dictionary with posting lists: the titles of word i are at offsets[i] to offsets[i + 1], ascending. */
export interface Dictionary {
  words: Texts;
  offsets: Uint32Array;
  titles: Uint32Array;
}

export interface WordCollector {
  /** False if the title has this word already. Titles must come in ascending order. */
  add(bytes: Uint8Array, from: number, to: number, title: number): boolean;
  pack(): Dictionary;
}

const FIRST_SLOTS = 1 << 12;
const EMPTY = -1;

/** Collects words in a hash table over bytes: a `Map` would need a string for each occurrence, which takes seconds. */
export function collectWords(): WordCollector {
  let slots = new Int32Array(FIRST_SLOTS).fill(EMPTY);
  let bytes = new Uint8Array(1 << 16);
  const hashes: number[] = [];
  const starts: number[] = [0];
  const counts: number[] = [];
  const lastTitles: number[] = [];
  let pairs = new Uint32Array(1 << 16);
  let pairsEnd = 0;

  const isWord = (word: number, source: Uint8Array, from: number, to: number) => {
    const start = starts[word] as number;
    if ((starts[word + 1] as number) - start !== to - from) return false;
    for (let i = 0; i < to - from; i++) if (bytes[start + i] !== source[from + i]) return false;
    return true;
  };
  const grow = () => {
    slots = new Int32Array(slots.length * 2).fill(EMPTY);
    hashes.forEach((hash, word) => {
      let slot = hash & (slots.length - 1);
      while (slots[slot] !== EMPTY) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = word;
    });
  };
  const addWord = (hash: number, source: Uint8Array, from: number, to: number) => {
    const start = starts.at(-1) as number;
    const end = start + to - from;
    if (end > bytes.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(bytes);
      bytes = larger;
    }
    bytes.set(source.subarray(from, to), start);
    starts.push(end);
    hashes.push(hash);
    counts.push(0);
    lastTitles.push(-1);
    return hashes.length - 1;
  };
  const findWord = (source: Uint8Array, from: number, to: number) => {
    if (hashes.length * 2 > slots.length) grow();
    const hash = hashOf(source, from, to);
    let slot = hash & (slots.length - 1);
    for (let word = slots[slot] as number; word !== EMPTY; word = slots[slot] as number) {
      if (hashes[word] === hash && isWord(word, source, from, to)) return word;
      slot = (slot + 1) & (slots.length - 1);
    }
    const word = addWord(hash, source, from, to);
    slots[slot] = word;
    return word;
  };
  return {
    add(source, from, to, title) {
      const word = findWord(source, from, to);
      if (lastTitles[word] === title) return false;
      lastTitles[word] = title;
      counts[word] = (counts[word] as number) + 1;
      if (pairsEnd === pairs.length) {
        const larger = new Uint32Array(2 * pairs.length);
        larger.set(pairs);
        pairs = larger;
      }
      pairs[pairsEnd++] = word;
      pairs[pairsEnd++] = title;
      return true;
    },
    pack: () => sortPostings({ bytes, offsets: Uint32Array.from(starts) }, counts, pairs.subarray(0, pairsEnd)),
  };
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x3fffffff;
}

/** Sorts the words, and the titles by word with a counting sort. */
function sortPostings(unsorted: Texts, counts: number[], pairs: Uint32Array): Dictionary {
  const order = sortTexts(unsorted);
  const offsets = sharedUint32(order.length + 1);
  const next = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const word = order[i] as number;
    next[word] = offsets[i] as number;
    offsets[i + 1] = (offsets[i] as number) + (counts[word] as number);
  }
  const titles = sharedUint32(pairs.length / 2);
  for (let i = 0; i < pairs.length; i += 2) {
    const word = pairs[i] as number;
    titles[next[word] as number] = pairs[i + 1] as number;
    next[word] = (next[word] as number) + 1;
  }
  return { words: pickTexts(unsorted, order), offsets, titles };
}

function pickTexts({ bytes, offsets }: Texts, order: Uint32Array): Texts {
  const decoder = Buffer.from(bytes.buffer as ArrayBuffer);
  return packTexts(Array.from(order, (i) => decoder.toString('utf8', offsets[i], offsets[i + 1])));
}
