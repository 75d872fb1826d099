import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { get } from './attacks.ts';

export interface SlowClients {
  idle: number;
  /** They send the headers byte by byte. */
  slowHeaders: number;
  /** They ask for a large page several times and read nothing. */
  slowReaders: number;
}

/** Slow clients, and the path of the page that the readers ask for. */
export interface SlowTraffic extends SlowClients {
  largePage: string;
}

const OPENED_AT_ONCE = 100;
const BYTE_MS = 1000;
/** On loopback the buffers of two sockets take a page of 500 KB, and not 4 MB: the server must keep the rest. */
const PAGES_EACH = 16;

/** Opens slow connections, and replaces those that the server closes. Returns how to stop, which returns how many it closed. */
export async function openSlowClients(port: number, counts: SlowTraffic): Promise<() => number> {
  const sockets = new Set<Socket>();
  let closed = 0;
  let isStopped = false;
  const open = async (begin: (socket: Socket) => void) => {
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      if (isStopped) return;
      closed++;
      void open(begin);
    });
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    begin(socket);
  };
  const kinds: [count: number, begin: (socket: Socket) => void][] = [
    [counts.idle, (socket) => void socket.resume()],
    [counts.slowHeaders, (socket) => void socket.resume().write('GET / HTTP/1.1\r\nX-Slow: ')],
    [counts.slowReaders, (socket) => void socket.pause().write(get(counts.largePage).repeat(PAGES_EACH))],
  ];
  for (const [count, begin] of kinds)
    for (let opened = 0; opened < count; opened += OPENED_AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(OPENED_AT_ONCE, count - opened) }, () => open(begin)));
  const dripping = setInterval(() => {
    for (const socket of sockets) if (socket.bytesWritten > 0 && !socket.isPaused()) socket.write('x');
  }, BYTE_MS);
  return () => {
    isStopped = true;
    clearInterval(dripping);
    for (const socket of sockets) socket.destroy();
    return closed;
  };
}
