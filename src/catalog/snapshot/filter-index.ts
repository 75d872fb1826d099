import { type PackedFilters, unpackFilters } from '../../store/game-filters.ts';
import { buildPostings } from './build-postings.ts';
import { type MergedPositions, mergeNumbers, mergePostings, type Postings } from './merge-snapshots.ts';
import { sharedUint16, sharedUint32 } from './shared-arrays.ts';

/** What the filters and orders of game lists need besides facets. */
export interface FilterIndex {
  /** Positions of the games of each company, by its role. `credited`: all other roles. */
  published: Postings;
  developed: Postings;
  credited: Postings;
  /** Positions by the hash of a country, product code or external id. */
  terms: Postings<Float64Array>;
  /** For each position: bits of `FLAGS`. */
  flags: Uint16Array;
  /** For each position: the first release as `dateNumber`, or 0. */
  release: Uint32Array;
}

export function indexFilters(packed: PackedFilters, size: number): FilterIndex {
  const { published, developed, credited, terms, flags, release } = unpackFilters(packed, size);
  return {
    published: buildPostings(published),
    developed: buildPostings(developed),
    credited: buildPostings(credited),
    terms: buildPostings(terms),
    flags: sharedUint16(flags),
    release: sharedUint32(release),
  };
}

export function mergeFilterIndexes(older: FilterIndex, newer: FilterIndex, merged: MergedPositions): FilterIndex {
  return {
    published: mergePostings(older.published, newer.published, merged),
    developed: mergePostings(older.developed, newer.developed, merged),
    credited: mergePostings(older.credited, newer.credited, merged),
    terms: mergePostings(older.terms, newer.terms, merged),
    flags: mergeNumbers(older.flags, newer.flags, merged, sharedUint16(merged.size)),
    release: mergeNumbers(older.release, newer.release, merged, sharedUint32(merged.size)),
  };
}
