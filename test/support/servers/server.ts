import { addAccount } from '../../../src/accounts/accounts.ts';
import { issueKey } from '../../../src/accounts/keys.ts';
import { COST } from '../../../src/accounts/passwords.ts';
import { openSecret } from '../../../src/accounts/secret.ts';
import { openBundle } from '../../../src/bundle/bundle.ts';
import { type Config, mediaFolder } from '../../../src/config.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import { openPictureStore } from '../../../src/pictures/picture-store.ts';
import type { Plan } from '../../../src/plans.ts';
import { serve } from '../../../src/server/serve.ts';
import { openStore } from '../../../src/store/open.ts';
import { atEnd, lastFirst } from '../at-end.ts';
import { openChecker, type TestResponse } from '../openapi.ts';
import { writeBundle } from '../samples/bundle.ts';
import { CATALOG } from '../samples/catalog.ts';
import { until } from '../until.ts';
import { ENGINE, newPlace } from './engines.ts';

// Cheap password hashing: tests hash thousands of passwords.
COST.memoryKib = 64;

/** A time in the middle of a clock hour and of a five-minute slot. */
export const NOON = Date.UTC(2026, 10, 15, 12, 2, 0);

export interface TestServer {
  url: string;
  config: Config;
  /** A key without limits. */
  key: string;
  /** Sends the key in the query and checks the response against the OpenAPI document. */
  get(path: string, init?: RequestInit): Promise<TestResponse>;
  /** Sends the request unchanged and checks the response, too. */
  fetch(path: string, init?: RequestInit): Promise<TestResponse>;
  addKey(plan: Plan, key?: string): Promise<string>;
  /** Imports a bundle and waits until the server uses it. */
  import(folder: string): Promise<void>;
  now: number;
}

/** The real server on a free port with a temporary data folder and a stopped clock. */
export async function startServer(...args: Parameters<typeof launch>): Promise<TestServer> {
  const { server, close } = await launch(...args);
  lastFirst(close);
  return server;
}

let shared: TestServer | undefined;

/** One server with the test catalog for all files of the process that change nothing in it, which saves half a second each. */
export async function sharedServer(): Promise<TestServer> {
  if (shared) return shared;
  const { server, close } = await launch();
  atEnd(close);
  // Not the promise: node:test would take a file that awaits it for the one that made it.
  shared = server;
  return server;
}

async function launch(
  settings: Record<string, string> = {},
  catalog: Parameters<typeof writeBundle>[0] | undefined = CATALOG,
  source = 'test',
): Promise<{ server: TestServer; close: () => Promise<void> }> {
  const server = { now: NOON } as TestServer;
  const clock = () => server.now;
  const isUsual = catalog === CATALOG && source === 'test';
  const fill = async (empty: Config) => void (await importInto(empty, writeBundle(catalog, { source }), clock));
  const config = await newPlace(ENGINE, settings, isUsual ? fillWithCatalog : fill);
  const serving = await serve(config, clock);
  const url = `http://localhost:${serving.port}`;
  const check = openChecker(url);

  server.url = url;
  server.config = config;
  server.addKey = (plan, key) => addKey(config, plan, key);
  server.key = await server.addKey('unlimited');
  server.fetch = async (path, init) => {
    const answer = await readResponse(await fetch(url + path, init));
    await check(path, init?.method ?? 'GET', answer);
    return answer;
  };
  server.get = (path, init) => server.fetch(`${path}${path.includes('?') ? '&' : '?'}api_key=${server.key}`, init);
  server.import = async (bundle) => {
    await untilServed(server, await importInto(config, bundle, clock));
  };
  return { server, close: serving.close };
}

/** Waits until a server shows this revision of the catalog. */
export async function untilServed({ url }: { url: string }, revision: number): Promise<void> {
  const text = `\nludex_catalog_revision ${revision}\n`;
  await until(async () => (await (await fetch(`${url}/metrics`)).text()).includes(text));
}

/** Fills a store with the test catalog. */
export async function fillWithCatalog(config: Config): Promise<void> {
  await importInto(config, writeBundle(CATALOG), () => NOON);
}

/** The same with a key. */
export async function fillWithKey(config: Config): Promise<void> {
  await fillWithCatalog(config);
  await addKey(config, 'free');
}

/** Imports a bundle with its pictures and returns the new revision. */
export async function importInto(config: Config, folder: string, clock: () => number): Promise<number> {
  const store = await openStore(config);
  const pictureStore = openPictureStore(mediaFolder(config));
  await loadBundle(store, await openBundle(folder), { clock, pictureStore });
  const { catalog } = await store.readRevisions();
  await store.close();
  return catalog;
}

let accounts = 0;

export async function addKey(config: Config, plan: Plan, key?: string): Promise<string> {
  const store = await openStore(config);
  const secret = await openSecret(config, store.accounts);
  const email = `tester${accounts++}@example.org`;
  const { accountId } = await addAccount(store.accounts, { email, plan, createdAt: NOON });
  const issued = await issueKey(store.accounts, secret, { accountId, name: 'test', key, createdAt: NOON });
  await store.close();
  return issued;
}

async function readResponse(response: Response): Promise<TestResponse> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}
