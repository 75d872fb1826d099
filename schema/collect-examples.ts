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
import { loadStarter } from '../src/merging/load/load.ts';
import { openPictureStore } from '../src/pictures/picture-store.ts';
import type { Plan } from '../src/plans.ts';
import { serve } from '../src/server/serve.ts';
import { openStore } from '../src/store/open.ts';
import type { Store } from '../src/store/store.ts';

/** The same as in the other documentation. */
const PUBLIC_URL = 'http://localhost:8080';
const NOW = Date.UTC(2026, 10, 15, 12, 2, 0);
const clock = () => NOW;
/** A game with screenshots. */
const TITLE = 'SuperTux';
const PLATFORM = 'Linux';
const COMPANY = 'Atari';
/** The starter catalog has no files, so the game gets one for the example, in its second release. */
const FILE = {
  name: 'supertux-0.1.0.tar.bz2',
  size: 10_567_890,
  crc: '89abcdef',
  md5: '0123456789abcdef0123456789abcdef',
  sha1: '0123456789abcdef0123456789abcdef01234567',
};
/** Lists are cut to this length. */
const LIST_LENGTH = 2;
/** A cursor of another catalog. Real ones differ each time. */
const CURSOR = Buffer.from('0123456789abcdef 1 2 2 W7uwuL').toString('base64url');

interface ExampleIds {
  game_id: number;
  platform_id: number;
  company_id: number;
}

type SendRequest = (path: string, init?: RequestInit) => Promise<unknown>;

