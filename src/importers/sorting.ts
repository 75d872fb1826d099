export function sortedUnique(texts: Iterable<string>): string[] {
  return [...new Set(texts)].toSorted();
}

/** Compares by UTF-16 code units, like `toSorted` without arguments: the order does not depend on a locale. */
export function compareText(a = '', b = ''): number {
  return a < b ? -1 : Number(a > b);
}
