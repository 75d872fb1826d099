import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '../../errors.ts';
import type { Ask } from '../../server/local-api.ts';

/** For a person who waits. */
const MAX_WAIT_SECONDS = 60;
const MAX_ATTEMPTS = 5;
/** Of a server that is busy and does not say how long. */
const BUSY_SECONDS = 2;
/** A shorter wait needs no message. */
const LONG_SECONDS = 10;
const [UNAUTHORIZED, TOO_MANY, BUSY] = [401, 429, 503];

/**
 * The address of the server may end with `/v1`. Waits when the server says so, but not longer than `maxWaitSeconds`. While it
 * fails, each request is sent only once.
 */
export function openServer(server: string, key: string | undefined, maxWaitSeconds: number = MAX_WAIT_SECONDS): Ask {
  if (!URL.canParse(server) || !/^https?:/.test(server))
    throw new OperatorError(`--server must be a URL such as https://games.example.org, not "${server}"`);
  const api = `${server.replace(/(\/v1)?\/*$/, '')}/v1`;
  // Some servers answer without a key.
  const headers = { ...(key !== undefined && { 'x-api-key': key }), 'content-type': 'application/json' };
  let attempts = MAX_ATTEMPTS;
  return async (path, body) => {
    const url = api + path;
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    for (let attempt = 1; ; attempt++) {
      const answer = await send(url, init);
      if (answer.ok) {
        attempts = MAX_ATTEMPTS;
        return answer;
      }
      if (answer.status === UNAUTHORIZED && key === undefined)
        throw new OperatorError(`${api} needs --key KEY, an API key of that server`);
      const wait = secondsToWait(answer, attempt);
      if (attempt >= attempts || !(wait <= maxWaitSeconds)) {
        attempts = answer.status === BUSY ? 1 : MAX_ATTEMPTS;
        throw await describeError(url, answer);
      }
      if (wait > LONG_SECONDS) process.stderr.write(`ludex: ${api} asks to wait for ${wait} seconds\n`);
      await pause(wait * 1000);
    }
  };
}

/** NaN if it is of no use. */
function secondsToWait({ status, headers }: Response, attempt: number): number {
  const asked = headers.get('retry-after');
  if (asked !== null) return /^\d+$/.test(asked) ? Number(asked) : (Date.parse(asked) - Date.now()) / 1000;
  return status === BUSY || status === TOO_MANY ? BUSY_SECONDS * attempt : Number.NaN;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    throw new OperatorError(`${withoutQuery(url)} cannot be reached (${code ?? message})`);
  }
}

/** The list that the JSON of an answer has by this name, of so many elements if that is known. */
export async function readList<T>(answer: Response, name: string, length?: number): Promise<T[]> {
  const fail = (what: string) => new OperatorError(`${withoutQuery(answer.url)} ${what}; is it a Ludex server?`);
  const body = await answer.json().catch((error: Error) => {
    throw fail(`sent no JSON (${error.message})`);
  });
  const list = (body as Record<string, unknown> | null)?.[name];
  if (!Array.isArray(list)) throw fail(`sent no ${name}`);
  if (length !== undefined && list.length !== length) throw fail(`sent ${list.length} ${name} instead of ${length}`);
  return list;
}

async function describeError(url: string, answer: Response): Promise<OperatorError> {
  const { error, message } = (await answer.json().catch(() => ({}))) as { error?: string; message?: string };
  const reason = message || error;
  return new OperatorError(`${withoutQuery(url)} answered ${answer.status}${reason ? `: ${reason}` : ''}`);
}

function withoutQuery(url: string): string {
  return url.replace(/\?.*/, '');
}
