import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../../app.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../errors.ts';
import type { Account, Role } from '../../store/service-tables.ts';
import type { Upload } from './form-body.ts';
import type { Html } from './html.ts';

/** A row of the page table in routes.ts. */
export interface Page {
  method: 'GET' | 'POST';
  /** With path parameters in braces. */
  path: string;
  /** A POST that only sets a cookie of the browser, such as the theme. Its form needs no CSRF token, which would change every page. */
  isPreference?: true;
  /**
   * A page that without an account depends only on its URL, the snapshot, the theme and the view of lists is cached, until
   * the next period of this length begins.
   */
  keptMs?: number;
  handle(request: PageRequest): PageResponse | Promise<PageResponse>;
  /** A page with a large form, or that waits for an import: of operators, or for the changes that everybody may propose. */
  isEditor?: Role;
  /** A page whose form has files. Also an editor page. */
  isUpload?: true;
}

/** A message for each invalid field. */
export type Problems = Record<string, string | false | undefined>;

/** What a request says about itself. */
export interface Visit {
  /** Path and query as the browser sent them. */
  url: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Whether the browser uses https, to this server or to a proxy in front of it. */
  isSecure: boolean;
}

export interface PageRequest extends Visit {
  app: App;
  /** All data of a page comes from this one snapshot. */
  snapshot: Snapshot;
  path: Record<string, string>;
  /** The submitted form fields. Empty for GET. */
  form: URLSearchParams;
  /** The form with its files. */
  upload: Upload;
  /** What is wrong with the form, when its page is shown again; see `withProblems`. */
  problems: Problems;
  /** Of the page that shows them. */
  problemStatus: number;
  address: string;
  /** The signed-in account. */
  account: Account | undefined;
  sessionId: number | undefined;
  /** Makes the CSRF token that every form contains. */
  formToken(): string;
}

export type PageResponse = HtmlResponse | TextResponse<string | Buffer> | Redirect;
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
  jsonUrl?: string | undefined;
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
  /** With the host. */
  url: string;
  /** For those who cannot see it. */
  alt: string;
  width: number;
  height: number;
}

/** A response without the layout: a feed, a sitemap. */
export interface TextResponse<Text extends string | Buffer = string> {
  type: string;
  text: Text;
  headers?: Headers;
}

interface Redirect {
  status: 301 | 302 | 303;
  /** A path on this site. */
  location: string;
  headers?: Headers;
}

export type SignedInRequest = PageRequest & {
  account: Account;
  sessionId: number;
  /** What waits for an answer, on operator pages. */
  waiting?: { messages: number; proposals: number };
  /** The page is for a proposal: its form is that of an operator, with fewer fields. */
  isProposal?: true;
};
export type SignedInHandle = (request: SignedInRequest) => ReturnType<Page['handle']>;

/** Redirects to the sign-in page, which then leads back. */
export function requireSignIn(handle: SignedInHandle): Page['handle'] {
  return (request) => {
    const { account, sessionId } = request;
    if (account && sessionId !== undefined) return handle({ ...request, account, sessionId });
    return { status: 303, location: `/signin?next=${encodeURIComponent(request.url)}` };
  };
}

/** Answers 404 to everybody but operators. */
export function requireOperator(handle: SignedInHandle): Page['handle'] {
  return requireSignIn(async (request) => {
    if (request.account.role !== 'operator') throw new AppError('notFound', 'The address may be wrong.');
    const { messages, proposals } = request.app.store;
    const waiting = { messages: await messages.countUnanswered(), proposals: await proposals.countOpen() };
    return handle({ ...request, waiting });
  });
}

/** The number in the path. Nothing has the number 0. */
export function readId({ path }: Pick<PageRequest, 'path'>): number {
  return /^\d{1,9}$/.test(path.id ?? '') ? Number(path.id) : 0;
}

/** Whether the slug in the path is that of the page's own path. */
export function hasOwnSlug({ path }: Pick<PageRequest, 'path'>, own: string): boolean {
  return own.endsWith(`/${path.id}/${encodeURIComponent(path.slug ?? '')}`);
}

/** Where a person goes after signing in, unless another page was asked for. */
export const HOME_PATH = '/profile';

/** The path to go to after signing in. */
export function readNext(next: string | null | undefined): string {
  return next && isOwnPath(next) && !next.startsWith('/sign') ? next : HOME_PATH;
}

/** Where everybody who is signed in proposes changes of games. */
export const PROPOSE_PATH = '/propose';

/** Whether a path is a form for a proposal: whoever asks for it may not want an API key. */
export function isProposalForm(path: string): boolean {
  return path.startsWith(`${PROPOSE_PATH}/`);
}

/** Rejects other hosts (open redirect). `//host` and `/\host` are URLs of another host. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path);
}

export function securityHeaders(mediaUrl: string): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(mediaUrl),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
  };
}

export function contentPolicy(mediaUrl: string): string {
  return [
    "default-src 'self'",
    // Pictures have absolute URLs, whose host may differ from the one that the page was requested from.
    `img-src 'self' data: ${new URL(mediaUrl).origin}`,
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ');
}
