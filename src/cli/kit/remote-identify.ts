import { setTimeout as pause } from 'node:timers/promises';
import type { FileHashes } from '../../catalog/identify.ts';
import type { FileMatch } from '../../catalog/model/file-resources.ts';
import { OperatorError } from '../../errors.ts';

/** A key without requests for longer than this gets a sentence instead. */
const MAX_WAIT_SECONDS = 60;
const MAX_ATTEMPTS = 5;

/** Looks files up at a server; its address may end with `/v1`. Waits when the server says so. */
export function openRemoteIdentify(server: string, key: string | undefined) {
  if (!URL.canParse(server) || !/^https?:/.test(server))
    throw new OperatorError(`--server must be a URL such as https://games.example.org, not "${server}"`);
  if (key === undefined) throw new OperatorError('--server needs --key KEY, an API key of that server');
  const url = `${server.replace(/(\/v1)?\/*$/, '')}/v1/identify`;
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return async (files: readonly FileHashes[]): Promise<(FileMatch | null)[]> => {
    if (files.length === 0) return [];
    for (let attempt = 1; ; attempt++) {
      const answer = await send(url, { method: 'POST', headers, body: JSON.stringify({ files }) });
      if (answer.ok) return ((await answer.json()) as { matches: (FileMatch | null)[] }).matches;
      const wait = Number(answer.headers.get('retry-after') ?? Number.NaN);
      if (attempt === MAX_ATTEMPTS || !(wait <= MAX_WAIT_SECONDS)) throw await describeError(url, answer);
      await pause(wait * 1000);
    }
  };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    throw new OperatorError(`${url} cannot be reached (${code ?? message})`);
  }
}

async function describeError(url: string, answer: Response): Promise<OperatorError> {
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  return new OperatorError(`${url} answered ${answer.status}${message ? `: ${message}` : ''}`);
}
