/** An LRU cache with a budget in bytes. By hand: `lru-cache` is no simpler to use, and one `Map` does it. */
export class ByteCache<V extends { byteLength: number }> {
  readonly #budget: number;
  readonly #entries = new Map<string | number, V>();
  #bytes = 0;
  #counts = { hits: 0, misses: 0 };
  /** One iterator is reused: a new one would skip the slots of all deleted entries first. */
  #oldest = this.#entries.keys();
  #movesSinceOldest = 0;

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
    this.#append(key, value);
    return value;
  }

  set(key: string | number, value: V): void {
    this.#drop(key);
    if (cost(key, value) > this.#budget) return;
    this.#append(key, value);
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
    this.#bytes = 0;
    this.#restart();
  }

  /**
   * V8 copies the table of a map now and then, and an iterator keeps every older table with its entries until it moves on.
   * That of a cache which is not full never does, so it is replaced after as many moves as there are entries.
   */
  #append(key: string | number, value: V): void {
    this.#entries.set(key, value);
    if (++this.#movesSinceOldest > this.#entries.size + MIN_MOVES) this.#restart();
  }

  #restart(): void {
    this.#oldest = this.#entries.keys();
    this.#movesSinceOldest = 0;
  }

  #dropOldest(): void {
    const { value, done } = this.#oldest.next();
    if (done) this.#restart();
    else this.#drop(value);
  }

  #drop(key: string | number): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= cost(key, value);
  }
}

/** So that a small cache is not restarted all the time. */
const MIN_MOVES = 100;

/** Bytes of an entry besides value and key: the array object and the map slot. */
const OVERHEAD = 200;

function cost(key: string | number, value: { byteLength: number }): number {
  return value.byteLength + OVERHEAD + (typeof key === 'string' ? key.length * 2 : 0);
}
