/** Keeps what was used last, up to a budget of bytes. */
export class ByteCache<V extends { byteLength: number }> {
  readonly #budget: number;
  readonly #entries = new Map<string | number, V>();
  #bytes = 0;

  constructor(budget: number) {
    this.#budget = budget;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string | number): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A Map keeps the order of insertion: put in again, the entry is the youngest.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string | number, value: V): void {
    this.#drop(key);
    if (cost(value) > this.#budget) return;
    this.#entries.set(key, value);
    this.#bytes += cost(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#budget) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string | number): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= cost(value);
  }
}

/** What an entry takes beside its bytes: the array object, its key and its place in the map. */
const OVERHEAD = 200;

function cost(value: { byteLength: number }): number {
  return value.byteLength + OVERHEAD;
}
