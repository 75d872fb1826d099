/** Where and when a row of a table holds. */
export interface Scope {
  /** Keys; undefined is every platform. */
  platforms: ReadonlySet<string> | undefined;
  from: number;
  to: number;
}

/** Platforms by their slugs, and years as `1993`, `1990-1994`, `-1994` or `1990-`. Empty or `*` is all. */
export function parseScope(platforms: string, years: string): Scope {
  const [from = '', to = from] = years === '*' ? [] : years.split('-');
  return {
    platforms:
      platforms === '' || platforms === '*'
        ? undefined
        : new Set(platforms.split(' ').map((slug) => `platform:${slug}`)),
    from: from === '' ? -Infinity : Number(from),
    to: to === '' ? Infinity : Number(to),
  };
}
