// Plain JavaScript without dependencies: Node 20 or newer, browsers, Deno and Bun run it as it is. The types are in
// index.d.ts.
import { Connection, LudexError } from './connection.js';

export { LudexError, memoryStore } from './connection.js';

const CHANGES_PER_REQUEST = 100;
const FILES_PER_REQUEST = 100;

export class Ludex {
  #connection;

  /** `url` is the address of the server, with or without `/v1`. */
  constructor(url, options) {
    this.#connection = new Connection(url, options);
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
      matches.push(...(await this.#connection.send('/identify', { method: 'POST', body })).body.matches);
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

  /** The body of any endpoint, such as `/games/210`. */
  async get(path, query) {
    return (await this.#connection.ask(path + toSearch(query))).body;
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
    return new Pages((target) => this.#connection.ask(target), path + toSearch(query), name);
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

function toSearch(query = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  }
  return search.size === 0 ? '' : `?${search}`;
}
