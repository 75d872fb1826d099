import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const BYTE_EVERY_MS = 100;
/** The server gives up on headers after ten seconds. */
const LONGEST_MS = 30_000;

export interface SlowClients {
  /** How many were told to stop. */
  refused(): number;
  stop(): Promise<void>;
}

/** Clients that send headers byte by byte without an end, one after the other on each of `count` connections. */
export function startSlowClients(port: number, count: number): SlowClients {
  let isStopping = false;
  let refused = 0;
  const run = async () => {
    while (!isStopping) {
      if (await sendSlowly(port, () => isStopping)) refused++;
    }
  };
  const running = Promise.all(Array.from({ length: count }, run));
  // Reported by stop().
  running.catch(() => {});
  return {
    refused: () => refused,
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
}

/** Whether the server ended the connection with 408. */
async function sendSlowly(port: number, isStopping: () => boolean): Promise<boolean> {
  const startedAt = Date.now();
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    isClosed = true;
  });
  socket.write('GET /v1/genres HTTP/1.1\r\nX-Slow: ');
  while (!isClosed && !isStopping()) {
    await pause(BYTE_EVERY_MS);
    if (socket.writable) socket.write('x');
    assert.ok(Date.now() - startedAt < LONGEST_MS, `headers may take longer than ${LONGEST_MS} ms`);
  }
  socket.destroy();
  // A byte that was sent after the server closed resets the connection, and the answer may be lost with it.
  if (isClosed && text !== '') assert.match(text, /^HTTP\/1\.1 408 /);
  return isClosed;
}
