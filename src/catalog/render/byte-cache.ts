/** An LRU cache with a budget in bytes. By hand: `lru-cache` is no simpler to use, and one `Map` does it. */
export class ByteCache<V extends { byteLength: number } = { byteLength: number }> {
  readonly #budget: number;
  /** In the order of their last use. */
  readonly #entries = new Map<string, V>();
  /** Keys that were offered once. */
  readonly #offered = new Set<string>();
  #bytes = 0;
  /** How often `get` found something, and how often not. */
  hits = 0;
  misses = 0;

  constructor(budget: number) {
    this.#budget = budget;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) {
      this.misses++;
      return undefined;
    }
    this.hits++;
    // A Map iterates in insertion order: reinserting makes the entry the most recent.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.#drop(key);
    if (cost(key, value) > this.#budget) return;
    this.#entries.set(key, value);
    this.#bytes += cost(key, value);
    if (this.#bytes > this.#budget) this.#evict(this.#budget * (1 - EVICTED_SHARE));
  }

  /** Keeps a value when it is offered for the second time, so that a crawler neither evicts others nor fills the memory. */
  offer(key: string, value: V): void {
    if (key.length > MAX_OFFERED_LENGTH) return;
    if (this.#offered.delete(key)) this.set(key, value);
    else {
      if (this.#offered.size >= MAX_OFFERED) this.#offered.clear();
      this.#offered.add(key);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#offered.clear();
    this.#bytes = 0;
  }

  /** Many at a time: an iterator first skips the slots of all entries that were deleted or moved. The last entry stays. */
  #evict(target: number): void {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= target || this.#entries.size === 1) return;
      this.#drop(key);
    }
  }

  #drop(key: string): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= cost(key, value);
  }
}

/** Of the budget. */
const EVICTED_SHARE = 1 / 16;

/** Both bound the set to a few megabytes. */
const MAX_OFFERED = 20_000;
const MAX_OFFERED_LENGTH = 500;

/** Bytes of an entry besides value and key: the array object and the map slot. */
const OVERHEAD = 200;

function cost(key: string, value: { byteLength: number }): number {
  return value.byteLength + OVERHEAD + key.length * 2;
}
