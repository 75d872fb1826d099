import { Pacer } from './pacer.js';

/** Longer waits than the rest of an hour are never needed. */
const MAX_WAIT_SECONDS = 3600;
const RETRIES = 5;
const BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;
const JITTER_MS = 250;
/** Of the default store. */
const MEMORY_CHARACTERS = 32_000_000;

/** An error response of the server, a response that is not JSON, or none. */
export class LudexError extends Error {
  name = 'LudexError';

  constructor(status, { code = status, error = '', message = '' } = {}, { retryAfterSeconds, ...options } = {}) {
    super(message || error || `HTTP status ${status}`, options);
    this.status = status;
    this.code = code;
    this.error = error;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Sends requests: paced, repeated where that helps, and with the ETags of stored responses. */
export class Connection {
  #url;
  #key;
  #options;
  #pacer;

  constructor(url, { key, ...options } = {}) {
    this.#url = String(url).replace(/\/(v1\/?)?$/, '');
    this.#key = key;
    this.#options = {
      fetch: (...request) => globalThis.fetch(...request),
      store: memoryStore(),
      retries: RETRIES,
      maxWaitSeconds: MAX_WAIT_SECONDS,
      now: () => Date.now(),
      sleep,
      ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    };
    this.#pacer = new Pacer(this.#options);
  }

  /** Asks for what is new since the stored response. */
  async ask(target) {
    const known = (await this.#options.store?.get(this.#urlOf(target))) ?? undefined;
    return this.send(target, known ? { headers: { 'if-none-match': known.etag } } : {}, known);
  }

  /** The parsed response, however often the request has to be sent. */
  async send(target, init, known = undefined) {
    const response = await this.#sendUntilAnswered(target, init);
    if (response.status === 304) return this.#parse(known);
    const text = await this.#readText(response);
    if (!response.ok) {
      throw new LudexError(response.status, parseError(text), { retryAfterSeconds: retryAfter(response) });
    }
    const entry = {
      etag: response.headers.get('etag') ?? '',
      body: text,
      link: response.headers.get('link') ?? '',
      total: response.headers.get('total-count') ?? '',
    };
    const parsed = this.#parse(entry);
    if (entry.etag !== '' && init.body === undefined) {
      await this.#options.store?.set(this.#urlOf(target), entry);
    }
    return parsed;
  }

  async #readText(response) {
    try {
      return await response.text();
    } catch (error) {
      throw this.#unreachable(error);
    }
  }

  /** Sends the request again, a bounded number of times, as long as the server or the network asks for it. */
  async #sendUntilAnswered(target, init) {
    const { retries, sleep: wait, signal } = this.#options;
    for (let attempt = 0; ; attempt++) {
      const { response, error } = await this.#sendOnce(target, init);
      const waitMs = attempt < retries ? this.#waitAfter(response, attempt) : undefined;
      if (waitMs === undefined) {
        if (response) return response;
        throw this.#unreachable(error);
      }
      await response?.body?.cancel();
      await wait(waitMs, signal);
    }
  }

  /** The response, or the error of the network. */
  async #sendOnce(target, init) {
    const { fetch: send, signal } = this.#options;
    const done = await this.#pacer.turn();
    try {
      const headers = {
        ...init.headers,
        ...(this.#key !== undefined && { 'x-api-key': this.#key }),
        ...(init.body !== undefined && { 'content-type': 'application/json' }),
      };
      const response = await send(this.#urlOf(target), { ...init, headers, ...(signal && { signal }) });
      done(response.headers);
      return { response };
    } catch (error) {
      done();
      if (signal?.aborted) throw error;
      return { error };
    }
  }

  /** The error of a request without a whole response. An abort stays what it is. */
  #unreachable(cause) {
    if (this.#options.signal?.aborted) return cause;
    const reason = cause?.cause?.code ?? cause?.message ?? cause;
    const message = `No response from ${this.#url} (${reason}). Check the address and the network.`;
    return new LudexError(0, { error: 'No response', message }, { cause });
  }

  #parse({ body, link, total }) {
    // The server's own address may differ from the one that it is called by, so only the path counts.
    const next = /<[^>]*?\/v1(\/[^>]*)>; rel="next"/.exec(link)?.[1];
    return { body: this.#parseBody(body), next, total: total === '' ? undefined : Number(total) };
  }

  #parseBody(text) {
    try {
      return JSON.parse(text);
    } catch (cause) {
      const message = `The response of ${this.#url} is not JSON. Check that this is the address of a Ludex server.`;
      throw new LudexError(200, { error: 'Not JSON', message }, { cause });
    }
  }

  #urlOf(target) {
    return `${this.#url}/v1${target}`;
  }

  /** How long to wait before the next attempt. Undefined: the response is final. */
  #waitAfter(response, attempt) {
    if (response && response.status !== 429 && response.status < 500) return undefined;
    const seconds = response && retryAfter(response);
    if (seconds === undefined) return Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
    return seconds > this.#options.maxWaitSeconds ? undefined : seconds * 1000 + Math.random() * JITTER_MS;
  }
}

/** Keeps the last responses in memory, up to a number of characters. */
export function memoryStore(maxCharacters = MEMORY_CHARACTERS) {
  const entries = new Map();
  let characters = 0;
  const drop = (url) => {
    characters -= entries.get(url)?.body.length ?? 0;
    entries.delete(url);
  };
  return {
    get: (url) => entries.get(url),
    set: (url, entry) => {
      drop(url);
      entries.set(url, entry);
      characters += entry.body.length;
      while (characters > maxCharacters) drop(entries.keys().next().value);
    },
  };
}

function parseError(text) {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy in between answered.
    return {};
  }
}

function retryAfter(response) {
  const seconds = Number(response.headers.get('retry-after') || Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
