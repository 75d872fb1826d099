import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { randomText } from '../../accounts/random-text.ts';
import { findSignedInUser, type SignedInUser } from '../../accounts/sessions.ts';
import type { App } from '../../app.ts';
import { readCookie, setCookie } from './cookies.ts';

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

export async function openBrowserSession(
  app: App,
  { headers, isSecure }: { headers: IncomingHttpHeaders; isSecure: boolean },
): Promise<BrowserSession> {
  const session = readCookie({ isSecure }, headers.cookie, 'session');
  const user = session === undefined ? undefined : await findSignedInUser(app, session);
  const cookies: string[] = [];
  const isSameOrigin = comesFromSameOrigin(app, headers);
  // Tokens are bound to the session, so forms opened before signing in are stale. Visitors without a session get a
  // cookie for this purpose.
  let holder = user ? session : readCookie({ isSecure }, headers.cookie, 'forms');
  return {
    user,
    cookies,
    isSameOrigin,
    formToken: () => {
      if (holder === undefined) {
        holder = randomText();
        cookies.push(setCookie({ isSecure }, 'forms', holder));
      }
      return makeToken(app, holder);
    },
    acceptsFormToken: (token) => holder !== undefined && isSameOrigin && isValidToken(app, holder, token),
  };
}

/** The token of a session, over http or https. */
export function readSession({ cookie }: IncomingHttpHeaders): string | undefined {
  return readCookie({ isSecure: true }, cookie, 'session') ?? readCookie({ isSecure: false }, cookie, 'session');
}

export async function isOperator(app: App, session: string): Promise<boolean> {
  return (await findSignedInUser(app, session))?.account.role === 'operator';
}

/** A new nonce each time, so that the length of compressed responses reveals nothing about the token. */
function makeToken({ secret }: App, holder: string, nonce = randomBytes(NONCE_BYTES).toString('base64url')): string {
  return `${nonce}.${secret.digest(`form ${holder} ${nonce}`).toString('base64url')}`;
}

function isValidToken(app: App, holder: string, token: string): boolean {
  const [nonce = ''] = token.split('.', 1);
  const actual = Buffer.from(token);
  const expected = Buffer.from(makeToken(app, holder, nonce));
  return actual.length === expected.length && timingSafeEqual(actual, expected);
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
