/** Windows up to this length are spread evenly. In longer ones, requests are sent until none remains. */
const SPREAD_SECONDS = 60;

/** Spaces requests as the RateLimit headers of the server say. */
export class Pacer {
  #options;
  #queue = Promise.resolve();
  /** Unknown before the first response. */
  #spacingMs;
  #nextAt = 0;

  constructor(options) {
    this.#options = options;
  }

  /**
   * Waits until a request may be sent. The caller passes the headers of its response to the returned function, or nothing
   * if there was none.
   */
  async turn() {
    const before = this.#queue;
    let leave;
    this.#queue = new Promise((resolve) => {
      leave = resolve;
    });
    try {
      await before;
      await this.#wait();
    } catch (error) {
      leave();
      throw error;
    }
    const startedAt = this.#options.now();
    this.#nextAt = startedAt + (this.#spacingMs ?? 0);
    // The response to the first request tells the limits, so the others wait for it.
    if (this.#spacingMs !== undefined) leave();
    return (headers) => {
      if (headers) this.#learn(headers, startedAt);
      leave();
    };
  }

  /** A wait that is too long is left to the server: its 429 tells the caller. */
  async #wait() {
    const { now, sleep, signal, maxWaitSeconds } = this.#options;
    const waitMs = this.#nextAt - now();
    if (waitMs > 0 && waitMs <= maxWaitSeconds * 1000) await sleep(waitMs, signal);
  }

  #learn(headers, startedAt) {
    const policy = headers.get('ratelimit-policy');
    this.#spacingMs = policy === null ? (this.#spacingMs ?? 0) : spacingOf(policy);
    const isUsedUp = headers.get('ratelimit-remaining') === '0';
    const pauseMs = isUsedUp ? Number(headers.get('ratelimit-reset')) * 1000 : 0;
    this.#nextAt = Math.max(this.#nextAt, startedAt + this.#spacingMs, this.#options.now() + pauseMs);
  }
}

/** `"second";q=1;w=1, "hour";q=360;w=3600` is one request a second and 360 an hour. */
function spacingOf(policy) {
  const windows = Array.from(policy.matchAll(/(\d+);w=(\d+)/g), ([, count, seconds]) => ({
    spacingMs: (Number(seconds) * 1000) / Number(count),
    seconds: Number(seconds),
  }));
  return Math.max(0, ...windows.filter(({ seconds }) => seconds <= SPREAD_SECONDS).map(({ spacingMs }) => spacingMs));
}
