import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Answer, readAnswers, readHeads } from './answers.ts';
import type { Exchange } from './exchange.ts';

export interface Received {
  answers: Answer[];
  /** What is no complete answer. */
  rest: Buffer;
}

/** Without a byte for longer, the server hangs. It closes what is incomplete long before. */
const SILENCE_MS = 60_000;

/** A client that keeps its connection while the requests are complete, and sends everything else over a new one. */
export function openWire(port: number): { send(exchange: Exchange): Promise<Received>; close(): void } {
  let kept: Socket | undefined;
  return {
    async send(exchange) {
      if (exchange.requests.length === 0) return sendAndEnd(port, exchange);
      const socket = kept?.writable ? kept : connect(port, '127.0.0.1');
      kept = undefined;
      const received = await sendRequests(socket, exchange);
      const isOver = received.answers.some(({ headers }) => headers.get('connection') === 'close');
      if (isOver || received.answers.length < exchange.requests.length) socket.destroy();
      else kept = socket;
      return received;
    },
    close: () => kept?.destroy(),
  };
}

/** Sends bytes that may be anything, ends the connection, and reads what comes until the server ends it, too. */
async function sendAndEnd(port: number, exchange: Exchange): Promise<Received> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const received = read(socket, () => false);
  await write(socket, exchange);
  socket.end();
  const bytes = await received;
  socket.destroy();
  return { answers: readHeads(bytes), rest: Buffer.alloc(0) };
}

async function sendRequests(socket: Socket, exchange: Exchange): Promise<Received> {
  const methods = exchange.requests.map(({ method }) => method);
  const received = read(socket, (bytes) => readAnswers(bytes, methods).answers.length === methods.length);
  await write(socket, exchange);
  return readAnswers(await received, methods);
}

async function write(socket: Socket, { bytes, cuts }: Exchange): Promise<void> {
  socket.setNoDelay();
  let from = 0;
  for (const cut of cuts) {
    socket.write(bytes.subarray(from, cut));
    from = cut;
    await nextTurn();
  }
  socket.write(bytes.subarray(from));
}

/** Reads until `isDone` or until the connection ends, also by a reset: the server may close before it has read everything. */
function read(socket: Socket, isDone: (bytes: Buffer) => boolean): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  let bytes: Buffer = Buffer.alloc(0);
  const finish = () => {
    socket.removeAllListeners();
    socket.on('error', () => socket.destroy());
    resolve(bytes);
  };
  socket.setTimeout(SILENCE_MS, () =>
    reject(new Error(`no answer and no end of the connection after ${SILENCE_MS} ms`)),
  );
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    if (isDone(bytes)) finish();
  });
  socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNREFUSED' ? reject(error) : finish()));
  socket.on('end', finish);
  socket.on('close', finish);
  return promise;
}
