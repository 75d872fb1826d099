/** Genres as in /genres, in a list and inside a game: by category id, then by name. */
export function byCategoryThenName(
  a: { genre_category_id: number; genre_name: string },
  b: { genre_category_id: number; genre_name: string },
): number {
  return a.genre_category_id - b.genre_category_id || compareCodePoints(a.genre_name, b.genre_name);
}

/** The order of code points, which is the order of UTF-8 bytes; `<` alone would compare UTF-16 units. */
export function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
