import { PAGES } from '../../src/web/routes.ts';
import type { Random } from '../../test/support/random.ts';
import type { Input } from '../inputs/inputs.ts';
import { hostileComponent, hostileText, mutateBytes, mutateJson } from '../mutate.ts';
import { type Api, makeTarget } from './operations.ts';
import { HTTP_TOKENS, makeSmuggled } from './smuggling.ts';

export interface Request {
  method: string;
  target: string;
}

/** Bytes for one connection. */
export interface Exchange extends Input {
  /** The bytes are sent in pieces that end at these offsets. */
  cuts: number[];
  /** Complete requests, each of which must be answered, in this order. Empty if the bytes may be no HTTP. */
  requests: Request[];
  /** The most requests that the bytes hold: a server that reads a body as a request handles more. */
  mostAnswers: number;
}

export interface Setting {
  api: Api;
  key: string;
}

type Maker = (random: Random, setting: Setting) => Omit<Exchange, 'what' | 'cuts'>;

const KINDS: { what: string; share: number; make: Maker }[] = [
  { what: 'API request', share: 50, make: (random, setting) => complete([apiRequest(random, setting)]) },
  { what: 'altered URL', share: 10, make: (random, setting) => complete([alteredRequest(random, setting)]) },
  { what: 'page of the site', share: 8, make: (random, setting) => complete([pageRequest(random, setting)]) },
  { what: 'pipeline', share: 6, make: makePipeline },
  { what: 'altered bytes', share: 14, make: makeAltered },
  { what: 'smuggling', share: 6, make: (random) => single(makeSmuggled(random)) },
  { what: 'huge headers', share: 3, make: (random, setting) => single(makeHuge(random, setting)) },
  { what: 'random bytes', share: 3, make: (random) => single(randomBytes(random)) },
];

export function makeExchange(random: Random, setting: Setting): Exchange {
  const { what, make } = random.pickShare(KINDS);
  const made = make(random, setting);
  const cuts = random.below(4) > 0 ? [] : Array.from({ length: 3 }, () => random.below(made.bytes.length));
  return { what, cuts: cuts.toSorted((a, b) => a - b), ...made };
}

/** Not two requests by any reading. */
function single(bytes: Buffer): Omit<Exchange, 'what' | 'cuts'> {
  return { bytes, requests: [], mostAnswers: 1 };
}

interface FullRequest extends Request {
  headers: string[];
  body: Buffer;
}

function complete(requests: FullRequest[]): Omit<Exchange, 'what' | 'cuts'> {
  return { bytes: Buffer.concat(requests.map(write)), requests, mostAnswers: requests.length };
}

function write({ method, target, headers, body }: FullRequest): Buffer {
  const length = body.length > 0 || method === 'POST' ? [`Content-Length: ${body.length}`] : [];
  const head = [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...headers, ...length].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]);
}

function apiRequest(random: Random, { api, key }: Setting): FullRequest {
  const operation = random.pick(random.below(8) === 0 ? api.operations : withoutPreflight(api));
  const method = random.below(40) === 0 ? random.pick(['PUT', 'DELETE', 'PATCH', 'POST', 'TRACE']) : operation.method;
  const body = operation.body === undefined ? Buffer.alloc(0) : jsonBody(random, operation.body);
  const target = makeTarget(random, api, operation);
  return { method, target, headers: [...credentials(random, key), ...someHeaders(random)], body };
}

function jsonBody(random: Random, example: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(mutateJson(random, example)));
  return random.below(5) === 0 ? mutateBytes(random, json, ['{', '[', '"', ',', '\\u0000', '1e999']) : json;
}

/** A third of the operations are preflights, which all have the same answer. */
function withoutPreflight({ operations }: Api): Api['operations'] {
  return operations.filter(({ method }) => method !== 'OPTIONS');
}

/** Only printable ASCII: anything else would make the request invalid. */
function credentials(random: Random, key: string): string[] {
  const basic = Buffer.from(`${key}:`).toString('base64');
  return random.pick([
    [`X-API-Key: ${key}`],
    [`X-API-Key: ${key}`],
    [`X-API-Key: ${key}`],
    [`Authorization: Bearer ${key}`],
    [`Authorization: Basic ${basic}`],
    [`X-API-Key: ${headerText(random)}`],
    [`Authorization: ${random.pick(['Basic', 'Bearer', 'Digest'])} ${headerText(random)}`],
    [],
  ]);
}

