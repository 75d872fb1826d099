import type {
  BriefChange,
  Change,
  CompanyFacts,
  CoverGroup,
  FileMatch,
  FileToIdentify,
  Game,
  GameBrief,
  GameChange,
  GamePlatform,
  Genre,
  GetGameQuery,
  Group,
  ListChangesQuery,
  ListCompaniesQuery,
  ListGamesQuery,
  ListGroupsQuery,
  ListRandomGamesQuery,
  ListRecentGamesQuery,
  Platform,
  PlatformDetails,
  PlatformOfGame,
  Screenshot,
  SearchGamesQuery,
  Suggestion,
} from './schemas.js';

export type * from './schemas.js';

type Format = 'id' | 'brief' | 'normal';
type Include = GetGameQuery['include'];
/** A name in `include`. */
export type Part = Extract<Include, string>;

/** The fields that each part adds to a game or to its platforms. */
interface FieldsOf {
  details: 'attributes' | 'releases' | 'patches' | 'ratings';
  covers: 'cover_groups';
  screenshots: 'screenshots';
  groups: 'groups';
  companies: 'companies';
  ids: 'external_ids';
  files: 'files';
  sources: 'sources';
}
/** With the fields of these parts, and without those of all others. */
type With<T, P extends Part> = Omit<T, FieldsOf[Part]> & Required<Pick<T, Extract<FieldsOf[P], keyof T>>>;
export type PlatformWith<P extends Part = never> = With<PlatformOfGame, P>;
/** A game that was requested with these parts: `GameWith<'details' | 'groups'>`. */
export type GameWith<P extends Part = never> = Omit<With<Game, P>, 'platforms'> & { platforms: PlatformWith<P>[] };
/** If the parts are not known when the program is compiled, all their fields are optional. */
type GameIncluding<I> = Part[] extends I ? Game : GameIncludingOne<I>;
type GameIncludingOne<I> = I extends readonly Part[]
  ? number extends I['length']
    ? Game
    : GameWith<I[number]>
  : GameWith<Extract<I, Part>>;

/** A game in a format. */
export type InFormat<F, G = Game> = F extends 'id' ? number : F extends 'brief' ? GameBrief : G;
/** The format that a query asks for. `include` implies `normal`. */
type FormatOf<Query, Fallback> = Query extends { format: infer F extends Format }
  ? F
  : Query extends { include: unknown }
    ? 'normal'
    : Fallback;
type IncludeOf<Query> = 'include' extends keyof Query ? Query['include'] : undefined;
type GameOf<Query, Fallback> = InFormat<FormatOf<Query, Fallback>, GameIncluding<IncludeOf<Query>>>;
type ChangeOf<F, I> = F extends 'normal'
  ? Omit<GameChange, 'game'> & { game: GameIncluding<I> | null }
  : F extends 'brief'
    ? BriefChange
    : Change;

/** What a store keeps of a response. It can be written as JSON. */
export interface StoredResponse {
  etag: string;
  body: string;
  link: string;
  total: string;
}

/** Where responses and their ETags are kept, by URL. */
export interface Store {
  get(url: string): StoredResponse | undefined | null | Promise<StoredResponse | undefined | null>;
  set(url: string, response: StoredResponse): unknown;
}

/** Keeps the last responses in memory, up to a number of characters: the default. */
export function memoryStore(maxCharacters?: number): Store;

