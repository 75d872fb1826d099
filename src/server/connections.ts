import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { METHODS } from '../api/mount.ts';
import type { App } from '../app.ts';
import { ERRORS, type ErrorName, errorBody } from '../errors.ts';

export const HEADER_BYTES = 16 * 1024;

/** How long a client may keep a connection busy without getting on. */
export interface Timeouts {
  /** Until the headers of a request are there. */
  headersMs: number;
  /** Until all of a request is there. */
  requestMs: number;
  /** Between two moments at which the client takes some more of its answer. */
  stalledMs: number;
  /** How long the rest of a request that was answered already may still arrive. */
  lingerMs: number;
  /** How often the first two are looked at. */
  checkEveryMs: number;
}

/**
 * An answer may take as long as it likes while the client reads. The kernel takes more of it only once a third of its buffer
 * has left, so that a slow phone is seen to read every minute or so, and not all the time.
 */
export const TIMEOUTS: Timeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  stalledMs: 120_000,
  lingerMs: 2000,
  checkEveryMs: 1000,
};

/** What bounds a connection before and after any handler sees its request. */
export function connectionOptions(app: App, timeouts: Timeouts) {
  return {
    http: {
      maxHeaderSize: HEADER_BYTES,
      requireHostHeader: false,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      // An upgrade is a request like any other. Fastify's second listener for `localhost` would take it and answer nothing.
      shouldUpgradeCallback: () => false,
    },
    requestTimeout: timeouts.requestMs,
    // Of the socket. Node restarts it whenever something is received, or some of what waits to be sent has left.
    connectionTimeout: timeouts.stalledMs,
    clientErrorHandler: (error: ConnectionError, socket: Duplex) => answerClientError(app, error, socket),
  };
}

/** How much of its request line each connection has sent. A parse error knows nothing but the last packet. */
const requestLines = new WeakMap<Duplex, { bytes: number; ended: boolean }>();

/** Answers what Node leaves to its user: CONNECT, expectations, and requests that are answered before they have arrived. */
export function guardConnections(fastify: FastifyInstance, app: App, { lingerMs }: Timeouts): void {
  // No body is read but by pages that take a form.
  fastify.removeAllContentTypeParsers();
  fastify.addHook('onResponse', async ({ raw }) => {
    requestLines.delete(raw.socket);
    if (!raw.complete) linger(raw, lingerMs);
  });
  fastify.server.on('connection', (socket: Socket) => {
    // Before the parser, which may find a mistake in it.
    socket.prependListener('data', (packet: Buffer) => trackRequestLine(socket, packet));
  });
  // Whatever a client expects beforehand, it gets its answer.
  fastify.server.on('checkExpectation', (request, response) => void fastify.server.emit('request', request, response));
  fastify.server.on('connect', (_request, socket) => {
    sendErrorAndClose(app, socket, 'methodNotAllowed', 'CONNECT is not allowed.');
  });
}

/** Reads and drops the rest of the request for a while: closing at once would reset the answer away. */
function linger(request: IncomingMessage, lingerMs: number): void {
  const timer = setTimeout(() => request.socket.destroy(), lingerMs).unref();
  request.once('end', () => clearTimeout(timer));
}

function trackRequestLine(socket: Duplex, packet: Buffer): void {
  const line = requestLines.get(socket) ?? { bytes: 0, ended: false };
  if (line.ended) return;
  const end = packet.indexOf('\n');
  requestLines.set(socket, { bytes: line.bytes + (end < 0 ? packet.length : end), ended: end >= 0 });
}

/** What could not even be parsed as HTTP is answered in JSON as well. */
function answerClientError(app: App, error: ConnectionError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else sendErrorAndClose(app, socket, ...describeConnectionError(error, socket));
}

function describeConnectionError(error: ConnectionError, socket: Duplex): [kind: ErrorName, message: string] {
  const packet = String(error.rawPacket ?? '');
  const line = requestLines.get(socket);
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return line?.ended && line.bytes < HEADER_BYTES
        ? ['headersTooLarge', `The headers must be at most ${HEADER_BYTES} bytes.`]
        : ['uriTooLong', 'The address is too long.'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['requestTimeout', 'The request took too long to arrive.'];
    case 'HPE_INVALID_METHOD':
      if (/^[A-Z][A-Z-]* \//.test(packet)) return ['methodNotAllowed', `Use one of ${METHODS}.`];
      return ['badRequest', 'This is not a valid HTTP request.'];
    default:
      return ['badRequest', 'This is not a valid HTTP request.'];
  }
}

function sendErrorAndClose(app: App, socket: Duplex, kind: ErrorName, message: string): void {
  const body = JSON.stringify(errorBody(kind, message));
  const { status, error } = ERRORS[kind];
  app.log.info({ status, address: (socket as Socket).remoteAddress }, 'not a request');
  // Node took its own error listener off the socket: without one, a reset by the client ends the process.
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${error}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${kind === 'methodNotAllowed' ? `Allow: ${METHODS}\r\n` : ''}` +
      `Connection: close\r\n\r\n${body}`,
  );
  // A request that took too long must not be completed now and then be carried out.
  if (kind === 'requestTimeout') (socket as Socket).destroySoon();
  // The rest of an oversized request is read and dropped: closing at once would reset the answer away.
  socket.resume();
  setTimeout(() => socket.destroy(), TIMEOUTS.lingerMs).unref();
}
