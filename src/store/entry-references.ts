import type { EntryReference } from './catalog-store.ts';

/**
 * How the JSON of a record refers to entries: `"genre_id":12`. The pattern finds every reference of these kinds, in JavaScript and
 * in PostgreSQL. A string that looks like one does not match, because its quotes are escaped.
 */
export function entryReferences(entries: readonly EntryReference[]): { pattern: string; references: string[] } {
  const kinds = new Set(entries.map(({ kind }) => kind));
  return {
    pattern: `"(?:${[...kinds].join('|')})_id":[0-9]+`,
    references: entries.map(({ kind, id }) => `"${kind}_id":${id}`),
  };
}
