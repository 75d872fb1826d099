import type { Random } from '../random.ts';
import { PASSWORD, type Target } from './target.ts';

/** What a client without a key sends again and again. */
export interface Attack {
  name: string;
  listRequests(target: Target, random: Random): Promise<string[]>;
}

const REQUESTS = 2000;
const WORDS = [
  'super',
  'mario',
  'street',
  'star',
  'world',
  'quest',
  'racing',
  'dragon',
  'space',
  'king',
  'zelda',
  'ball',
];
const ARTICLES = ['/docs', '/docs/api', '/docs/programs', '/docs/changelog', '/docs/reference', '/v1/openapi.json'];

export const ATTACKS: readonly Attack[] = [
  pages('search', (random) => `/games?title=${random.pick(WORDS)}+${letters(random, 3)}`),
  pages('suggestions', (random) => `/suggest?title=${random.pick(WORDS).slice(0, 4)}+${letters(random, 2)}`),
  pages('lists', (random) => `/games?page=${1 + random.below(400)}&from=${1970 + random.below(50)}`),
  pages('covers', (random, { games }) => `/covers/${random.pick(games)}${random.pick(['', '-360'])}.png`),
  pages('documentation', (random) => random.pick(ARTICLES)),
  pages('calls without a key', (random) => `/v1/games?title=${random.pick(WORDS)}`),
  {
    name: 'random sessions',
    listRequests: async (_, random) =>
      times(() => get(`/games?title=${letters(random, 4)}`, `Cookie: ludex_session=${letters(random, 32)}\r\n`)),
  },
  {
    name: 'unknown keys',
    listRequests: async (_, random) => times(() => get('/v1/games/1', `X-API-Key: ${letters(random, 32)}\r\n`)),
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

function pages(name: string, path: (random: Random, target: Target) => string): Attack {
  return { name, listRequests: async (target, random) => times(() => get(path(random, target))) };
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

function times(make: () => string): string[] {
  return Array.from({ length: REQUESTS }, make);
}

export function letters(random: Random, count: number): string {
  return Array.from({ length: count }, () => String.fromCharCode(97 + random.below(26))).join('');
}
