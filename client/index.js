// Plain JavaScript without dependencies: Node 20 or newer, browsers, Deno and Bun run it as it is. The types are in
// index.d.ts.
import { Pacer } from './pacer.js';

/** Longer waits than the rest of an hour are never needed. */
const MAX_WAIT_SECONDS = 3600;
const RETRIES = 5;
const BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;
const JITTER_MS = 250;
/** Entries of the default store. */
const MEMORY_ENTRIES = 500;
const CHANGES_PER_REQUEST = 100;
const FILES_PER_REQUEST = 100;

/** An error response of the server. */
export class LudexError extends Error {
  name = 'LudexError';

  constructor(status, { code = status, error = '', message = '' } = {}, retryAfterSeconds = undefined) {
    super(message || error || `HTTP status ${status}`);
    this.status = status;
    this.code = code;
    this.error = error;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class Ludex {
  #url;
  #key;
  #options;
  #pacer;

  /** `url` is the address of the server, with or without `/v1`. */
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
      ...options,
    };
    this.#pacer = new Pacer(this.#options);
  }

  async genres() {
    return (await this.get('/genres')).genres;
  }

  async platforms() {
    return (await this.get('/platforms')).platforms;
  }

  companies(query) {
    return this.#pages('/companies', query, 'companies');
  }

  company(companyId) {
    return this.get(`/companies/${Number(companyId)}`);
  }

  groups(query) {
    return this.#pages('/groups', query, 'groups');
  }

  games(query) {
    return this.#pages('/games', query, 'games');
  }

  /** The games that a text finds, best matches first. */
  search(q, query) {
    return this.#pages('/games/search', { q, ...query }, 'games');
  }

  /** Up to ten games, platforms, companies and groups that a text may mean. */
  async suggest(q) {
    return (await this.get('/suggest', { q })).suggestions;
  }

  recentGames(query) {
    return this.#pages('/games/recent', query, 'games');
  }

  randomGames(query) {
    return this.#pages('/games/random', query, 'games');
  }

  game(gameId, query) {
    return this.get(`/games/${Number(gameId)}`, query);
  }

  async gamePlatforms(gameId) {
    return (await this.get(`/games/${Number(gameId)}/platforms`)).platforms;
  }

  platformDetails(gameId, platformId) {
    return this.get(`/games/${Number(gameId)}/platforms/${Number(platformId)}`);
  }

  async screenshots(gameId, platformId) {
    return (await this.get(`/games/${Number(gameId)}/platforms/${Number(platformId)}/screenshots`)).screenshots;
  }

  async covers(gameId, platformId) {
    return (await this.get(`/games/${Number(gameId)}/platforms/${Number(platformId)}/covers`)).cover_groups;
  }

  /** The game of a file by its hashes, or null. For a list of files, a list of them. */
  async identify(files) {
    if (!Array.isArray(files)) return (await this.get('/identify', files)).match;
    const matches = [];
    for (let at = 0; at < files.length; at += FILES_PER_REQUEST) {
      const body = JSON.stringify({ files: files.slice(at, at + FILES_PER_REQUEST) });
      matches.push(...(await this.#read('/identify', { method: 'POST', body })).body.matches);
    }
    return matches;
  }

  changes(query) {
    return this.get('/changes', query);
  }

  /** Follows the changes up to now. Returns the cursor for the next time. */
  async sync({ since, format = 'normal', include, limit = CHANGES_PER_REQUEST, apply, reset }) {
    for (let cursor = since; ; ) {
      const answer = await this.#changesOrGone({ since: cursor, format, include, limit });
      if (answer === undefined) {
        if (!reset) throw new LudexError(410, { message: 'The cursor is of another catalog: start again without it.' });
        await reset();
        cursor = undefined;
        continue;
      }
      const { changes, next } = answer;
      cursor = next;
      if (changes.length === 0) return cursor;
      await apply(changes, next);
    }
  }

  /** The body of any endpoint, such as `/games/169`. */
  async get(path, query) {
    return (await this.#request(path + toSearch(query))).body;
  }

  async #changesOrGone(query) {
    try {
      return await this.changes(query);
    } catch (error) {
      if (query.since !== undefined && error instanceof LudexError && error.status === 410) return undefined;
      throw error;
    }
  }

  #pages(path, query, name) {
    return new Pages((target) => this.#request(target), path + toSearch(query), name);
  }

  /** Asks for what is new since the stored response. */
  async #request(target) {
    const { store } = this.#options;
    const known = (await store?.get(target)) ?? undefined;
    return this.#read(target, known ? { headers: { 'if-none-match': known.etag } } : {}, known);
  }

  async #read(target, init, known = undefined) {
    const response = await this.#sendUntilAnswered(target, init);
    if (response.status === 304) return parse(known);
    const text = await response.text();
    if (!response.ok) throw new LudexError(response.status, parseError(text), retryAfter(response));
    const entry = {
      etag: response.headers.get('etag') ?? '',
      body: text,
      link: response.headers.get('link') ?? '',
      total: response.headers.get('total-count') ?? '',
    };
    if (entry.etag !== '' && init.body === undefined) await this.#options.store?.set(target, entry);
    return parse(entry);
  }

