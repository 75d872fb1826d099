/** The order of genres in /genres and inside a game. */
export function byCategoryThenName(
  a: { genre_category_id: number; genre_name: string },
  b: { genre_category_id: number; genre_name: string },
): number {
  return a.genre_category_id - b.genre_category_id || compareCodePoints(a.genre_name, b.genre_name);
}

/** Compares by code points, like UTF-8 bytes. `<` would compare UTF-16 code units. */
export function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
