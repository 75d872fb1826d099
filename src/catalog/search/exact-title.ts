import { fold } from '../../folding.ts';
import { textBytes } from '../snapshot/shared-arrays.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex } from '../snapshot/sorted-lists.ts';

/** The positions of the games whose main title is this one, whatever its case and accents. */
export function findByTitle({ byTitle, titleIndex: { titles } }: Snapshot, title: string): number[] {
  // Titles in the index end with two NULs.
  const wanted = Buffer.from(`${fold(title)}\0\0`);
  const compareAt = (at: number) => textBytes(titles, byTitle[at] as number).compare(wanted);
  const from = firstIndex(0, byTitle.length, (at) => compareAt(at) >= 0);
  const to = firstIndex(from, byTitle.length, (at) => compareAt(at) > 0);
  return Array.from(byTitle.subarray(from, to));
}
