import { getOrInsert } from '../../get-or-insert.ts';
/** A value and where it comes from. Lists of them start with the most trusted source. */
export interface Sourced<T> {
  source: string;
  value: T;
}

/** The category of a genre or attribute, or the system of a rating. The most trusted source of each decides. */
export type CategoryOf = (key: string) => string;

export interface Merged<T> {
  value: T;
  sources: string[];
}

export type FieldMerger = ReturnType<typeof openFieldMerger>;

/** Merges the fields of an object and records the sources of each. */
export function openFieldMerger<T extends object>(all: readonly Sourced<T>[]) {
  const provenance: Record<string, string[]> = {};
  const record = <V>(field: string, { value, sources }: Merged<V>): V => {
    if (sources.length > 0) provenance[field] = sources;
    return value;
  };
  return {
    provenance,
    record,
    /** The value of the first source that has one. */
    first: <F extends keyof T & string>(field: F, sourced = all): NonNullable<T[F]> | undefined =>
      record(field, findFirst(sourced, field)),
  };
}

function findFirst<T, F extends keyof T>(
  sourced: readonly Sourced<T>[],
  field: F,
): Merged<NonNullable<T[F]> | undefined> {
  for (const { source, value } of sourced) {
    const found = value[field] ?? [];
    if (!Array.isArray(found) || found.length > 0) return { value: found as NonNullable<T[F]>, sources: [source] };
  }
  return { value: undefined, sources: [] };
}

/** The keys of all sources; of each category only those of the first source that has any. */
export function unite<F extends string>(
  sourced: readonly Sourced<{ [K in F]?: string[] }>[],
  field: F,
  categoryOf: CategoryOf = (key) => key,
): Merged<string[]> {
  const sources = new Map<string, string>();
  const keys = new Set<string>();
  for (const { source, value } of sourced) {
    for (const key of value[field] ?? []) {
      const first = getOrInsert(sources, categoryOf(key), () => source);
      if (first === source) keys.add(key);
    }
  }
  return { value: [...keys], sources: [...new Set(sources.values())] };
}
