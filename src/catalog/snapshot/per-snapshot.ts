import { getOrInsert } from '../../get-or-insert.ts';

/** Computes a value once for each snapshot, or part of one, and forgets it together with that. */
export function perSnapshot<S extends object, V>(make: (snapshot: S) => V): (snapshot: S) => V {
  const values = new WeakMap<S, V>();
  return (snapshot) => getOrInsert(values, snapshot, make);
}

/** The same for each of several keys. */
export function perSnapshotKey<S extends object, K, V>(make: (snapshot: S, key: K) => V): (snapshot: S, key: K) => V {
  const valuesOf = perSnapshot((_snapshot: S) => new Map<K, V>());
  return (snapshot, key) => getOrInsert(valuesOf(snapshot), key, () => make(snapshot, key));
}