export interface LudexOptions {
  /** The API key. */
  key?: string | undefined;
  /** Default: in memory. Null: nothing is kept. */
  store?: Store | null | undefined;
  /** How often a request is sent again after 429, a server error or a failure of the network. Default: 5. */
  retries?: number | undefined;
  /** A longer `Retry-After` is an error at once. Default: an hour. */
  maxWaitSeconds?: number | undefined;
  /** Ends all waiting and all requests. */
  signal?: AbortSignal | undefined;
  /** Default: the global one. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** The time in milliseconds, for tests. */
  now?: (() => number) | undefined;
  /** For tests. */
  sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** An error response of the server, a response that is not JSON, or none: the `cause` is the error of the network then. */
export class LudexError extends Error {
  constructor(
    status: number,
    body?: { code?: number; error?: string; message?: string },
    options?: { retryAfterSeconds?: number | undefined; cause?: unknown },
  );
  /** 0 if the server cannot be reached. */
  readonly status: number;
  readonly code: number;
  /** Short title. */
  readonly error: string;
  readonly retryAfterSeconds: number | undefined;
}

/** All elements of a list, over all its pages: `for await (const game of …)`. */
export interface Pages<T> extends AsyncIterable<T> {
  /** The first page, and the number of elements on all pages if the server tells it. */
  first(): Promise<{ items: T[]; total: number | undefined }>;
}

export interface SyncOptions<F extends Format, I extends Include = undefined> {
  /** The cursor of the last time; without it everything is new. */
  since?: string | undefined;
  /** How much of each changed game. Default: `normal`. */
  format?: F | undefined;
  /** More data of each changed game, with the format `normal`. */
  include?: I | undefined;
  limit?: number | undefined;
  /** Stores some changes together with the cursor that follows them. */
  apply(changes: ChangeOf<F, I>[], next: string): unknown;
  /** Discards the copy: the server has another catalog now. Without it that is an error. */
  reset?: (() => unknown) | undefined;
}

/** A client of one server. It paces itself by the RateLimit headers and tries again when the server asks for it. */
export class Ludex {
  /** `url` is the address of the server, with or without `/v1`. */
  constructor(url: string | URL, options?: LudexOptions);
  genres(): Promise<Genre[]>;
  platforms(): Promise<Platform[]>;
  companies(query?: ListCompaniesQuery): Pages<CompanyFacts>;
  company(companyId: number): Promise<CompanyFacts>;
  groups(query?: ListGroupsQuery): Pages<Group>;
  games<const Q extends ListGamesQuery = object>(query?: Q): Pages<GameOf<Q, 'normal'>>;
  /** The games that a text finds, best matches first. */
  search<const Q extends Omit<SearchGamesQuery, 'q'> = object>(q: string, query?: Q): Pages<GameOf<Q, 'normal'>>;
  /** Up to ten games, platforms, companies and groups that a text may mean. */
  suggest(q: string): Promise<Suggestion[]>;
  recentGames<const Q extends ListRecentGamesQuery = object>(query?: Q): Pages<GameOf<Q, 'id'>>;
  randomGames<const Q extends ListRandomGamesQuery = object>(query?: Q): Pages<GameOf<Q, 'id'>>;
  game<const Q extends GetGameQuery = object>(gameId: number, query?: Q): Promise<GameOf<Q, 'normal'>>;
  gamePlatforms(gameId: number): Promise<GamePlatform[]>;
  platformDetails(gameId: number, platformId: number): Promise<PlatformDetails>;
  screenshots(gameId: number, platformId: number): Promise<Screenshot[]>;
  covers(gameId: number, platformId: number): Promise<CoverGroup[]>;
  /** The game of a file by its hashes, or null. For a list of files of any length, a list of them. */
  identify(file: FileToIdentify): Promise<FileMatch | null>;
  identify(files: readonly FileToIdentify[]): Promise<(FileMatch | null)[]>;
  /** One page of changes. `sync` reads them all. */
  changes<const Q extends ListChangesQuery = object>(
    query?: Q,
  ): Promise<{ changes: ChangeOf<FormatOf<Q, 'id'>, IncludeOf<Q>>[]; next: string }>;
  /** Follows the changes up to now. Returns the cursor for the next time. */
  sync<F extends Format = 'normal', const I extends Include = undefined>(options: SyncOptions<F, I>): Promise<string>;
  /** The body of any endpoint, such as `/games/210`. */
  get(path: string, query?: object): Promise<unknown>;
}
