import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends an HTTP request without added headers or decoding. */
export function askRaw(url: string, path: string, headers: Record<string, string> = {}): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const { port } = new URL(url);
  const asking = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk) => chunks.push(chunk));
    response.on('end', () => {
      resolve({ status: response.statusCode as number, headers: response.headers, body: Buffer.concat(chunks) });
    });
  });
  asking.on('error', reject);
  asking.end();
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
