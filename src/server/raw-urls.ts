import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** An error of Node's HTTP parser. */
export type ConnectionError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };

const FIRST_NON_ASCII = 0x80;
const LINE_FEED = 0x0a;

/** Whether the parser failed at an unencoded byte of a URL, such as that of `curl …?title=Pokémon`. */
export function hasRawUrl({ code, rawPacket, bytesParsed = 0 }: ConnectionError): boolean {
  return code === 'HPE_INVALID_URL' && (rawPacket?.[bytesParsed] ?? 0) >= FIRST_NON_ASCII;
}

/** The beginning of the line at which the parser failed. */
export function findRequestLine({ rawPacket, bytesParsed = 0 }: ConnectionError): string {
  return rawPacket === undefined ? '' : rawPacket.toString('latin1', lineStart(rawPacket, bytesParsed));
}

/**
 * Gives the request to a new parser, with its URL percent-encoded. The connection closes after the response, because the
 * failed parser cannot continue. A URL that was split into packets is not repaired.
 */
export function parseAgain(
  server: Server,
  socket: Socket,
  { rawPacket = Buffer.alloc(0), bytesParsed = 0 }: ConnectionError,
) {
  socket.removeAllListeners('data');
  const repaired = new Duplex({
    read: () => void socket.resume(),
    write: (chunk, encoding, done) => void socket.write(chunk, encoding, done),
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  // What the server reads of a socket.
  const { remoteAddress } = socket;
  Object.defineProperty(repaired, 'remoteAddress', { value: remoteAddress });
  socket.on('data', (packet) => repaired.push(packet) || socket.pause());
  socket.once('close', () => repaired.destroy());
  socket.on('error', () => socket.destroy());
  server.emit('connection', repaired);
  repaired.push(encodeUrl(rawPacket.subarray(lineStart(rawPacket, bytesParsed))));
}

function encodeUrl(packet: Buffer): Buffer {
  const end = packet.indexOf(LINE_FEED) + 1 || packet.length;
  const line = packet
    .toString('latin1', 0, end)
    .replaceAll(/[\u0080-\u00ff]/g, (byte) => encodeByte(byte.charCodeAt(0)));
  const head = packet.includes(LINE_FEED) ? `${line}Connection: close\r\n` : line;
  return Buffer.concat([Buffer.from(head, 'latin1'), packet.subarray(end)]);
}

function encodeByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase()}`;
}

function lineStart(packet: Buffer, at: number): number {
  return packet.subarray(0, at).lastIndexOf(LINE_FEED) + 1;
}
