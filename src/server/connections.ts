import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { METHODS } from '../api/handler.ts';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { ERRORS, type ErrorName, errorBody } from '../errors.ts';
import { openConnectionCounter } from './connection-counter.ts';
import { type ConnectionError, findRequestLine, hasRawUrl, parseAgain } from './raw-urls.ts';

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
const CHECK_EVERY_MS = 100;
/** Expired connections that are closed in one turn of the event loop: thousands can expire together. */
const CLOSED_PER_TURN = 10;

/**
 * A response may take any time while the client keeps reading. The kernel accepts more data only after a third of its send
 * buffer has drained, so a slow phone shows progress about once a minute; hence the large default of `stalledMs`.
 */
export function timeoutsOf(config: Pick<Config, 'headers_seconds' | 'request_seconds' | 'stalled_seconds'>): Timeouts {
  return {
    headersMs: config.headers_seconds * 1000,
    // Node refuses a shorter time than that of the headers.
    requestMs: Math.max(config.request_seconds, config.headers_seconds) * 1000,
    stalledMs: config.stalled_seconds * 1000,
    lingerMs: LINGER_MS,
    checkEveryMs: CHECK_EVERY_MS,
  };
}

/** How long an idle connection is kept open for the next request. */
export const KEEP_ALIVE_MS = 72_000;

export function headerBytes({ header_kb }: Pick<Config, 'header_kb'>): number {
  return header_kb * 1024;
}

/** Limits of a connection that apply outside of the request handlers. */
export function connectionOptions(config: Config, timeouts: Timeouts): ServerOptions {
  return {
    maxHeaderSize: headerBytes(config),
    requireHostHeader: false,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: timeouts.checkEveryMs,
    // Treat an upgrade as an ordinary request.
    shouldUpgradeCallback: () => false,
  };
}

/** What a connection has sent of the line of its current request. A parse error only has the last packet. */
interface RequestLine {
  bytes: number;
  ended: boolean;
  /** As many characters as a method needs. */
  start: string;
  /** It came in the same packet as the end of an earlier request. */
  isPipelined: boolean;
  /** All headers have come. */
  isComplete: boolean;
}

/** With the line before the last packet, since that packet may hold several requests and fail at the first. */
const requestLines = new WeakMap<Duplex, { before: RequestLine | undefined; now: RequestLine }>();
const HEAD = 'HEAD ';
const END_OF_HEADERS = '\r\n\r\n';

