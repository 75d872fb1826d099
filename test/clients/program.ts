import assert from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sizeOf } from '../support/samples/pictures.ts';
import { askRaw, type RawResponse } from '../support/servers/raw.ts';
import type { TestServer } from '../support/servers/server.ts';

/** The requests of a client, taken from its public source. */
export interface Program {
  name: string;
  /** The source, its commit and date. */
  source: string;
  /** Headers of each request. */
  headers: Record<string, string>;
  /** Pause between requests, or 0. */
  paceMs: number;
  /** How it detects a rate limit, and its pauses before retries. */
  refusal: { reads: 'status' | 'code'; waitsMs: readonly number[] };
  /** What it needs of the answer to each path after `/v1`, beyond the contract. KEY stands for the key. */
  steps: Steps;
  /** Steps that only work with LUDEX_TITLE_MATCH=wide. */
  wideSteps?: Steps;
}

/** The type of a picture that it downloads. */
export const [PNG, JPEG] = [Symbol('png'), Symbol('jpeg')];

/**
 * Required values by path: the client fails if one is missing. Two names are no paths: `status`, default 200, and `text`, a
 * pattern for clients that do not parse JSON.
 */
type Steps = Record<string, Record<string, unknown>>;

export async function replay(server: TestServer, url: string, program: Program, steps: Steps): Promise<void> {
  const key = program.paceMs > 0 ? await server.addKey('free') : server.key;
  for (const [target, { status = 200, text: pattern = /^/, ...reads }] of Object.entries(steps)) {
    server.now += program.paceMs;
    const answer = await askRaw(url, `/v1${target.replace('KEY', key)}`, program.headers);
    const text = decode(answer).toString();
    assert.equal(answer.status, status, `${target}: ${text}`);
    assert.match(text, pattern as RegExp, target);
    const body: unknown = JSON.parse(text);
    for (const [path, expected] of Object.entries(reads)) {
      const value = read(body, path, target);
      if (expected === PNG || expected === JPEG) await download(String(value), expected === PNG, program.headers);
      else if (expected instanceof RegExp) assert.match(String(value), expected, `${target}: ${path}`);
      else assert.deepEqual(value, expected, `${target}: ${path}`);
    }
  }
}

/** Reads `games[0].title` without null checks, as the client does. */
function read(body: unknown, path: string, target: string): unknown {
  let value = body;
  for (const name of path.split(/[.[\]]+/).filter(Boolean)) {
    value = (value as Record<string, unknown> | null)?.[name];
    assert.notEqual(value, undefined, `${target}: there is no ${path}`);
  }
  return value;
}

/** The type is the extension of the URL, which clients use for file names. */
async function download(address: string, isPng: boolean, headers: Record<string, string>): Promise<void> {
  assert.match(address, isPng ? /\.png$/ : /\.jpg$/);
  const type = isPng ? 'png' : 'jpeg';
  const { origin, pathname } = new URL(address);
  const answer = await askRaw(origin, pathname, headers);
  assert.deepEqual([answer.status, answer.headers['content-type']], [200, `image/${type}`]);
  assert.equal((await sizeOf(answer.body)).type, type);
}

function decode({ headers, body }: RawResponse): Buffer {
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return body;
  return encoding === 'gzip' ? gunzipSync(body) : brotliDecompressSync(body);
}

/** Sends two concurrent requests, so that one is rejected, and retries like the client. */
export async function replayRefusal(server: TestServer, { headers, refusal, steps }: Program): Promise<void> {
  const key = await server.addKey('free');
  server.now += 10_000;
  const target = `/v1${(Object.keys(steps)[0] as string).replace('KEY', key)}`;
  const isRefused = async () => {
    const answer = await askRaw(server.url, target, headers);
    const { code } = JSON.parse(decode(answer).toString()) as { code?: number };
    assert.equal(code === 429, answer.status === 429);
    return (refusal.reads === 'code' ? code : answer.status) === 429;
  };
  assert.equal(await isRefused(), false);
  assert.equal(await isRefused(), true);
  let isStillRefused = refusal.waitsMs.length > 0;
  for (const waitMs of refusal.waitsMs) {
    server.now += waitMs;
    isStillRefused = await isRefused();
  }
  assert.equal(isStillRefused, false, 'one of its further tries passes');
}
