import assert from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sizeOf } from '../support/pictures.ts';
import { askRaw, type RawResponse } from '../support/raw.ts';
import type { TestServer } from '../support/server.ts';

/** The requests of a client and the fields it reads, taken from its public source. */
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
  steps: readonly Step[];
  /** Steps that only work with LUDEX_TITLE_MATCH=wide. */
  wideSteps?: readonly Step[];
}

interface Step {
  does: string;
  /** The path after `/v1`. KEY is replaced by the key. */
  target: string;
  /** Default 200. */
  status?: number;
  /** Required values by path. The client fails if one is missing. */
  reads?: Record<string, unknown>;
  /** A pattern for the raw text, for clients that do not parse JSON. */
  text?: RegExp;
  /** Paths to picture URLs that it downloads, with the expected type. */
  downloads?: Record<string, 'png' | 'jpeg'>;
}

export async function replay(server: TestServer, url: string, program: Program, steps: readonly Step[]): Promise<void> {
  const key = program.paceMs > 0 ? await server.addKey('free') : server.key;
  for (const step of steps) {
    server.now += program.paceMs;
    const answer = await askRaw(url, `/v1${step.target.replace('KEY', key)}`, program.headers);
    const text = decode(answer).toString();
    assert.equal(answer.status, step.status ?? 200, `${step.does}: ${text}`);
    if (step.text) assert.match(text, step.text, step.does);
    const body: unknown = JSON.parse(text);
    for (const [path, expected] of Object.entries(step.reads ?? {})) {
      const value = read(body, path, step.does);
      if (expected instanceof RegExp) assert.match(String(value), expected, `${step.does}: ${path}`);
      else assert.deepEqual(value, expected, `${step.does}: ${path}`);
    }
    for (const [path, type] of Object.entries(step.downloads ?? {})) {
      await download(String(read(body, path, step.does)), type, program.headers);
    }
  }
}

/** Reads `games[0].title` without null checks, as the client does. */
function read(body: unknown, path: string, does: string): unknown {
  let value = body;
  for (const name of path.split(/[.[\]]+/).filter(Boolean)) {
    value = (value as Record<string, unknown> | null)?.[name];
    assert.notEqual(value, undefined, `${does}: there is no ${path}`);
  }
  return value;
}

/** The type is the extension of the URL, which clients use for file names. */
async function download(address: string, type: 'png' | 'jpeg', headers: Record<string, string>): Promise<void> {
  assert.match(address, type === 'png' ? /\.png$/ : /\.jpg$/);
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
  const target = `/v1${(steps[0] as Step).target.replace('KEY', key)}`;
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
