/** An LRU cache with a budget in bytes. By hand: `lru-cache` is no simpler to use, and one `Map` does it. */
export class ByteCache<V extends { byteLength: number }> {
  readonly #budget: number;
  readonly #entries = new Map<string | number, V>();
  #bytes = 0;
  #counts = { hits: 0, misses: 0 };
  /** One iterator is reused: a new one would skip the slots of all deleted entries first. */
  #oldest = this.#entries.keys();

  constructor(budget: number) {
    this.#budget = budget;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string | number): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) {
      this.#counts.misses++;
      return undefined;
    }
    this.#counts.hits++;
    // A Map iterates in insertion order: reinserting makes the entry the most recent.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string | number, value: V): void {
    this.#drop(key);
    if (cost(key, value) > this.#budget) return;
    this.#entries.set(key, value);
    this.#bytes += cost(key, value);
    while (this.#bytes > this.#budget) this.#dropOldest();
  }

  /** How often `get` found something since the last call. */
  takeCounts(): { hits: number; misses: number } {
    const counts = this.#counts;
    this.#counts = { hits: 0, misses: 0 };
    return counts;
  }

  clear(): void {
    this.#entries.clear();
    this.#oldest = this.#entries.keys();
    this.#bytes = 0;
  }

  #dropOldest(): void {
    const { value, done } = this.#oldest.next();
    if (done) this.#oldest = this.#entries.keys();
    else this.#drop(value);
  }

  #drop(key: string | number): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= cost(key, value);
  }
}

/** Bytes of an entry besides value and key: the array object and the map slot. */
const OVERHEAD = 200;

function cost(key: string | number, value: { byteLength: number }): number {
  return value.byteLength + OVERHEAD + (typeof key === 'string' ? key.length * 2 : 0);
}
