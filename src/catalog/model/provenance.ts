import { getOrInsert } from '../../get-or-insert.ts';
/** Which sources provided which field of a game, as stored. Platforms are named by their keys. */
export interface Provenance {
  fields: Record<string, string[]>;
  platforms: Record<string, Record<string, string[]>>;
}

/** The fields that each source provided, those of all platforms together. */
export function fieldsBySource({ fields, platforms }: Provenance): Map<string, Set<string>> {
  const bySource = new Map<string, Set<string>>();
  for (const part of [fields, ...Object.values(platforms)]) {
    for (const [field, sources] of Object.entries(part)) {
      for (const source of sources) getOrInsert(bySource, source, () => new Set()).add(field);
    }
  }
  return bySource;
}