/** Collects the examples of the OpenAPI document from a server with the starter catalog. */
export async function collectExamples() {
  const folder = mkdtempSync(join(tmpdir(), 'ludex-examples-'));
  const config = readConfig({ port: '0', data: folder, 'log-level': 'silent', 'public-url': PUBLIC_URL }, {});
  const keys = await fillStore(config);
  const server = await serve(config, clock);
  const url = `http://localhost:${server.port}`;
  const request: SendRequest = async (path, init) => shorten(await (await fetch(`${url}/v1${path}`, init)).json());
  const requestWithKey: SendRequest = (path, init) =>
    request(path, { ...init, headers: { 'x-api-key': keys.unlimited } });
  try {
    const ids = await findIds(requestWithKey);
    const responses = await collectResponses(requestWithKey, ids);
    return { url: PUBLIC_URL, ids, responses, errors: await collectErrors(request, keys, server.port) };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

async function fillStore(config: Config): Promise<Record<'unlimited' | 'free', string>> {
  const store = await openStore(config);
  const pictureStore = openPictureStore(mediaFolder(config), { withThumbnails: false });
  await loadStarter(store, clock, pictureStore);
  await addFile(store);
  const secret = await openSecret(config, store.accounts);
  const addKey = async (plan: Plan) => {
    const { accountId } = await addAccount(store.accounts, { email: `${plan}@example.org`, plan, createdAt: NOW });
    return issueKey(store.accounts, secret, { accountId, name: 'examples', createdAt: NOW });
  };
  const keys = { unlimited: await addKey('unlimited'), free: await addKey('free') };
  await store.close();
  return keys;
}

async function addFile(store: Store): Promise<void> {
  await store.catalog.write(async (writer) => {
    const layer = await writer.findLayer(`starter:${TITLE.toLowerCase()}`);
    if (!layer) throw new Error(`The starter catalog has no ${TITLE}`);
    const { marks, key, source, gameId, hash, line } = layer;
    await writer.putLayer(
      { key, source, gameId, hash, line },
      marks,
      JSON.stringify([{ ...FILE, platform: 0, platformId: 1, release: 1 }]),
    );
  });
}

async function findIds(request: SendRequest): Promise<ExampleIds> {
  const { games } = (await request(`/games?title=${TITLE}`)) as {
    games: { game_id: number; platforms: { platform_id: number; platform_name: string }[] }[];
  };
  const [game] = games;
  const platform = game?.platforms.find(({ platform_name }) => platform_name === PLATFORM);
  if (!game || !platform) throw new Error(`The starter catalog has no ${TITLE} for ${PLATFORM}`);
  const { companies } = (await request(`/companies?name=${COMPANY}`)) as { companies: { company_id: number }[] };
  if (!companies[0]) throw new Error(`The starter catalog has no company ${COMPANY}`);
  return { game_id: game.game_id, platform_id: platform.platform_id, company_id: companies[0].company_id };
}

async function collectResponses(request: SendRequest, { game_id, platform_id, company_id }: ExampleIds) {
  const byFormat = async (path: string) => {
    const responses = FORMATS.map(async (format) => [format, await request(`${path}format=${format}`)]);
    return Object.fromEntries(await Promise.all(responses));
  };
  const platform = `/games/${game_id}/platforms/${platform_id}`;
  return {
    listGenres: await request('/genres'),
    listGroups: await request('/groups'),
    listPlatforms: await request('/platforms'),
    listCompanies: await request(`/companies?name=${COMPANY}`),
    getCompany: await request(`/companies/${company_id}`),
    listGames: await byFormat(`/games?title=${TITLE}&`),
    suggest: await request(`/suggest?q=${TITLE}`),
    listRecentGames: await byFormat('/games/recent?'),
    getGame: await byFormat(`/games/${game_id}?`),
    listGamePlatforms: await request(`/games/${game_id}/platforms`),
    getPlatformDetails: await request(platform),
    listScreenshots: await request(`${platform}/screenshots`),
    listCovers: await request(`${platform}/covers`),
    getFileMatch: await request(`/identify?sha1=${FILE.sha1}`),
    listFileMatches: await request('/identify', {
      method: 'POST',
      body: JSON.stringify({ files: [{ sha1: FILE.sha1 }, { crc: '00000001', size: 40_976 }] }),
    }),
    listChanges: withCursor(await byFormat('/changes?')),
  };
}

function withCursor(byFormat: Record<string, object>): object {
  return Object.fromEntries(Object.entries(byFormat).map(([format, list]) => [format, { ...list, next: CURSOR }]));
}

/** The errors that a request can cause. */
async function collectErrors(request: SendRequest, keys: { unlimited: string; free: string }, port: number) {
  const withKey = (key: string, headers = {}) => ({ headers: { 'x-api-key': key, ...headers } });
  const valid = withKey(keys.unlimited);
  await request('/genres', withKey(keys.free));
  return {
    badParameters: await request('/games?limit=many', valid),
    badRequest: await requestRaw(port, 'not HTTP\r\n\r\n'),
    unauthorized: await request('/games'),
    gameNotFound: await request('/games/999999', valid),
    companyNotFound: await request('/companies/999999', valid),
    gone: await request(`/changes?since=${CURSOR}`, valid),
    payloadTooLarge: await request('/identify', { method: 'POST', body: ' '.repeat(65_537), ...valid }),
    uriTooLong: await request(`/games?title=${'x'.repeat(9000)}`, valid),
    titleTooLong: await request(`/games?title=${'x'.repeat(129)}`, valid),
    invalidValue: await request('/games?limit=1000', valid),
    tooManyRequests: await request('/genres', withKey(keys.free)),
    headersTooLarge: await request('/genres', withKey(keys.unlimited, { 'x-filler': 'x'.repeat(20_000) })),
  };
}

async function requestRaw(port: number, request: string): Promise<unknown> {
  const response = await text(connect(port, 'localhost').end(request));
  return JSON.parse(response.slice(response.indexOf('{')));
}

/** Keeps the first elements of each list. */
function shorten(response: unknown): unknown {
  if (Array.isArray(response)) return response.slice(0, LIST_LENGTH).map(shorten);
  if (typeof response !== 'object' || response === null) return response;
  return Object.fromEntries(Object.entries(response).map(([name, value]) => [name, shorten(value)]));
}
