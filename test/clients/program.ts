import assert from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sizeOf } from '../support/pictures.ts';
import { askRaw, type RawAnswer } from '../support/raw.ts';
import type { TestServer } from '../support/server.ts';

/** What a program sends and reads, as facts from its public source. */
export interface Program {
  name: string;
  /** Where it was read, at which commit and when that was made. */
  source: string;
  /** Sent with each request. */
  headers: Record<string, string>;
  /** How long it waits between two requests; 0: it does not. */
  paceMs: number;
  /** How it learns that it was refused for the quota, and how long it waits before each further try. */
  refusal: { reads: 'status' | 'code'; waitsMs: readonly number[] };
  steps: readonly Step[];
  /** What it only finds with LUDEX_TITLE_MATCH=wide. */
  wideSteps?: readonly Step[];
}

interface Step {
  does: string;
  /** After `/v1`, as it is sent; KEY stands for the key. */
  target: string;
  /** 200 if it is not said. */
  status?: number;
  /** Paths into the answer with what has to be there; the program fails where one of them is missing. */
  reads?: Record<string, unknown>;
  /** What the text of the answer must look like to a program that does not parse it. */
  text?: RegExp;
  /** Paths to addresses of pictures that it downloads, with the type that it must be able to read. */
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

/** `games[0].title`: like a program that reads without looking whether it is there. */
function read(body: unknown, path: string, does: string): unknown {
  let value = body;
  for (const name of path.split(/[.[\]]+/).filter(Boolean)) {
    value = (value as Record<string, unknown> | null)?.[name];
    assert.notEqual(value, undefined, `${does}: there is no ${path}`);
  }
  return value;
}

/** The type is that at the end of the address, by which programs name their files. */
async function download(address: string, type: 'png' | 'jpeg', headers: Record<string, string>): Promise<void> {
  assert.match(address, type === 'png' ? /\.png$/ : /\.jpg$/);
  const { origin, pathname } = new URL(address);
  const answer = await askRaw(origin, pathname, headers);
  assert.deepEqual([answer.status, answer.headers['content-type']], [200, `image/${type}`]);
  assert.equal((await sizeOf(answer.body)).type, type);
}

function decode({ headers, body }: RawAnswer): Buffer {
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return body;
  return encoding === 'gzip' ? gunzipSync(body) : brotliDecompressSync(body);
}

/** Sends two requests at once, so that one is refused, and tries again as the program does. */
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