  /** Sends the request again, a bounded number of times, as long as the server or the network asks for it. */
  async #sendUntilAnswered(target, init) {
    const { retries, sleep: wait, signal } = this.#options;
    for (let attempt = 0; ; attempt++) {
      const { response, error } = await this.#send(target, init);
      const waitMs = attempt < retries ? this.#waitAfter(response, attempt) : undefined;
      if (waitMs === undefined) {
        if (response) return response;
        throw error;
      }
      await response?.body?.cancel();
      await wait(waitMs, signal);
    }
  }

  /** The response, or the error of the network. */
  async #send(target, init) {
    const { fetch: send, signal } = this.#options;
    const done = await this.#pacer.turn();
    try {
      const headers = {
        ...init.headers,
        ...(this.#key !== undefined && { 'x-api-key': this.#key }),
        ...(init.body !== undefined && { 'content-type': 'application/json' }),
      };
      const response = await send(`${this.#url}/v1${target}`, { ...init, headers, ...(signal && { signal }) });
      done(response.headers);
      return { response };
    } catch (error) {
      done();
      if (signal?.aborted) throw error;
      return { error };
    }
  }

  /** How long to wait before the next attempt. Undefined: the response is final. */
  #waitAfter(response, attempt) {
    if (response && response.status !== 429 && response.status < 500) return undefined;
    const seconds = response && retryAfter(response);
    if (seconds === undefined) return Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
    return seconds > this.#options.maxWaitSeconds ? undefined : seconds * 1000 + Math.random() * JITTER_MS;
  }
}

/** All elements of a list, over all its pages. */
class Pages {
  #load;
  #target;
  #name;

  constructor(load, target, name) {
    this.#load = load;
    this.#target = target;
    this.#name = name;
  }

  /** The elements of the first page, and the number of elements on all pages if the server tells it. */
  async first() {
    const { body, total } = await this.#load(this.#target);
    return { items: body[this.#name], total };
  }

  async *[Symbol.asyncIterator]() {
    for (let target = this.#target; target !== undefined; ) {
      const { body, next } = await this.#load(target);
      yield* body[this.#name];
      target = next;
    }
  }
}

/** Keeps the last responses in memory. */
export function memoryStore(maxEntries = MEMORY_ENTRIES) {
  const entries = new Map();
  return {
    get: (target) => entries.get(target),
    set: (target, entry) => {
      entries.delete(target);
      entries.set(target, entry);
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value);
    },
  };
}

function parse({ body, link, total }) {
  // The server's own address may differ from the one that it is called by, so only the path counts.
  const next = /<[^>]*?\/v1(\/[^>]*)>; rel="next"/.exec(link)?.[1];
  return { body: JSON.parse(body), next, total: total === '' ? undefined : Number(total) };
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

function toSearch(query = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  }
  return search.size === 0 ? '' : `?${search}`;
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
