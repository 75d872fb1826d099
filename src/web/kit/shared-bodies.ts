/** Bodies of several megabytes, by name: whoever asks for one that is being made or sent gets the same bytes, not a copy. */
export class SharedBodies {
  readonly #making = new Map<string, Promise<Buffer>>();
  /** A response holds its body until that is sent, however slowly it is read. */
  readonly #made = new Map<string, WeakRef<Buffer>>();
  readonly #freed = new FinalizationRegistry<string>((name) => {
    if (!this.#made.get(name)?.deref()) this.#made.delete(name);
  });

  async get(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const made = this.#made.get(name)?.deref();
    return made ?? this.#making.getOrInsertComputed(name, () => this.#make(name, make));
  }

  async #make(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    try {
      const body = await make();
      this.#made.set(name, new WeakRef(body));
      this.#freed.register(body, name);
      return body;
    } finally {
      this.#making.delete(name);
    }
  }
}
