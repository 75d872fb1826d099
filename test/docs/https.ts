import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { buffer } from 'node:stream/consumers';

export interface SecureResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  body: Buffer;
}

/** Not that of the proxy, so that the two can be told apart. */
export const CLIENT = '127.0.0.9';
const NAME = 'games.example.org';

/** Asks a proxy on this machine as a client elsewhere does, under the public name. */
export async function askSecurely(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<SecureResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<SecureResponse>();
  const asked = request(
    {
      host: '127.0.0.1',
      localAddress: CLIENT,
      port,
      path,
      method: body === undefined ? 'GET' : 'POST',
      servername: NAME,
      headers: { host: NAME, ...headers },
      // Certificates of the tests: nobody vouches for them.
      rejectUnauthorized: false,
    },
    async (answer) => {
      const body = await buffer(answer);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: body.toString(), body });
    },
  );
  asked.once('error', reject);
  asked.end(body);
  return promise;
}
