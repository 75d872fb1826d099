interface MapLike<K, V> {
  get(key: K): V | undefined;
  has(key: K): boolean;
  set(key: K, value: V): unknown;
}

/** The value of the key, which is made first if there is none. */
export function getOrInsert<K, V>(map: MapLike<K, V>, key: K, make: (key: K) => V): V {
  const known = map.get(key);
  if (known !== undefined || map.has(key)) return known as V;
  const value = make(key);
  map.set(key, value);
  return value;
}
