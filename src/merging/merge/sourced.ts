/** What one source says. In a list of them, the most trusted comes first. */
export interface Said<T> {
  source: string;
  value: T;
}

/** A category of a genre or an attribute, the system of a rating: of each, the most trusted source that has it decides. */
export type CategoryOf = (key: string) => string;

/** A value with the sources that it comes from. */
export interface Picked<T> {
  value: T;
  sources: string[];
}

/** Notes which sources gave which field. */
export function openPicker() {
  const fields: Record<string, string[]> = {};
  return {
    fields,
    pick: <T>(field: string, { value, sources }: Picked<T>): T => {
      if (sources.length > 0) fields[field] = sources;
      return value;
    },
  };
}

/** What the first source that knows it says. */
export function firstOf<T, V>(
  said: readonly Said<T>[],
  get: (value: T) => V | null | undefined,
): Picked<V | undefined> {
  for (const { source, value } of said) {
    const found = get(value);
    if (found !== null && found !== undefined) return { value: found, sources: [source] };
  }
  return { value: undefined, sources: [] };
}

/** The lists of all sources as one; of each category only what the first source that has it says. */
export function unionBy<T>(
  said: readonly Said<T>[],
  get: (value: T) => readonly string[] | undefined,
  categoryOf: (key: string) => string = (key) => key,
): Picked<string[]> {
  const givers = new Map<string, string>();
  const keys = new Set<string>();
  for (const { source, value } of said) {
    for (const key of get(value) ?? []) {
      const category = categoryOf(key);
      const giver = givers.get(category) ?? source;
      givers.set(category, giver);
      if (giver === source) keys.add(key);
    }
  }
  return { value: [...keys], sources: [...new Set(givers.values())] };
}
