import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../../app.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import type { Account } from '../../store/store.ts';
import type { Html } from './html.ts';

/** One page. The table of them in pages.ts mounts the site. */
export interface Page {
  method: 'GET' | 'POST';
  /** With path parameters in braces. */
  path: string;
  handle(request: PageRequest): PageAnswer | Promise<PageAnswer>;
}

export interface PageRequest {
  app: App;
  /** The one snapshot that the whole page comes from. */
  snapshot: Snapshot;
  /** As the browser sent it, from the first slash on. */
  url: string;
  path: Record<string, string>;
  query: URLSearchParams;
  /** The fields of a form that was sent; empty otherwise. */
  form: URLSearchParams;
  headers: IncomingHttpHeaders;
  address: string;
  /** Whether the visitor's browser speaks https, to us or to a proxy before us. */
  isSecure: boolean;
  /** Who is signed in. */
  account: Account | undefined;
  sessionId: number | undefined;
  /** What every form of the page carries, so that it is known for ours when it comes back. */
  formToken(): string;
}

export type PageAnswer = HtmlAnswer | TextAnswer | LateAnswer | Redirect;
type Headers = Record<string, string | string[]>;

/** What is put into the layout. */
export interface HtmlAnswer {
  status?: number;
  title: string;
  /** One or two sentences, for search engines and shared links. */
  description?: string;
  body: Html;
  /** More for the head: data blocks, scripts. */
  head?: Html;
  headers?: Headers;
  /** The one address of this page, from the first slash on; none: it is no page to be found. */
  canonical?: string;
  /** The API call that gives the same data, from the first slash on. */
  jsonUrl?: string;
  /** Further calls, where one does not give everything. */
  jsonMore?: readonly string[];
  /** A picture of what the page is about. */
  picture?: string;
  /** What stands in the search box. */
  searched?: string;
  /** Whether the page has a search box of its own, so that the one at the top is left out. */
  hasSearch?: boolean;
}

/** For programs: a feed, a sitemap. */
export interface TextAnswer {
  type: string;
  text: string;
  headers?: Headers;
}

/** For programs, and long: written only for who does not have it yet, and then kept. */
export interface LateAnswer {
  type: string;
  /** By what it differs from other answers, and from itself at other times. */
  version: string;
  write(): Promise<string>;
  headers?: Headers;
}

interface Redirect {
  status: 301 | 302 | 303;
  /** From the first slash on. */
  location: string;
  headers?: Headers;
}
