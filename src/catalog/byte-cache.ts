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
    if (cost(key, value) > this.#budget) return;
    this.#entries.set(key, value);
    this.#bytes += cost(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#budget) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string | number): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= cost(key, value);
  }
}

/** What an entry takes beside its bytes and its key: the array object and its place in the map. */
const OVERHEAD = 200;

function cost(key: string | number, value: { byteLength: number }): number {
  return value.byteLength + OVERHEAD + (typeof key === 'string' ? key.length * 2 : 0);
}
