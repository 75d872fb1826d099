import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { addAccount } from '../src/accounts/accounts.ts';
import { issueKey } from '../src/accounts/keys.ts';
import { openSecret } from '../src/accounts/secret.ts';
import { FORMATS } from '../src/catalog/catalog.ts';
import { type Config, mediaFolder, readConfig } from '../src/config.ts';
import { loadStarter } from '../src/merging/load/starter.ts';
import { openPictureStore } from '../src/pictures/picture-store.ts';
import type { Plan } from '../src/plans.ts';
import { serve } from '../src/server/serve.ts';
import { openStore } from '../src/store/open.ts';

/** As in the other documentation. */
const PUBLIC_URL = 'http://localhost:8080';
const NOW = Date.UTC(2026, 10, 15, 12, 2, 0);
const clock = () => NOW;
/** A game with screenshots. */
const TITLE = 'SuperTux';
const PLATFORM = 'Linux';
/** How many elements of a long list are kept. */
const KEPT = 2;

type Ask = (path: string, init?: RequestInit) => Promise<unknown>;

/** Asks a server with the starter catalog for what the OpenAPI document shows as examples. */
export async function collectExamples() {
  const folder = mkdtempSync(join(tmpdir(), 'ludex-examples-'));
  const config = readConfig({ port: '0', data: folder, 'log-level': 'silent', 'public-url': PUBLIC_URL }, {});
  const keys = await fillStore(config);
  const server = await serve(config, clock);
  const url = `http://localhost:${server.port}`;
  const ask: Ask = async (path, init) => shorten(await (await fetch(`${url}/v1${path}`, init)).json());
  const askWithKey: Ask = (path) => ask(path, { headers: { 'x-api-key': keys.unlimited } });
  try {
    const ids = await findIds(askWithKey);
    const answers = await collectAnswers(askWithKey, ids);
    return { url: PUBLIC_URL, ids, answers, errors: await collectErrors(ask, keys, server.port) };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

async function fillStore(config: Config): Promise<Record<'unlimited' | 'free', string>> {
  const store = await openStore(config);
  const pictureStore = openPictureStore(mediaFolder(config), { withThumbnails: false });
  await loadStarter(store, clock, pictureStore);
  await pictureStore.close();
  const secret = await openSecret(config, store.accounts);
  const addKey = async (plan: Plan) => {
    const { accountId } = await addAccount(store.accounts, { email: `${plan}@example.org`, plan, createdAt: NOW });
    return issueKey(store.accounts, secret, { accountId, name: 'examples', createdAt: NOW });
  };
  const keys = { unlimited: await addKey('unlimited'), free: await addKey('free') };
  await store.close();
  return keys;
}

async function findIds(ask: Ask): Promise<{ game_id: number; platform_id: number }> {
  const { games } = (await ask(`/games?title=${TITLE}`)) as {
    games: { game_id: number; platforms: { platform_id: number; platform_name: string }[] }[];
  };
  const [game] = games;
  const platform = game?.platforms.find(({ platform_name }) => platform_name === PLATFORM);
  if (!game || !platform) throw new Error(`The starter catalog has no ${TITLE} for ${PLATFORM}`);
  return { game_id: game.game_id, platform_id: platform.platform_id };
}

async function collectAnswers(ask: Ask, { game_id, platform_id }: { game_id: number; platform_id: number }) {
  const byFormat = async (path: string) => {
    const answers = FORMATS.map(async (format) => [format, await ask(`${path}format=${format}`)]);
    return Object.fromEntries(await Promise.all(answers));
  };
  const platform = `/games/${game_id}/platforms/${platform_id}`;
  return {
    listGenres: await ask('/genres'),
    listGroups: await ask('/groups'),
    listPlatforms: await ask('/platforms'),
    listGames: await byFormat(`/games?title=${TITLE}&`),
    listRecentGames: await byFormat('/games/recent?'),
    getGame: await byFormat(`/games/${game_id}?`),
    listGamePlatforms: await ask(`/games/${game_id}/platforms`),
    getPlatformDetails: await ask(platform),
    listScreenshots: await ask(`${platform}/screenshots`),
    listCovers: await ask(`${platform}/covers`),
  };
}

/** The errors that a request can provoke at will. */
async function collectErrors(ask: Ask, keys: { unlimited: string; free: string }, port: number) {
  const withKey = (key: string, headers = {}) => ({ headers: { 'x-api-key': key, ...headers } });
  const valid = withKey(keys.unlimited);
  await ask('/genres', withKey(keys.free));
  return {
    badParameters: await ask('/games?limit=many', valid),
    badRequest: await askRaw(port, 'not HTTP\r\n\r\n'),
    unauthorized: await ask('/games'),
    gameNotFound: await ask('/games/999999', valid),
    uriTooLong: await ask(`/games?title=${'x'.repeat(9000)}`, valid),
    titleTooLong: await ask(`/games?title=${'x'.repeat(129)}`, valid),
    invalidValue: await ask('/games?limit=1000', valid),
    tooManyRequests: await ask('/genres', withKey(keys.free)),
    headersTooLarge: await ask('/genres', withKey(keys.unlimited, { 'x-filler': 'x'.repeat(20_000) })),
  };
}

async function askRaw(port: number, request: string): Promise<unknown> {
  const answer = await text(connect(port, 'localhost').end(request));
  return JSON.parse(answer.slice(answer.indexOf('{')));
}

/** The answer with the first elements of each list. */
function shorten(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.slice(0, KEPT).map(shorten);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, shorten(value)]));
}
