import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHead } from '../api/handler.ts';
import { withOwnMemory } from '../encoding.ts';
import { findLastResponse } from './connections.ts';

export interface DirectRequests {
  /** Larger requests are left to Node. */
  maxBytes: number;
  /** Whether connections are kept for the next request. */
  isKeptOpen(): boolean;
  /** Whether requests of this URL can be answered so. */
  isServed(url: string): boolean;
  /** Call `done` when the answer was sent, or could not be. */
  serve(request: RequestHead, done: () => void): void;
}

/** Headers that can come again: as they were sent, with the ends of their lines, and parsed. */
interface Repeatable {
  bytes: Buffer;
  headers: IncomingHttpHeaders;
}

const CARRIAGE_RETURN = 0x0d;
const END_OF_HEADERS = '\r\n\r\n';
const VERSION = ' HTTP/1.1';
/** Only characters that Node neither rejects nor changes. */
const REQUEST_LINE = /^GET (\/[\w/?&=%.~+,:;@!$'()*-]*) HTTP\/1\.1$/;
/** With one of these, a request is more than its line and headers. */
const UNREPEATABLE = ['content-length', 'transfer-encoding', 'expect', 'upgrade'];

/**
 * Client programs keep their connection and send the same headers with each request: only the first line differs. Node parses
 * the first request of a connection. Later ones with the same headers are read here and answered without Node's parser,
 * request and response, which cost more than everything else (docs/decisions/0057).
 *
 * Packets come through `push` only while the socket has a listener for `data`: without one, Node's parser reads from the handle of
 * the socket itself, and every request is Node's.
 */
export function readDirectRequests(server: Server, direct: DirectRequests): void {
  const connections = new WeakMap<Socket, ReturnType<typeof openConnection>>();
  server.on('connection', (socket) => {
    connections.set(socket, openConnection(socket, direct));
    socket.on('data', () => {});
  });
  server.on('request', (request) => connections.get(request.socket)?.noteParsed(request));
}

function openConnection(socket: Socket, direct: DirectRequests) {
  /** Whether the next packet begins a request. Once that is unknown, Node reads the rest of the connection. */
  let isBetweenRequests = true;
  /** Of the current packet, if Node parses it. */
  let parsed: IncomingMessage[] = [];
  let repeatable: Repeatable | undefined;
  let isAnswering = false;
  /** The client has ended its side while its request was answered. */
  let hasEnded = false;
  const pushToNode = socket.push.bind(socket);

  const receive = (packet: Buffer | null): boolean => {
    if (isAnswering) return keepForNode(packet);
    const request = packet && readRequest(packet);
    if (!request) return leaveToNode(packet);
    isAnswering = true;
    direct.serve(request, () => {
      isAnswering = false;
      if (socket.isPaused()) socket.resume();
      if (hasEnded) pushToNode(null);
    });
    return true;
  };

  /** Until the answer is sent: Node would send another one first, and close the connection at its end. */
  const keepForNode = (packet: Buffer | null): boolean => {
    isBetweenRequests = false;
    hasEnded ||= packet === null;
    socket.pause();
    return packet !== null && pushToNode(packet);
  };

  const readRequest = (packet: Buffer): RequestHead | undefined => {
    if (!repeatable || !isBetweenRequests || packet.length > direct.maxBytes || !direct.isKeptOpen()) return undefined;
    // Answers are sent in the order of the requests.
    if (findLastResponse(socket) || !socket.readableFlowing) return undefined;
    const lineEnd = packet.length - repeatable.bytes.length;
    if (lineEnd <= 0 || repeatable.bytes.compare(packet, lineEnd) !== 0) return undefined;
    const url = REQUEST_LINE.exec(packet.toString('latin1', 0, lineEnd))?.[1];
    return url === undefined || !direct.isServed(url)
      ? undefined
      : { method: 'GET', url, headers: repeatable.headers, socket };
  };

  /** Node's parser runs before `push` returns. */
  const leaveToNode = (packet: Buffer | null): boolean => {
    const isMoreWanted = pushToNode(packet && isBetweenRequests ? encodeUrl(packet) : packet);
    repeatable = packet && isBetweenRequests ? findRepeatable(packet, parsed, repeatable) : undefined;
    isBetweenRequests = repeatable !== undefined;
    parsed = [];
    return isMoreWanted;
  };

  socket.push = receive;
  return {
    /** Call it for each request that Node has parsed. */
    noteParsed: (request: IncomingMessage): void => {
      if (isBetweenRequests) parsed.push(request);
    },
  };
}

/** Node refuses raw UTF-8 in a URL, which `curl …?title=Pokémon` sends. Of a URL in several packets it still does. */
function encodeUrl(packet: Buffer): Buffer {
  const lineEnd = packet.indexOf(CARRIAGE_RETURN);
  const line = lineEnd < 0 ? '' : packet.toString('latin1', 0, lineEnd);
  if (!/[\x80-\xff]/.test(line)) return packet;
  const encoded = line.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  return Buffer.concat([Buffer.from(encoded), packet.subarray(lineEnd)]);
}

/** The headers of the packet, if it is one whole request without a body. `parsed` are the requests that it ended. */
function findRepeatable(
  packet: Buffer,
  [request, ...more]: readonly IncomingMessage[],
  known: Repeatable | undefined,
): Repeatable | undefined {
  if (!request || more.length > 0) return undefined;
  if (packet.indexOf(END_OF_HEADERS) !== packet.length - END_OF_HEADERS.length) return undefined;
  const bytes = packet.subarray(packet.indexOf(CARRIAGE_RETURN));
  if (known?.bytes.equals(bytes)) return known;
  const { headers } = request;
  const isWhole = UNREPEATABLE.every((name) => headers[name] === undefined);
  const isKept = headers.connection === undefined || headers.connection.toLowerCase() === 'keep-alive';
  // A client may send an empty line first.
  const hasLine = packet.toString('latin1', 0, packet.length - bytes.length).endsWith(VERSION);
  return isWhole && isKept && hasLine ? { bytes: withOwnMemory(bytes), headers } : undefined;
}
