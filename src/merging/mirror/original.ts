import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseCursor } from '../../catalog/changes.ts';
import { OperatorError } from '../../errors.ts';
import { VERSION } from '../../version.ts';
import { DUMP_BUNDLE, DUMP_MANIFEST, DUMPS_PATH, GAMES_BUNDLE } from '../export/data-dumps.ts';
import { LAST_ID_OF_ORIGINAL } from '../load/mirror.ts';

const CHANGES_AT_ONCE = 1000;
const MAX_TEXT_BYTES = 8 * 1024 ** 2;
const MAX_GAMES_BYTES = 256 * 1024 ** 2;
/** The dump of a million games has a fourth of it. */
const MAX_DUMP_BYTES = 8 * 1024 ** 3;
const TEXT_MS = 60_000;
/** Of a whole bundle of games, and between two chunks of a dump. */
const STALLED_MS = 60_000;
const MAX_REDIRECTS = 3;
const [NOT_FOUND, GONE] = [404, 410];
const BUSY = new Set([429, 502, 503, 504]);
const MAX_SECONDS = 3600;

/** The original does not answer now, or says when it will. */
export class TryLater extends OperatorError {
  readonly seconds: number | undefined;

  constructor(message: string, seconds?: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** The catalog of the original is another one, or an older state, than the cursor is of. */
export class Discarded extends Error {}

export interface ChangedGames {
  gameIds: number[];
  next: string;
  isLast: boolean;
}

export interface DumpOfOriginal {
  lineage: string;
  cursor: string;
  path: string;
  sha256: string;
}

export type Original = ReturnType<typeof openOriginal>;

/** A server that is followed. What it sends is checked like a file of a stranger; redirects stay on it. */
export function openOriginal(url: string, key: string | undefined, stop?: AbortSignal) {
  const { origin } = new URL(url);
  let pollSeconds = 0;
  const request = async (path: string, signal: AbortSignal): Promise<Response> => {
    const headers = { 'user-agent': `Ludex/${VERSION} (mirror)`, ...(key !== undefined && { 'x-api-key': key }) };
    let target = url + path;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const answer = await fetch(target, { headers, redirect: 'manual', signal: signalOf(signal, stop) }).catch(
        (error) => {
          throw unreachable(url, error);
        },
      );
      pollSeconds = secondsBetween(answer.headers) ?? pollSeconds;
      const location = answer.headers.get('location');
      if (answer.status < 300 || answer.status >= 400 || location === null) return answer;
      await answer.body?.cancel();
      if (!URL.canParse(location, target) || new URL(location, target).origin !== origin)
        throw new OperatorError(`${url} redirects to another server; follow that one, if it is the original`);
      target = new URL(location, target).href;
    }
    throw new OperatorError(`${url} redirects in a circle`);
  };
  const readJson = async (path: string, onStatus: (status: number) => void): Promise<Record<string, unknown>> => {
    const answer = await request(path, AbortSignal.timeout(TEXT_MS));
    onStatus(answer.status);
    await checkAnswer(url, answer);
    const chunks: Buffer[] = [];
    for await (const chunk of limited(url, answer, MAX_TEXT_BYTES)) chunks.push(chunk);
    return parseObject(url, Buffer.concat(chunks).toString());
  };
  return {
    url,
    /** How long to wait until changes are asked for again, so that the hourly limit of the key suffices. */
    pollSeconds: () => pollSeconds,
    findDump: async (): Promise<DumpOfOriginal> => {
      const manifest = await readJson(`${DUMPS_PATH}/latest/${DUMP_MANIFEST}`, (status) => {
        if (status === NOT_FOUND)
          throw new OperatorError(
            `${url} has no data dump: its operator makes one with "ludex dump", or sets LUDEX_DUMPS`,
          );
      });
      return readDump(url, manifest);
    },
    /** Throws Discarded if the catalog has no such state. */
    listChanges: async (since: string): Promise<ChangedGames> => {
      const path = `/v1/changes?limit=${CHANGES_AT_ONCE}&since=${encodeURIComponent(since)}`;
      const found = await readJson(path, (status) => {
        if (status === GONE) throw new Discarded();
      });
      return readChanges(url, found, since);
    },
    downloadGames: (gameIds: readonly number[], file: string) =>
      request(`${GAMES_BUNDLE}?id=${gameIds.join()}`, AbortSignal.timeout(STALLED_MS)).then((answer) =>
        save(url, answer, file, MAX_GAMES_BYTES),
      ),
    downloadDump: async ({ path, sha256 }: DumpOfOriginal, file: string): Promise<void> => {
      const stalled = new AbortController();
      const timer = setTimeout(() => stalled.abort(), STALLED_MS);
      try {
        const answer = await request(path, stalled.signal);
        const found = await save(url, answer, file, MAX_DUMP_BYTES, () => timer.refresh());
        if (found !== sha256) throw new TryLater(`${url}${path} does not match the SHA-256 of its manifest`);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function signalOf(signal: AbortSignal, stop: AbortSignal | undefined): AbortSignal {
  return stop ? AbortSignal.any([signal, stop]) : signal;
}

function unreachable(url: string, error: unknown): TryLater {
  const { code, name } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  // Not the message: that of a wrong header has the key.
  const reason = name === 'TimeoutError' || name === 'AbortError' ? 'no answer in time' : (code ?? name);
  return new TryLater(`${url} cannot be reached (${reason})`);
}

/** The policy is such as `"second";q=1;w=1, "hour";q=360;w=3600`. Half of it is left for other requests. */
function secondsBetween(headers: Headers): number | undefined {
  const [, count, seconds] = /(\d+);w=(3600)\b/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
  return count === undefined ? undefined : Math.min((2 * Number(seconds)) / Number(count), MAX_SECONDS);
}

async function checkAnswer(url: string, { status, headers, body }: Response): Promise<void> {
  if (status === 200) return;
  await body?.cancel();
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  const seconds = after > 0 ? Math.min(after, MAX_SECONDS) : undefined;
  if (BUSY.has(status)) throw new TryLater(`${url} answered ${status}`, seconds);
  if (status === 401) throw new OperatorError(`${url} needs an API key: pass --key KEY, or set LUDEX_FOLLOW_KEY`);
  throw new OperatorError(`${url} answered ${status}; is it a Ludex server?`);
}

async function* limited(url: string, answer: Response, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      bytes += (chunk as Uint8Array).length;
      if (bytes > maxBytes) throw new OperatorError(`${url} sent more than ${Math.round(maxBytes / 1024 ** 2)} MB`);
      yield Buffer.from(chunk);
    }
  } catch (error) {
    throw error instanceof OperatorError ? error : unreachable(url, error);
  }
}

/** Returns the SHA-256. */
async function save(
  url: string,
  answer: Response,
  file: string,
  maxBytes: number,
  onChunk = () => {},
): Promise<string> {
  await checkAnswer(url, answer);
  const hash = createHash('sha256');
  const read = async function* () {
    for await (const chunk of limited(url, answer, maxBytes)) {
      hash.update(chunk);
      onChunk();
      yield chunk;
    }
  };
  await pipeline(read, createWriteStream(file));
  return hash.digest('hex');
}

function parseObject(url: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object') return value as Record<string, unknown>;
  } catch {}
  throw new OperatorError(`${url} sent no JSON; is it a Ludex server?`);
}

function readDump(url: string, manifest: Record<string, unknown>): DumpOfOriginal {
  const { format, version, name, lineage, changes, files } = manifest;
  const bundle = Array.isArray(files) ? files.find((file) => file?.name === DUMP_BUNDLE) : undefined;
  const cursor = (changes as { next?: unknown } | undefined)?.next;
  if (
    format !== 'ludex-dump' ||
    version !== 1 ||
    !/^[\dTZ]+$/.test(String(name)) ||
    !/^[\da-f]{64}$/.test(bundle?.sha256)
  )
    throw new OperatorError(`${url} has a data dump that this version of Ludex does not read`);
  if (typeof cursor !== 'string' || parseCursor(cursor)?.lineage !== lineage)
    throw new OperatorError(`${url} has a data dump whose cursor is not of its catalog`);
  return {
    lineage: String(lineage),
    cursor,
    path: `${DUMPS_PATH}/${name}/${DUMP_BUNDLE}`,
    sha256: String(bundle.sha256),
  };
}

function readChanges(url: string, { changes, next }: Record<string, unknown>, since: string): ChangedGames {
  const gameIds = Array.isArray(changes) ? changes.map((change) => Number(change?.game_id)) : [Number.NaN];
  const [before, after] = [parseCursor(since), parseCursor(String(next))];
  const isId = (id: number) => Number.isInteger(id) && id > 0 && id <= LAST_ID_OF_ORIGINAL;
  if (!gameIds.every(isId) || !before || !after || after.lineage !== before.lineage)
    throw new OperatorError(`${url} sent changes that are not those of a Ludex server that is an original`);
  if (gameIds.length > 0 && after.position.sequence <= before.position.sequence)
    throw new OperatorError(`${url} sent changes that do not go on`);
  return { gameIds: [...new Set(gameIds)], next: String(next), isLast: gameIds.length < CHANGES_AT_ONCE };
}
