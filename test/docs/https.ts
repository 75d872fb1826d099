import { askRaw, type RawResponse } from '../support/servers/raw.ts';

/** Not that of the proxy, so that the two can be told apart. */
export const CLIENT = '127.0.0.9';
const NAME = 'games.example.org';

/** Asks a proxy on this machine as a client elsewhere does, under the public name. */
export async function askSecurely(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  sent?: string,
): Promise<RawResponse & { text: string }> {
  const method = sent === undefined ? 'GET' : 'POST';
  // Certificates of the tests: nobody vouches for them.
  const options = { localAddress: CLIENT, servername: NAME, rejectUnauthorized: false, method, sent };
  const answer = await askRaw(`https://127.0.0.1:${port}`, path, { host: NAME, ...headers }, options);
  return { ...answer, text: answer.body.toString() };
}
