/** Keeps what was used last, up to a budget of bytes. */
export class ByteCache<V extends { byteLength: number }> {
  readonly #budget: number;
  readonly #entries = new Map<string | number, V>();
  #bytes = 0;
  /** One walk for all time: a new one would first pass over the places of everything dropped before. */
  #oldest = this.#entries.keys();

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
    while (this.#bytes > this.#budget) this.#dropOldest();
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

/** What an entry takes beside its bytes and its key: the array object and its place in the map. */
const OVERHEAD = 200;

function cost(key: string | number, value: { byteLength: number }): number {
  return value.byteLength + OVERHEAD + (typeof key === 'string' ? key.length * 2 : 0);
}
