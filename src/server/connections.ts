import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { METHODS } from '../api/handler.ts';
import type { App } from '../app.ts';
import { ERRORS, type ErrorName, errorBody } from '../errors.ts';
import { openConnectionCounter } from './client-address.ts';

/** Limits on slow clients. */
export interface Timeouts {
  /** Until all headers of a request have arrived. */
  headersMs: number;
  /** Until the whole request has arrived. */
  requestMs: number;
  /** Without any progress of the client in reading the response. */
  stalledMs: number;
  /** How long to keep reading a request that was answered before it arrived completely. */
  lingerMs: number;
  /** How often Node checks the first two. */
  checkEveryMs: number;
}

const LINGER_MS = 2000;
/** Expired connections that are closed in one turn of the event loop: thousands can expire together. */
const CLOSED_PER_TURN = 10;

/**
 * A response may take any time while the client keeps reading. The kernel accepts more data only after a third of its send
 * buffer has drained, so a slow phone shows progress about once a minute; hence the large `stalledMs`.
 */
export const TIMEOUTS: Timeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  stalledMs: 120_000,
  lingerMs: LINGER_MS,
  checkEveryMs: 100,
};

/** How long an idle connection is kept open for the next request. */
export const KEEP_ALIVE_MS = 72_000;

/** Of a request: its URL and its headers. */
export const MAX_HEAD_BYTES = 16 * 1024;

/** Limits of a connection that apply outside of the request handlers. */
export function connectionOptions(timeouts: Timeouts): ServerOptions {
  return {
    maxHeaderSize: MAX_HEAD_BYTES,
    // Node's own answer has no body: `refuseInvalid` requires it.
    requireHostHeader: false,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: timeouts.checkEveryMs,
    // Treat an upgrade as an ordinary request.
    shouldUpgradeCallback: () => false,
  };
}

/** The responses to the last requests of connections, until they are sent. */
const lastResponses = new WeakMap<Duplex, ServerResponse>();
/** Connections that are closed after an error: nothing more that they send is answered. */
const finished = new WeakSet<Duplex>();
/** Connections whose last request was answered before it arrived completely. */
const answeredEarly = new WeakSet<Duplex>();
const HEAD = 'HEAD ';

/** Handles what Node leaves to the application: malformed requests, CONNECT and `Expect`. */
export function guardServer(server: Server, app: App): void {
  const failedParsers = new WeakSet<Duplex>();
  const countConnection = openConnectionCounter(app.config);
  const closeLater = openSlices(CLOSED_PER_TURN);
  server.on('clientError', (error: ConnectionError, socket) => {
    // A parser that has failed reports it again with each packet.
    if (failedParsers.has(socket) || finished.has(socket)) return;
    failedParsers.add(socket);
    if (answeredEarly.has(socket)) return void socket.destroy();
    const answer = () => afterResponses(socket, () => answerClientError(app, error, socket));
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') closeLater(answer);
    else answer();
  });
  server.on('connection', (socket) => {
    if (!countConnection(socket))
      sendErrorAndClose(app, socket, 'unavailable', 'Your address has too many open connections.');
  });
  server.on('request', (request, response) => void lastResponses.set(request.socket, response));
  // Ignore `Expect` headers other than 100-continue.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    afterResponses(socket, () => sendErrorAndClose(app, socket, 'methodNotAllowed', 'CONNECT is not allowed.'));
  });
}

/** Does some of the work in each turn of the event loop, so that other requests are answered between. */
function openSlices(perTurn: number): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const run = () => {
    for (const work of waiting.splice(0, perTurn)) work();
    if (waiting.length > 0) setImmediate(run);
  };
  return (work) => {
    if (waiting.push(work) === 1) setImmediate(run);
  };
}

/** Refuses requests that Node's parser accepts, and HTTP/1.1 does not allow. */
export function refuseInvalid(app: App, handle: RequestListener): RequestListener {
  return (request, response) => {
    const problem = findProblem(request);
    if (problem) sendErrorAndClose(app, request.socket, 'badRequest', problem, request.method === 'HEAD');
    else if (!finished.has(request.socket)) handle(request, response);
  };
}

