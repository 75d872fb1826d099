import { createReadStream } from 'node:fs';
import { type IncomingMessage, type ServerResponse, STATUS_CODES, validateHeaderValue } from 'node:http';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RequestHead } from '../api/handler.ts';
import type { ApiResponse } from '../api/response.ts';
import { KEEP_ALIVE_MS } from './connections.ts';
import type { RequestFacts, RequestTracker } from './requests.ts';

/** A file, or a part of one. */
interface SentFile {
  path: string;
  start?: number;
  /** In bytes. */
  size: number;
  /** Called when it was sent, or could not be. */
  onSent?(): void;
}

/** A response, whoever made it. */
export type Response = Omit<ApiResponse, 'body'> & { body: ApiResponse['body'] | SentFile };

/** A request target may be an absolute URL. */
export function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
}

/** Sends the response to one request. `more` are headers of this response only: names and values in turn. */
export type WriteResponse = (response: Response, more: readonly string[]) => void;

export function openNodeWriter(
  requests: RequestTracker,
  request: IncomingMessage,
  response: ServerResponse,
  facts: () => RequestFacts,
): WriteResponse {
  requests.begin(request, response, facts);
  return ({ status, headers, body }, more) => {
    try {
      response.writeHead(status, [...headers, ...more]);
      if (!isFile(body)) response.end(body, 'latin1');
      else if (request.method === 'HEAD') response.end();
      else sendFile(body, response, () => body.onSent?.());
    } catch {
      response.destroy();
    }
  };
}

/** Writes to the socket what Node's response would. `done` is called when that was sent, or could not be. */
export function openSocketWriter(
  requests: RequestTracker,
  request: RequestHead,
  stalledMs: number,
  done: () => void,
  facts: () => RequestFacts,
): WriteResponse {
  const { socket } = request;
  const end = requests.beginDirect(request, facts);
  return ({ status, headers, body }, more) => {
    const idleMs = socket.timeout ?? 0;
    const onSent = (error?: Error | null) => {
      if (socket.timeout !== idleMs) socket.setTimeout(idleMs);
      end(!error);
      done();
    };
    try {
      const head = `${knownLines(status, headers)}${linesOf(more)}${dateLine()}${requests.isStopping ? '' : KEEP_ALIVE}\r\n`;
      if (isFile(body)) {
        socket.write(head, 'latin1');
        sendFile(body, socket, onSent, { end: false });
      } else if (typeof body === 'object') {
        socket.cork();
        socket.write(head, 'latin1');
        socket.write(body, onSent);
        socket.uncork();
      } else socket.write(head + (body ?? ''), 'latin1', onSent);
      // The client reads slowly.
      if (socket.writableLength > 0) socket.setTimeout(stalledMs);
      if (requests.isStopping) socket.destroySoon();
    } catch (error) {
      socket.destroy();
      onSent(error as Error);
    }
  };
}

function isFile(body: Response['body']): body is SentFile {
  return typeof body === 'object' && 'path' in body;
}

/** If the file cannot be read, the connection is closed: the head was sent. */
function sendFile(
  { path, start, size }: SentFile,
  to: Writable,
  onSent: (error?: Error | null) => void,
  options = {},
): void {
  const part = start === undefined ? {} : { start, end: start + size - 1 };
  pipeline(createReadStream(path, part), to, options).then(() => onSent(), onSent);
}

export function sizeOf(body: Response['body']): number {
  return isFile(body) ? body.size : (body?.length ?? 0);
}

/** By the headers of a response that may be cached. */
const known = new WeakMap<readonly string[], string>();

function knownLines(status: number, headers: readonly string[]): string {
  const lines = known.get(headers);
  if (lines !== undefined) return lines;
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${linesOf(headers)}`;
  // As one piece: V8 keeps the parts of a joined text.
  const made = Buffer.from(text, 'latin1').toString('latin1');
  known.set(headers, made);
  return made;
}

function linesOf(headers: readonly string[]): string {
  let lines = '';
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string;
    const value = headers[i + 1] as string;
    validateHeaderValue(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

const SECOND_MS = 1000;
const KEEP_ALIVE = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / SECOND_MS}\r\n`;
let lastDateLine = '';
let lastSecond = 0;

/** Formatted once per second. */
function dateLine(): string {
  const second = Math.floor(Date.now() / SECOND_MS);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDateLine = `Date: ${new Date(second * SECOND_MS).toUTCString()}\r\n`;
  }
  return lastDateLine;
}
