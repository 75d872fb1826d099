import type { Random } from '../../test/support/random.ts';
import { PASSWORD, type Target } from './target.ts';

/** What a client without a key, or with that of a free account, sends again and again. */
export interface Attack {
  name: string;
  /** If not set, as fast as it gets answers. */
  perSecond?: number;
  listRequests(target: Target, random: Random): Promise<string[]>;
}

const REQUESTS = 2000;
const WORDS = 'super mario street star world quest racing dragon space king zelda ball'.split(' ');
const ARTICLES = ['/docs', '/docs/api', '/docs/programs', '/docs/changelog', '/docs/reference', '/v1/openapi.json'];

/** Just within the limit of the free plan. */
const FREE_PER_SECOND = 0.95;
const EXPENSIVE_CALLS = [
  '/v1/games/search?q=of',
  '/v1/games/search?q=the&limit=100',
  '/v1/games/search?q=of&sort=-title&limit=100',
  `/v1/games?${'platform=3&'.repeat(100)}limit=100`,
  `/v1/games?match=any&${Array.from({ length: 100 }, (_, i) => `platform=${i + 1}&`).join('')}sort=title`,
  '/v1/games?limit=100&include=releases,covers,screenshots,companies,sources&offset=5000',
];

export const ATTACKS: readonly Attack[] = [
  attack('search', (random) => get(`/games?title=${random.pick(WORDS)}+${letters(random, 3)}`)),
  attack('suggestions', (random) => get(`/suggest?title=${random.pick(WORDS).slice(0, 4)}+${letters(random, 2)}`)),
  attack('lists', (random) => get(`/games?page=${1 + random.below(400)}&from=${1970 + random.below(50)}`)),
  attack('plain lists', (random) => get(`/games?page=${1 + random.below(400)}`)),
  attack('covers', (random, { games }) => get(`/covers/${random.pick(games)}${random.pick(['', '-360'])}.png`)),
  attack('documentation', (random) => get(random.pick(ARTICLES))),
  attack('sitemaps', (random) => get(`/sitemap${random.pick(['', '/companies-1', '/companies-9', '/games-1'])}.xml`)),
  attack('health checks', (random) => get(random.pick(['/readyz', '/healthz', '/metrics']))),
  attack('unfinished requests', (random) =>
    get(`/games?title=${random.pick(WORDS)}+${letters(random, 3)}`, 'Content-Length: 1\r\n'),
  ),
  attack('calls without a key', (random) => get(`/v1/games?title=${random.pick(WORDS)}`)),
  attack('OpenAPI document', () => get('/v1/openapi.json')),
  attack('preflights', () => 'OPTIONS /v1/games HTTP/1.1\r\nHost: x\r\n\r\n'),
  attack('random sessions', (random) =>
    get(`/games?title=${letters(random, 4)}`, `Cookie: ludex_session=${letters(random, 32)}\r\n`),
  ),
  attack('unknown keys', (random) => get('/v1/games/1', `X-API-Key: ${letters(random, 32)}\r\n`)),
  attack('unknown keys by POST', (random) => post(`X-API-Key: ${letters(random, 32)}\r\n`)),
  attack('a key over its quota', (_, { freeKey }) => get('/v1/games/1', `X-API-Key: ${freeKey}\r\n`)),
  {
    ...attack('expensive calls within a quota', (random, { freeKey }) =>
      get(random.pick(EXPENSIVE_CALLS), `X-API-Key: ${freeKey}\r\n`),
    ),
    perSecond: FREE_PER_SECOND,
  },
  {
    name: 'thumbnails',
    listRequests: async ({ addPictures }, random) => {
      const pictures = await addPictures();
      return times(() => get(random.pick(pictures)));
    },
  },
  {
    name: 'wrong passwords',
    listRequests: (target, random) => signIns(target, () => `${letters(random, 8)}@example.org`),
  },
  { name: 'correct passwords', listRequests: (target) => signIns(target, () => target.email) },
];

function attack(name: string, request: (random: Random, target: Target) => string): Attack {
  return { name, listRequests: async (target, random) => times(() => request(random, target)) };
}

/** A browser would first open the page with the form. */
async function signIns({ url }: Target, email: () => string): Promise<string[]> {
  const page = await fetch(`${url}/signin`);
  const cookie = page.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  const token = /name="form_token" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  return times(() => {
    const form = new URLSearchParams({ form_token: token, email: email(), password: PASSWORD }).toString();
    const type = 'Content-Type: application/x-www-form-urlencoded';
    return `POST /signin HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n${type}\r\nContent-Length: ${form.length}\r\n\r\n${form}`;
  });
}

export function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
}

function post(headers: string): string {
  const body = JSON.stringify({ files: [{ crc: '3337ec46', size: 40976 }] });
  return `POST /v1/identify HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
}

function times(make: () => string): string[] {
  return Array.from({ length: REQUESTS }, make);
}

export function letters(random: Random, count: number): string {
  return Array.from({ length: count }, () => String.fromCharCode(97 + random.below(26))).join('');
}
