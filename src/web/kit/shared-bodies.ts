import { getOrInsert } from '../../get-or-insert.ts';
/** Coalesces concurrent requests for the same large body: all share one buffer while it is rendered or sent. */
export class SharedBodies {
  readonly #pending = new Map<string, Promise<Buffer>>();
  /** A response keeps its body alive until it is sent. */
  readonly #live = new Map<string, WeakRef<Buffer>>();
  readonly #finalized = new FinalizationRegistry<string>((key) => {
    if (!this.#live.get(key)?.deref()) this.#live.delete(key);
  });

  async get(key: string, create: () => Promise<Buffer>): Promise<Buffer> {
    const body = this.#live.get(key)?.deref();
    return body ?? getOrInsert(this.#pending, key, () => this.#create(key, create));
  }

  async #create(key: string, create: () => Promise<Buffer>): Promise<Buffer> {
    try {
      const body = await create();
      this.#live.set(key, new WeakRef(body));
      this.#finalized.register(body, key);
      return body;
    } finally {
      this.#pending.delete(key);
    }
  }
}
