import { type IncomingHttpHeaders, request } from 'node:http';
import { type RequestOptions, request as requestSecurely } from 'node:https';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends an HTTP request without added headers or decoding. */
export function askRaw(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  { sent, ...options }: RequestOptions & { sent?: string | undefined } = {},
): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const { port, protocol } = new URL(url);
  const all = { host: '127.0.0.1', port, path, headers, agent: false, ...options } as const;
  const asked = (protocol === 'https:' ? requestSecurely : request)(all, (response) => {
    const { statusCode = 0, headers: got } = response;
    buffer(response).then((body) => resolve({ status: statusCode, headers: got, body }), reject);
  });
  asked.on('error', reject);
  asked.end(sent);
  return promise;
}

/** Sends raw bytes, which may be invalid HTTP, and reads until the server closes. */
export function sendBytes(url: string, bytes: string | Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('end', () => resolve(text));
  socket.on('close', () => resolve(text));
  socket.on('error', (error) => (text ? resolve(text) : reject(error)));
  socket.write(bytes);
  return promise;
}
