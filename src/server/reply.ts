import { type IncomingMessage, type ServerResponse, STATUS_CODES, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer } from '../api/answer.ts';
import { KEEP_ALIVE_MS } from './connections.ts';
import type { Exchange } from './exchange.ts';
import type { RequestFacts } from './request-log.ts';

/** The way to answer one call of the API. */
export interface Reply {
  /** Call it when the handling of the call begins. The facts are read when the answer was sent. */
  begin(facts: () => RequestFacts): void;
  /** `more` are headers of this answer only: names and values in turn. */
  send(answer: Answer, more: readonly string[]): void;
}

export function nodeReply(exchange: Exchange, request: IncomingMessage, response: ServerResponse): Reply {
  return {
    begin: (facts) => exchange.begin(request, response, facts),
    send: ({ status, headers, body }, more) => {
      try {
        response.writeHead(status, [...headers, ...more]);
        response.end(body, 'latin1');
      } catch {
        response.destroy();
      }
    },
  };
}

/** Writes to the socket what Node's response would. `done` is called when it was sent, or could not be. */
export function directReply(exchange: Exchange, socket: Socket, stalledMs: number, done: () => void): Reply {
  let end: (isSent: boolean) => void;
  return {
    begin: (facts) => {
      end = exchange.beginDirect(facts);
    },
    send: ({ status, headers, body }, more) => {
      const idleMs = socket.timeout ?? 0;
      const onSent = (error?: Error | null) => {
        if (socket.timeout !== idleMs) socket.setTimeout(idleMs);
        end(!error);
        done();
      };
      try {
        const head = `${knownLines(status, headers)}${linesOf(more)}${dateLine()}${exchange.isStopping ? '' : KEEP_ALIVE}\r\n`;
        if (typeof body === 'object') {
          socket.cork();
          socket.write(head, 'latin1');
          socket.write(body, onSent);
          socket.uncork();
        } else socket.write(head + (body ?? ''), 'latin1', onSent);
        // The client reads slowly.
        if (socket.writableLength > 0) socket.setTimeout(stalledMs);
        if (exchange.isStopping) socket.destroySoon();
      } catch (error) {
        socket.destroy();
        onSent(error as Error);
      }
    },
  };
}

/** By the headers of an answer that may be kept. */
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