// biome-ignore format: lists to be read at a glance
const HEADERS = [
  'Accept', 'Accept-Encoding', 'Accept-Language', 'If-None-Match', 'If-Modified-Since', 'Range', 'Origin', 'Cookie',
  'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded', 'User-Agent', 'Referer', 'Content-Type',
  'Access-Control-Request-Headers', 'Access-Control-Request-Method', 'X-Request-Id', 'X-HTTP-Method-Override',
  'Expect', 'Cache-Control', 'Max-Forwards', 'TE', 'Via', 'Upgrade', 'Sec-Fetch-Site', '__proto__', 'constructor',
];
const ENCODINGS = 'gzip br zstd identity * identity;q=0 *;q=0 gzip;q=2 gzip;q= ; ,,, deflate'.split(' ');

function someHeaders(random: Random): string[] {
  return Array.from({ length: random.below(4) }, () => {
    const name = random.pick(HEADERS);
    const value = name === 'Accept-Encoding' && random.below(2) === 0 ? random.pick(ENCODINGS) : headerText(random);
    return `${name}: ${value}`;
  });
}

/** Hostile, but allowed in a header. */
function headerText(random: Random): string {
  return hostileText(random)
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, 1000);
}

/** Characters that are valid in the target of a request. */
function alteredRequest(random: Random, setting: Setting): FullRequest {
  const request = random.below(4) === 0 ? pageRequest(random, setting) : apiRequest(random, setting);
  const at = 1 + random.below(request.target.length);
  const inserted = random.pick([
    hostileComponent(random),
    '/',
    '//',
    '?',
    '&',
    '=',
    '#',
    ';',
    '/./',
    '/../',
    '%2e%2e/',
    '\\',
  ]);
  const target = request.target.slice(0, at) + inserted + request.target.slice(at + random.below(3));
  return { ...request, target };
}

const OTHER_PAGES = '/healthz /readyz /metrics /media/aa/bb.png /covers/1.svg /static/site.css /no-such-page'.split(
  ' ',
);
const PATHS = [...PAGES.filter(({ method }) => method === 'GET').map(({ path }) => path), ...OTHER_PAGES];
const FILTERS = 'q title platform genre group year from to sort offset page view country done'.split(' ');

function pageRequest(random: Random, { api: { known } }: Setting): FullRequest {
  const ids = known.get('game_id') ?? [1];
  const value = () => (random.below(2) === 0 ? String(random.pick(ids)) : hostileComponent(random));
  const path = random.pick(PATHS).replaceAll(/\{\w+\}/g, value);
  const query = Array.from({ length: random.below(4) }, () => `${random.pick(FILTERS)}=${value()}`);
  const method = random.pick(['GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'PUT']);
  return { method, target: `${path}?${query.join('&')}`, headers: someHeaders(random), body: Buffer.alloc(0) };
}

/** Also with headers that close the connection: those are left out here. */
function makePipeline(random: Random, setting: Setting) {
  const { api, key } = setting;
  const reads = api.operations.filter(({ method }) => method !== 'POST');
  const requests = Array.from({ length: 2 + random.below(7) }, () => {
    const operation = random.pick(reads);
    const target = makeTarget(random, api, operation);
    return { method: operation.method, target, headers: [`X-API-Key: ${key}`], body: Buffer.alloc(0) };
  });
  return complete(requests);
}

function makeAltered(random: Random, setting: Setting) {
  const requests = Array.from({ length: 1 + random.below(3) }, () => apiRequest(random, setting));
  const bytes = mutateBytes(random, Buffer.concat(requests.map(write)), HTTP_TOKENS);
  return { bytes, requests: [], mostAnswers: Number.POSITIVE_INFINITY };
}

const LARGEST_HEADERS = 100_000;

function makeHuge(random: Random, setting: Setting): Buffer {
  const size = random.below(LARGEST_HEADERS);
  const lengths = random.pick([1, 10, 100, 1000]);
  const line = (i: number) => `X-${i}: ${'x'.repeat(size / lengths)}`;
  const { headers, target, ...request } = apiRequest(random, setting);
  const long = random.below(3) === 0 ? `${target}#${'x'.repeat(size)}` : target;
  const many = Array.from({ length: lengths }, (_, i) => line(i));
  return write({ ...request, target: long, headers: [...headers, ...many] });
}

function randomBytes(random: Random): Buffer {
  return Buffer.from(Array.from({ length: 1 + random.below(2000) }, () => random.below(256)));
}
