import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The input of a load process. */
export interface Saturation {
  port: number;
  connections: number;
  seconds: number;
  /** Whole requests, sent in turn by the next free connection. */
  requests: string[];
  status: number;
}

export interface SaturationReport {
  requests: number;
  seconds: number;
  latenciesMs: number[];
}

const HEAD_END = '\r\n\r\n';
const MAX_HEAD_BYTES = 4096;

/** Sends requests as fast as the server answers. It reads no more of a response than its end, to cost less than the server. */
async function saturate(load: Saturation): Promise<SaturationReport> {
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)));
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const endAt = startedAt + load.seconds * 1000;
  const bytes = load.requests.map((request) => Buffer.from(request, 'latin1'));
  let next = 0;
  await Promise.all(
    sockets.map(async (socket) => {
      for (let now = startedAt; now < endAt; ) {
        const request = next++ % bytes.length;
        const status = await exchange(socket, bytes[request] as Buffer);
        if (status !== load.status) throw new Error(`status ${status} for ${load.requests[request]?.split('\r', 1)}`);
        const after = performance.now();
        latenciesMs.push(after - now);
        now = after;
      }
      socket.destroy();
    }),
  );
  return { requests: latenciesMs.length, seconds: (performance.now() - startedAt) / 1000, latenciesMs };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

function exchange(socket: Socket, request: Buffer): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let head = '';
  let status = 0;
  let left = -1;
  const onData = (chunk: Buffer) => {
    if (left >= 0) left -= chunk.length;
    else {
      head += chunk.toString('latin1', 0, MAX_HEAD_BYTES);
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      status = Number(head.slice(9, 12));
      left = contentLength(head, end) - (chunk.length - (end + HEAD_END.length));
    }
    if (left > 0) return;
    stop();
    resolve(status);
  };
  const onClose = () => {
    stop();
    reject(new Error('the server closed the connection'));
  };
  const stop = () => socket.off('data', onData).off('close', onClose);
  socket.on('data', onData).on('close', onClose);
  socket.write(request);
  return promise;
}

function contentLength(head: string, end: number): number {
  const at = head.toLowerCase().indexOf('content-length: ');
  return at < 0 || at > end ? 0 : Number.parseInt(head.slice(at + 16, at + 26), 10);
}

process.once('disconnect', () => process.exit());
process.on('message', async (load) => {
  process.send?.(await saturate(load as Saturation));
});
