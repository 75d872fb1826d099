import type { EntryName } from './catalog-store.ts';

/**
 * How records name entries: `"genre_id":12`. The pattern finds every name of these kinds in the text of a record, in
 * JavaScript and in PostgreSQL; a text that looks like one has its quotes escaped.
 */
export function entryNames(entries: readonly EntryName[]): { pattern: string; names: string[] } {
  const kinds = new Set(entries.map(({ kind }) => kind));
  return {
    pattern: `"(?:${[...kinds].join('|')})_id":[0-9]+`,
    names: entries.map(({ kind, id }) => `"${kind}_id":${id}`),
  };
}
