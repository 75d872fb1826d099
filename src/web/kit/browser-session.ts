import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { randomText } from '../../accounts/secret.ts';
import { findSignedInUser, type SignedInUser } from '../../accounts/sign-in.ts';
import type { App } from '../../app.ts';

/**
 * The signed-in user of a request and the CSRF protection of its forms. By hand: tokens are bound to our sessions, where plugins bring
 * sessions of their own.
 */
export interface BrowserSession {
  user: SignedInUser | undefined;
  /** Makes the CSRF token that every form contains. */
  formToken(): string;
  /** Whether the request comes from a page of this site, according to its headers. */
  isSameOrigin: boolean;
  /** Whether the request is same-origin and its token was issued to this browser. */
  acceptsFormToken(token: string): boolean;
  /** Cookies to set with the response. */
  cookies: string[];
}

const NONCE_BYTES = 12;

export async function openBrowserSession(app: App, request: WithCookies): Promise<BrowserSession> {
  const session = readCookie(request, 'session');
  const user = session === undefined ? undefined : await findSignedInUser(app, session);
  const cookies: string[] = [];
  const isSameOrigin = comesFromSameOrigin(app, request.headers);
  // Tokens are bound to the session, so forms opened before signing in are stale. Visitors without a session get a
  // cookie for this purpose.
  let holder = user ? session : readCookie(request, 'forms');
  return {
    user,
    cookies,
    isSameOrigin,
    formToken: () => {
      if (holder === undefined) {
        holder = randomText();
        cookies.push(setCookie(request, 'forms', holder));
      }
      // A new name each time, so that the length of compressed responses reveals nothing about the token.
      return app.secret.sign(`form ${holder}`, randomBytes(NONCE_BYTES).toString('base64url'));
    },
    acceptsFormToken: (token) => holder !== undefined && isSameOrigin && app.secret.isSigned(`form ${holder}`, token),
  };
}

/** The token of a session, over http or https. */
export function readSession(headers: IncomingHttpHeaders): string | undefined {
  return readCookie({ headers, isSecure: true }, 'session') ?? readCookie({ headers, isSecure: false }, 'session');
}

export async function isOperator(app: App, session: string): Promise<boolean> {
  return (await findSignedInUser(app, session))?.account.role === 'operator';
}

/** Browsers send these headers. Requests without them must still have a valid token. */
function comesFromSameOrigin(app: App, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  // The site may be reachable under other names than its public URL.
  return origin === new URL(app.publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === headers.host);
}

/**
 * By hand: a few cookies of our own with fixed attributes need no general parser and serializer. `session` identifies the sign-in,
 * `device` a browser that signed in before, `forms` the CSRF tokens of a visitor; `view` is how lists show games, `theme` the
 * chosen theme.
 */
type CookieName = 'session' | 'device' | 'forms' | 'view' | 'theme';

/** Whether the browser uses https, to this server or to a proxy in front of it. */
interface Connection {
  isSecure: boolean;
}

interface WithCookies extends Connection {
  headers: IncomingHttpHeaders;
}

export function readCookie(request: WithCookies, name: CookieName): string | undefined {
  const prefix = `${fullName(request, name)}=`;
  const pair = request.headers.cookie?.split(/; */).find((text) => text.startsWith(prefix));
  const value = pair?.slice(prefix.length);
  return value === undefined || value === '' || value.length > 200 ? undefined : value;
}

/** The longest that browsers keep a cookie. */
export const MAX_AGE_SECONDS = 400 * 24 * 3600;

/** Without a maximum age it is a session cookie. */
export function setCookie(connection: Connection, name: CookieName, value: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${Math.floor(maxAgeSeconds)}`;
  const secure = connection.isSecure ? '; Secure' : '';
  return `${fullName(connection, name)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`;
}

export function clearCookie(connection: Connection, name: CookieName): string {
  return setCookie(connection, name, '', 0);
}

/** With the `__Host-` prefix, no other host and no insecure page can set the cookie. */
function fullName({ isSecure }: Connection, name: CookieName): string {
  return `${isSecure ? '__Host-' : ''}ludex_${name}`;
}
