import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, Refusal } from '../accounts/keys.ts';
import type { App } from '../app.ts';
import { type MaybePromise, whenReady } from '../at-once.ts';
import { AppError } from '../errors.ts';
import type { Limits } from '../plans.ts';
import type { QuotaDecision } from '../quota/quota.ts';
import { KEY_PARAMETER, takeValues } from './parameters.ts';
import { type ApiResponse, errorResponse } from './response.ts';

/** Made once: programs without a key send many requests. */
const [NO_KEY, UNKNOWN_KEY, WRONG_KEY] = [
  `An API key is needed. Send it in the header X-API-Key, or as ${KEY_PARAMETER} in the query.`,
  'A valid API key is needed. This key does not exist: check it, and that it is URL-encoded.',
  'This key does not exist: check it, and that it is URL-encoded, or send no key, which this server allows.',
].map(unauthorized) as [ApiResponse, ApiResponse, ApiResponse];

/** The different keys of a request. Undefined is one that cannot be decoded. */
export type SentKeys = ReadonlySet<string | undefined>;

/** A path may begin with this and the key, for programs that have a setting for the address only. */
export const KEY_PREFIX = '/k/';

/**
 * Reads the keys of a request, and its path and query without them. Nothing else looks for a key, so all parts of the server find
 * the same.
 */
export function readKeys(
  sentPath: string,
  rawQuery: string,
  headers: IncomingHttpHeaders,
): { keys: SentKeys; path: string; keylessQuery: string } {
  const { values, rest: keylessQuery } = takeValues(rawQuery, KEY_PARAMETER);
  const keys = new Set([...values, ...listHeaderKeys(headers)]);
  let path = sentPath;
  while (path.startsWith(KEY_PREFIX)) {
    const end = path.indexOf('/', KEY_PREFIX.length);
    keys.add(decodeKey(path.slice(KEY_PREFIX.length, end < 0 ? path.length : end)));
    path = end < 0 ? '' : path.slice(end);
  }
  keys.delete('');
  return { keys, path, keylessQuery };
}

function decodeKey(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Bounds the stored counts. Of two networks with the same number, each has the count of both. */
const NETWORK_NUMBERS = 2 ** 20;

/** Of a client without a key. */
type Anonymous = Omit<Caller, 'keyId'> & { keyId: undefined };

/** Authenticates the request: exactly one valid key, or none if that is allowed. */
export function findCaller(
  app: App,
  sent: SentKeys,
  network: () => string,
): MaybePromise<Caller | Anonymous | ApiResponse> {
  return sent.size === 0 ? findAnonymous(app, network) : findKeyHolder(app, sent);
}

function findAnonymous({ anonymous: limits, secret }: App, network: () => string): Anonymous | ApiResponse {
  if (!limits) return NO_KEY;
  // A digest, so that no address can be read in the store.
  const number = secret.digest(`network ${network()}`).readUInt32BE() % NETWORK_NUMBERS;
  return { limits, keyId: undefined, quotaId: -1 - number };
}

function findKeyHolder(app: App, sent: SentKeys): MaybePromise<Caller | ApiResponse> {
  const [key] = sent;
  if (sent.size > 1) return unauthorized('An API key is needed: send one key, not several different ones.');
  return whenReady(key === undefined ? 'unknown' : app.keys.findCaller(key), (caller) => {
    if (caller === 'unknown') return app.anonymous ? WRONG_KEY : UNKNOWN_KEY;
    return typeof caller === 'string'
      ? unauthorized(`A valid API key is needed. ${describeRefusal(app, caller)}`)
      : caller;
  });
}

/** The holder of the only key, if it was found valid before. */
export function findKnownCaller({ keys }: App, sent: SentKeys): Caller | undefined {
  const [key] = sent;
  return sent.size === 1 && key !== undefined ? keys.findKnown(key) : undefined;
}

const SUSPENDED = 'The account of this key is suspended';

/** The holder of a key may know why it is refused. */
function describeRefusal({ config, publicUrl }: App, refusal: Exclude<Refusal, 'unknown'>): string {
  if (refusal === 'revoked') return `This key was revoked or replaced: your current keys are at ${publicUrl}/profile.`;
  const operator = config.contact === undefined ? 'the operator of this site' : config.contact.replace(/^mailto:/, '');
  const why = refusal === 'noCalls' ? 'The limit of this key is 0, so it may send no requests' : SUSPENDED;
  return `${why}: please contact ${operator}.`;
}

/** Headers of every authenticated response, refused or not: names and values in turn. */
export function quotaHeaders(decision: QuotaDecision): readonly string[] {
  const { admitted, limits, remaining, resetSeconds } = decision;
  if (limits.perHour === null && limits.perSecond === null) return [];
  const hourly = limits.perHour !== null;
  const isTooFast = !admitted && !decision.isHourExhausted;
  const second = isTooFast ? `r=0;t=${decision.retryAfterSeconds}` : 'r=1;t=1';
  const left = hourly && !isTooFast ? `"hour";r=${remaining};t=${resetSeconds}` : `"second";${second}`;
  return [
    'ratelimit-limit',
    String(limits.perHour ?? limits.perSecond),
    'ratelimit-remaining',
    String(hourly ? remaining : admitted ? 1 : 0),
    'ratelimit-reset',
    String(hourly ? resetSeconds : 1),
    'ratelimit-policy',
    policy(limits),
    'ratelimit',
    left,
  ];
}

export function tooManyRequests(decision: QuotaDecision): AppError {
  const wait = 'Please wait at least 1 second between requests.';
  const hour = ` You have used all ${decision.limits.perHour} requests of this hour; the next hour begins in ${decision.resetSeconds} seconds.`;
  return new AppError('tooManyRequests', decision.isHourExhausted ? wait + hour : wait, {
    'retry-after': String(decision.retryAfterSeconds),
  });
}

function listHeaderKeys(headers: IncomingHttpHeaders): string[] {
  const keys = [];
  const own = headers['x-api-key'];
  if (own !== undefined) keys.push(String(own));
  if (headers.authorization === undefined) return keys;
  const [scheme, credentials] = headers.authorization.split(/ +/, 2);
  if (/^bearer$/i.test(scheme ?? '')) keys.push(credentials ?? '');
  if (/^basic$/i.test(scheme ?? '')) keys.push(basicUser(credentials ?? ''));
  return keys;
}

function basicUser(credentials: string): string {
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  return decoded.split(':', 1)[0] as string;
}

function policy(limits: Limits): string {
  const policies = [];
  if (limits.perSecond !== null) policies.push(`"second";q=${limits.perSecond};w=1`);
  if (limits.perHour !== null) policies.push(`"hour";q=${limits.perHour};w=3600`);
  return policies.join(', ');
}

function unauthorized(message: string): ApiResponse {
  return errorResponse({ kind: 'unauthorized', message, headers: { 'www-authenticate': 'Bearer realm="Ludex"' } });
}
