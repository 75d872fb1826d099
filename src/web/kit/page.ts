import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../../app.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import type { Account } from '../../store/service-tables.ts';
import type { Html } from './html.ts';
import type { Upload } from './upload-body.ts';

/** A row of the page table in routes.ts. */
export interface Page {
  method: 'GET' | 'POST';
  /** With path parameters in braces. */
  path: string;
  /** A POST that only sets a cookie of the browser, such as the theme. Its form needs no CSRF token, which would change every page. */
  isPreference?: true;
  /** Without an account it depends only on its URL, the snapshot, the theme and the view of lists, so it is cached. */
  isKept?: true;
  /** A kept page that also depends on the time is rendered again when the next period of this length begins. */
  keptMs?: number;
  handle(request: PageRequest): PageResponse | Promise<PageResponse>;
  /** A page of operators with a large form, or that waits for an import. */
  isEditor?: true;
  /** A page whose form has files. Also an editor page. */
  isUpload?: true;
}

export interface PageRequest {
  app: App;
  /** All data of a page comes from this one snapshot. */
  snapshot: Snapshot;
  /** Path and query as the browser sent them. */
  url: string;
  path: Record<string, string>;
  query: URLSearchParams;
  /** The submitted form fields. Empty for GET. */
  form: URLSearchParams;
  /** The form with its files. */
  upload: Upload;
  headers: IncomingHttpHeaders;
  address: string;
  /** Whether the browser uses https, to this server or to a proxy in front of it. */
  isSecure: boolean;
  /** The signed-in account. */
  account: Account | undefined;
  sessionId: number | undefined;
  /** Makes the CSRF token that every form contains. */
  formToken(): string;
}

export type PageResponse = HtmlResponse | TextResponse | LazyResponse | Redirect;
type Headers = Record<string, string | string[]>;

/** A page inside the site layout. */
export interface HtmlResponse {
  status?: number;
  title: string;
  /** For search engines and link previews. */
  description?: string;
  body: Html;
  /** Additional tags for `<head>`: scripts, JSON-LD. */
  head?: Html;
  headers?: Headers;
  /** The canonical path. A page without one is marked noindex. */
  canonical?: string;
  /** The path of the API request that returns the same data. */
  jsonUrl?: string;
  /** More API requests, if one does not return everything. */
  moreJsonUrls?: readonly string[];
  /** The picture for link previews. */
  picture?: PagePicture;
  /** The path of its Atom feed. By default that of all games. */
  feed?: string;
  /** The text in the search box. */
  searchText?: string;
  /** Whether the body has its own search box. Then the header has none. */
  hasSearch?: boolean;
}

export interface PagePicture {
  /** On this server. */
  path: string;
  /** For those who cannot see it. */
  alt: string;
  width: number;
  height: number;
}

/** A response without the layout: a feed, a sitemap index. */
export interface TextResponse {
  type: string;
  text: string;
  headers?: Headers;
}

/** A large response without the layout, rendered on a cache miss only. */
export interface LazyResponse {
  type: string;
  /** The cache key: unique per response and content version. */
  version: string;
  write(): Promise<string>;
  headers?: Headers;
}

interface Redirect {
  status: 301 | 302 | 303;
  /** A path on this site. */
  location: string;
  headers?: Headers;
}