/** Handles what Node leaves to the application: malformed requests, CONNECT and `Expect`. */
export function guardServer(server: Server, app: App, pending: ReadonlySet<ServerResponse>): void {
  const parsedAgain = new WeakSet<Duplex>();
  const countConnection = openConnectionCounter(app.config);
  const closeLater = openSlices(CLOSED_PER_TURN);
  server.on('clientError', (error: ConnectionError, socket) => {
    // The parser of the original bytes has failed, and reports it again at the end.
    if (parsedAgain.has(socket)) return;
    const line = findFailedLine(error, socket);
    const answer = () =>
      afterResponses(pending, socket, () => {
        if (!hasRawUrl(error)) return answerClientError(app, error, socket, line);
        parsedAgain.add(socket);
        parseAgain(server, socket as Socket, error);
      });
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') closeLater(answer);
    else answer();
  });
  server.on('connection', (socket: Duplex) => {
    if (socket instanceof Socket && !countConnection(socket)) {
      sendErrorAndClose(app, socket, 'unavailable', 'Your address has too many open connections.');
      return;
    }
    // Runs before the HTTP parser, which may reject the packet.
    socket.prependListener('data', (packet: Buffer) => trackRequestLine(socket, packet));
  });
  // Ignore `Expect` headers other than 100-continue.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    sendErrorAndClose(app, socket, 'methodNotAllowed', 'CONNECT is not allowed.');
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

/** Bytes that follow a valid request must not replace its response. */
function afterResponses(pending: ReadonlySet<ServerResponse>, socket: Duplex, run: () => void): void {
  let last: ServerResponse | undefined;
  for (const response of pending) if (response.req.socket === socket && response.req.complete) last = response;
  if (last) last.once('close', run);
  else run();
}

/** Call it when the response was sent. The request may not have arrived completely. */
export function endRequest(request: IncomingMessage, { lingerMs }: Timeouts): void {
  const hasBody = request.headers['content-length'] ?? request.headers['transfer-encoding'];
  if (hasBody !== undefined || !requestLines.get(request.socket)?.now.isPipelined) requestLines.delete(request.socket);
  if (!request.complete) linger(request, lingerMs);
}

/** Discards the rest of the request for a while: closing at once would reset the connection before the client reads the response. */
function linger(request: IncomingMessage, lingerMs: number): void {
  const timer = setTimeout(() => request.socket.destroy(), lingerMs).unref();
  request.once('end', () => clearTimeout(timer));
}

function trackRequestLine(socket: Duplex, packet: Buffer): void {
  const before = requestLines.get(socket)?.now;
  const end = packet.indexOf(END_OF_HEADERS);
  // One whole request, as nearly always: an error has all of it.
  if (!before && end >= 0 && end + END_OF_HEADERS.length === packet.length) return;
  requestLines.set(socket, { before, now: readRequestLine(before, packet) });
}

/** The line of the last request in the packet, which may have begun in an earlier one. */
function readRequestLine(begun: RequestLine | undefined, packet: Buffer): RequestLine {
  const end = packet.lastIndexOf(END_OF_HEADERS);
  const isComplete = end >= 0 && end + END_OF_HEADERS.length === packet.length;
  const before = isComplete ? packet.subarray(0, end).lastIndexOf(END_OF_HEADERS) : end;
  const rest = before < 0 ? packet : packet.subarray(before + END_OF_HEADERS.length);
  const isNew = begun === undefined || before >= 0 || begun.isComplete;
  const line = isNew ? { bytes: 0, ended: false, start: '', isPipelined: before >= 0 } : begun;
  if (line.ended) return { ...line, isComplete };
  const lineEnd = rest.indexOf('\n');
  return {
    ...line,
    bytes: line.bytes + (lineEnd < 0 ? rest.length : lineEnd),
    ended: lineEnd >= 0,
    start: line.start + rest.toString('latin1', 0, HEAD.length - line.start.length),
    isComplete,
  };
}

/** The line of the request at which the parser failed. */
function findFailedLine({ rawPacket, bytesParsed }: ConnectionError, socket: Duplex): RequestLine | undefined {
  const known = requestLines.get(socket);
  return rawPacket ? readRequestLine(known?.before, rawPacket.subarray(0, bytesParsed)) : known?.now;
}

/** Answers bytes that are not valid HTTP with a JSON error. */
function answerClientError(app: App, error: ConnectionError, socket: Duplex, line: RequestLine | undefined): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else sendErrorAndClose(app, socket, ...describeConnectionError(app, error, line), isHead(error, line));
}

function describeConnectionError(
  { config }: App,
  error: ConnectionError,
  line: RequestLine | undefined,
): [kind: ErrorName, message: string] {
  const maxBytes = headerBytes(config);
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return line?.ended && line.bytes < maxBytes
        ? ['headersTooLarge', `The headers must be at most ${maxBytes} bytes.`]
        : ['uriTooLong', 'The URL is too long.'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['requestTimeout', 'The request took too long to arrive.'];
    case 'HPE_INVALID_METHOD':
      if (/^[A-Z][A-Z-]* \//.test(findRequestLine(error))) return ['methodNotAllowed', `Use one of ${METHODS}.`];
      return ['badRequest', 'This is not a valid HTTP request.'];
    default:
      return ['badRequest', 'This is not a valid HTTP request.'];
  }
}

function isHead(error: ConnectionError, line: RequestLine | undefined): boolean {
  return line?.start === HEAD || findRequestLine(error).startsWith(HEAD);
}

const EXTRA_HEADERS: Partial<Record<ErrorName, string>> = {
  methodNotAllowed: `Allow: ${METHODS}\r\n`,
  unavailable: 'Retry-After: 10\r\n',
};

function sendErrorAndClose(app: App, socket: Duplex, kind: ErrorName, message: string, withoutBody = false): void {
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
