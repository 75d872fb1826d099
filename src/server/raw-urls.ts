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

/** What has arrived from the beginning of the line on at which the parser failed. `before` is that line before the last packet. */
export function findFailedLine(
  { rawPacket, bytesParsed = 0 }: ConnectionError,
  before: { text: string; ended: boolean } | undefined,
): Buffer {
  if (!rawPacket) return Buffer.alloc(0);
  const start = rawPacket.subarray(0, bytesParsed).lastIndexOf(LINE_FEED) + 1;
  const begun = start === 0 && before && !before.ended ? before.text : '';
  return Buffer.concat([Buffer.from(begun, 'latin1'), rawPacket.subarray(start)]);
}

/**
 * Gives the request to a new parser, with its URL percent-encoded. The connection closes after the response, because the
 * failed parser cannot continue.
 */
export function parseAgain(server: Server, socket: Socket, begun: Buffer) {
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
  const encode = openUrlEncoder();
  socket.on('data', (packet: Buffer) => repaired.push(encode(packet)) || socket.pause());
  socket.once('close', () => repaired.destroy());
  socket.on('error', () => socket.destroy());
  server.emit('connection', repaired);
  repaired.push(encode(begun));
}

/** Encodes the first line, which may end in a later packet. */
function openUrlEncoder(): (packet: Buffer) => Buffer {
  let isInLine = true;
  return (packet) => {
    if (!isInLine) return packet;
    const end = packet.indexOf(LINE_FEED) + 1;
    isInLine = end === 0;
    const line = packet
      .toString('latin1', 0, end || packet.length)
      .replaceAll(/[\u0080-\u00ff]/g, (byte) => encodeByte(byte.charCodeAt(0)));
    if (isInLine) return Buffer.from(line, 'latin1');
    return Buffer.concat([Buffer.from(`${line}Connection: close\r\n`, 'latin1'), packet.subarray(end)]);
  };
}

function encodeByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase()}`;
}
