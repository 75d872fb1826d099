import { lookup as resolve } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getOrInsert } from '../get-or-insert.ts';
import { makeQueue, type Queue } from '../queue.ts';
import { checkLength, PictureError } from './inspect.ts';

export type Fetcher = ReturnType<typeof makeFetcher>;

export interface FetchOptions {
  /** Which IP addresses are allowed, checked after DNS resolution and for every redirect (SSRF protection). */
  isAllowed: (address: string, url: URL) => boolean;
  userAgent: string;
  /** The timeout of one request. */
  timeoutMs?: number;
}

const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 60_000;
/** Concurrent requests per host. */
const MAX_PER_HOST = 2;
const MAX_TRIES = 3;
/** After this many failures in a row, a host is not tried again: waiting for it would delay all other pictures. */
const MAX_FAILURES = 5;
/** A longer Retry-After is not awaited. */
const MAX_WAIT_SECONDS = 60;
/** Accepted content types. The actual type is detected from the bytes. */
const TYPE = /^(image\/(?!svg)|application\/octet-stream|binary\/octet-stream)/i;

/** Downloads pictures. Throws a PictureError if there is no picture. */
export function makeFetcher(options: FetchOptions) {
  const hosts = new Map<string, Host>();
  const hostOf = ({ host }: URL) =>
    getOrInsert(hosts, host, () => ({ queue: makeQueue(MAX_PER_HOST), pausedUntil: 0, failures: 0 }));
  return { fetch: (address: string) => fetchFollowingRedirects(address, options, hostOf) };
}

interface Host {
  queue: Queue;
  /** From its Retry-After header, or a second after a failure. */
  pausedUntil: number;
  /** Pictures in a row that could not be fetched now. */
  failures: number;
}

async function fetchFollowingRedirects(
  address: string,
  options: FetchOptions,
  hostOf: (url: URL) => Host,
): Promise<Buffer> {
  let url = parse(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const here = url;
    const host = hostOf(here);
    const result = await host.queue.run(() => requestWithRetries(here, host, options));
    if (Buffer.isBuffer(result)) return result;
    url = parse(result, here);
  }
  throw new PictureError(`more than ${MAX_REDIRECTS} redirects`);
}

function parse(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new PictureError('it redirects to something that is not a web address');
  return url;
}

/** Retries a few times and honors Retry-After. Gives up on hosts that never respond. */
async function requestWithRetries(url: URL, host: Host, options: FetchOptions): Promise<Buffer | string> {
  for (let tries = 1; ; tries++) {
    await waitForHost(host);
    if (host.failures >= MAX_FAILURES) throw new PictureError(`the server failed ${MAX_FAILURES} times in a row`);
    const result = await requestOnce(url, options).catch((error: PictureError) => error);
    if (!(result instanceof RetryLater)) {
      host.failures = 0;
      if (result instanceof Error) throw result;
      return result;
    }
    const { seconds } = result;
    host.pausedUntil = Math.max(host.pausedUntil, Date.now() + seconds * 1000);
    if (tries < MAX_TRIES && seconds <= MAX_WAIT_SECONDS) continue;
    host.failures++;
    throw result;
  }
}

async function waitForHost(host: Host): Promise<void> {
  for (let waitMs = host.pausedUntil - Date.now(); waitMs > 0; waitMs = host.pausedUntil - Date.now()) {
    if (waitMs > MAX_WAIT_SECONDS * 1000) throw new PictureError('the server is limiting requests; try again later');
    await pause(waitMs);
  }
}

/** A later request may succeed. */
class RetryLater extends PictureError {
  seconds = 1;
}

/** Returns the picture or a redirect location. */
async function requestOnce(url: URL, options: FetchOptions): Promise<Buffer | string> {
  const response = await send(url, options).catch((error) => {
    if (error instanceof PictureError) throw error;
    throw new RetryLater(`the server cannot be reached (${error.code ?? error.name})`);
  });
  try {
    return await readResponse(response);
  } catch (error) {
    throw error instanceof PictureError ? error : new RetryLater(INTERRUPTED);
  } finally {
    response.destroy();
  }
}

const INTERRUPTED = 'the transfer was interrupted';

async function send(
  url: URL,
  { isAllowed, userAgent, timeoutMs = TIMEOUT_MS }: FetchOptions,
): Promise<IncomingMessage> {
  // Host names are checked by the lookup below, IP addresses here.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isAllowed(host, url)) throw notAllowed(host);
  const { promise, resolve: done, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
    headers: { 'user-agent': userAgent, accept: 'image/*', 'accept-encoding': 'identity' },
    lookup: lookupAllowed((address) => isAllowed(address, url)),
    signal: AbortSignal.timeout(timeoutMs),
    agent: false,
  });
  request.once('response', done);
  request.once('error', reject);
  request.end();
  return promise;
}

/** The connection uses the checked address, so that DNS rebinding is not possible. */
function lookupAllowed(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname, { all: true }).then(
      (found) => {
        const forbidden = found.find(({ address }) => !isAllowed(address));
        const [first] = found;
        if (forbidden || !first) callback(notAllowed(forbidden?.address ?? hostname), '', 4);
        else if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, '', 4),
    );
  };
}

function notAllowed(address: string): PictureError {
  return new PictureError(`${address} is not a public address`);
}

/** Retry-After has seconds or an HTTP date. */
function readSeconds(after = '1'): number {
  const seconds = Number.isNaN(Number(after)) ? (Date.parse(after) - Date.now()) / 1000 : Number(after);
  return seconds > 0 ? seconds : 1;
}

async function readResponse(response: IncomingMessage): Promise<Buffer | string> {
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400 && headers.location) return headers.location;
  if (statusCode === 429 || statusCode >= 500) {
    const seconds = readSeconds(headers['retry-after']);
    throw Object.assign(new RetryLater(`the server responded with ${statusCode}`), { seconds });
  }
  if (statusCode !== 200) throw new PictureError(`the server responded with ${statusCode}`);
  if (!TYPE.test(headers['content-type'] ?? '')) {
    throw new PictureError(`the server sent ${headers['content-type'] ?? 'no content type'} instead of a picture`);
  }
  if (headers['content-length']) checkLength(Number(headers['content-length']));
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    checkLength(length);
    chunks.push(chunk);
  }
  if (!response.complete) throw new RetryLater(INTERRUPTED);
  return Buffer.concat(chunks);
}

/** Special-purpose networks that are not on the public internet (RFC 6890). */
const SPECIAL: readonly [network: string, bits: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  // Inside the global unicast range: documentation, and tunnels to IPv4 addresses.
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
];
const special = new BlockList();
for (const [network, bits, family] of SPECIAL) special.addSubnet(network, bits, family);

/** Global unicast. Excludes loopback, private, link-local and IPv4-mapped addresses. */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4');
  return isIP(address) === 6 && publicIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
