import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { randomText } from '../../accounts/random-text.ts';
import { findSignedInUser, type SignedInUser } from '../../accounts/sessions.ts';
import type { App } from '../../app.ts';
import { readCookie, setCookie } from './cookies.ts';

/** Who looks at a page, and what makes a form that comes back theirs. */
export interface Visit {
  visitor: SignedInUser | undefined;
  /** What goes into every form of the page. */
  formToken(): string;
  /** Whether what was sent comes from a page of ours, as far as the browser says. */
  isFromHere: boolean;
  /** Whether a form that came back is one that we gave to this browser, sent from a page of ours. */
  isOwnForm(token: string): boolean;
  /** What the browser is given along with the page. */
  cookies: string[];
}

const NONCE_BYTES = 12;

export async function openVisit(
  app: App,
  { headers, isSecure }: { headers: IncomingHttpHeaders; isSecure: boolean },
): Promise<Visit> {
  const session = readCookie({ isSecure }, headers.cookie, 'session');
  const visitor = session === undefined ? undefined : await findSignedInUser(app, session);
  const cookies: string[] = [];
  const isFromHere = comesFromHere(app, headers);
  // Forms belong to the session: those of before signing in, and of another account, are stale. Who is not signed in
  // has a name for this alone.
  let holder = visitor ? session : readCookie({ isSecure }, headers.cookie, 'forms');
  return {
    visitor,
    cookies,
    isFromHere,
    formToken: () => {
      if (holder === undefined) {
        holder = randomText();
        cookies.push(setCookie({ isSecure }, 'forms', holder));
      }
      return makeToken(app, holder);
    },
    isOwnForm: (token) => holder !== undefined && isFromHere && isTokenOf(app, holder, token),
  };
}

/** Another one each time, so that compressed answers give nothing away about it. */
function makeToken({ secret }: App, holder: string, nonce = randomBytes(NONCE_BYTES).toString('base64url')): string {
  return `${nonce}.${secret.digest(`form ${holder} ${nonce}`).toString('base64url')}`;
}

function isTokenOf(app: App, holder: string, token: string): boolean {
  const [nonce = ''] = token.split('.', 1);
  const given = Buffer.from(token);
  const own = Buffer.from(makeToken(app, holder, nonce));
  return given.length === own.length && timingSafeEqual(given, own);
}

/** Browsers say where a form was; programs that do not are stopped by the token. */
function comesFromHere(app: App, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  // The site may also be reached by another name than the public one.
  return origin === new URL(app.publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === headers.host);
}