const HOST = 'host';

/** RFC 9112, 3.2 and 6.3. */
function findProblem({ headers, rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts++;
  }
  if (hosts > 1) return 'A request must not have several Host headers.';
  if (hosts === 0 && httpVersion === '1.1') return 'A request of HTTP/1.1 must have a Host header.';
  const coding = headers['transfer-encoding'];
  // Node reports it after the request was handled.
  return coding === undefined || /(?:^|,)\s*chunked\s*$/i.test(coding)
    ? undefined
    : 'The last Transfer-Encoding must be chunked.';
}

/** The response to the last request of a connection, unless it was sent. */
export function findLastResponse(socket: Duplex): ServerResponse | undefined {
  return lastResponses.get(socket);
}

/** Bytes that follow a valid request must not replace its response, or those before it. */
function afterResponses(socket: Duplex, run: () => void): void {
  const last = lastResponses.get(socket);
  if (last?.req.complete) last.once('close', run);
  else if (last?.socket === null) last.once('socket', run);
  else run();
}

/** Call it when the response was sent. The request may not have arrived completely. */
export function endRequest(request: IncomingMessage, { lingerMs }: Timeouts): void {
  if (lastResponses.get(request.socket)?.req === request) lastResponses.delete(request.socket);
  if (!request.complete) linger(request, lingerMs);
}

/** Discards the rest of the request for a while: closing at once would reset the connection before the client reads the response. */
function linger(request: IncomingMessage, lingerMs: number): void {
  const { socket } = request;
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  answeredEarly.add(socket);
  request.once('end', () => {
    clearTimeout(timer);
    answeredEarly.delete(socket);
  });
}

/** Answers bytes that are not valid HTTP with a JSON error. */
function answerClientError(app: App, error: ConnectionError, socket: Duplex): void {
  const isHead = error.rawPacket?.toString('latin1', 0, HEAD.length) === HEAD;
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else sendErrorAndClose(app, socket, ...describeConnectionError(error), isHead);
}

function describeConnectionError(error: ConnectionError): [kind: ErrorName, message: string] {
  const { code, rawPacket, bytesParsed = 0 } = error;
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['headersTooLarge', `The URL and the headers must be at most ${MAX_HEAD_BYTES} bytes.`];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['requestTimeout', 'The request took too long to arrive.'];
  if (code === 'HPE_INVALID_URL') return ['badRequest', 'The URL must be percent-encoded.'];
  const line = rawPacket?.toString('latin1', rawPacket.lastIndexOf('\n', bytesParsed) + 1);
  if (code === 'HPE_INVALID_METHOD' && line && /^[A-Z][A-Z-]* \//.test(line))
    return ['methodNotAllowed', `Use one of ${METHODS}.`];
  return ['badRequest', 'This is not a valid HTTP request.'];
}

const EXTRA_HEADERS: Partial<Record<ErrorName, string>> = {
  methodNotAllowed: `Allow: ${METHODS}\r\n`,
  unavailable: 'Retry-After: 10\r\n',
};

function sendErrorAndClose(app: App, socket: Duplex, kind: ErrorName, message: string, withoutBody = false): void {
  if (finished.has(socket)) return;
  finished.add(socket);
  const body = JSON.stringify(errorBody(kind, message));
  const { status, error } = ERRORS[kind];
  const what = kind === 'unavailable' ? 'too many connections' : 'malformed request';
  app.log.info({ status, address: (socket as Socket).remoteAddress }, what);
  // Node has removed its own error listener from the socket: without one, a reset by the client would end the process.
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${error}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${EXTRA_HEADERS[kind] ?? ''}` +
      `Connection: close\r\n\r\n${withoutBody ? '' : body}`,
  );
  // A request must not be completed and handled afterwards.
  if (kind === 'requestTimeout' || kind === 'unavailable') socket.once('finish', () => socket.destroy());
  // Discard the rest of an oversized request: closing at once would reset the connection before the client reads the response.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** An error of Node's HTTP parser. */
type ConnectionError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };
