import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { endChild, startNode } from './processes.ts';

/** A minimal client with one keep-alive connection, so that the measurement is about the server. */
export interface Connection {
  /** Sends a request and resolves with the complete response. One at a time. */
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** The same for a request as it is sent. */
  send(request: string | Buffer): Promise<Reply>;
  close(): void;
}

interface Reply {
  status: number;
  /** Bytes of the body. */
  bytes: number;
  /** Of a refusal with 503. */
  retryAfter: string | undefined;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const send = (request: string | Buffer) => {
    socket.write(request);
    return readReply(socket);
  };
  return {
    send,
    get: (path, headers) => send(writeGet(path, headers)),
    close: () => socket.destroy(),
  };
}

/** A whole GET request. */
export function writeGet(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n`;
}

function readReply(socket: Socket): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  let head: Buffer | undefined = Buffer.alloc(0);
  let status = 0;
  let length = 0;
  let retryAfter: string | undefined;
  let received = 0;
  const end = () => {
    socket.off('data', onData).off('error', onClose).off('close', onClose);
  };
  const onClose = () => {
    end();
    reject(new Error('the server closed the connection'));
  };
  const onData = (chunk: Buffer) => {
    received += chunk.length;
    if (head) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const headEnd = head.indexOf(END_OF_HEAD);
      if (headEnd < 0) return;
      ({ status, length, retryAfter } = parseHead(head.toString('latin1', 0, headEnd)));
      received = head.length - headEnd - END_OF_HEAD.length;
      head = undefined;
    }
    if (received < length) return;
    end();
    resolve({ status, bytes: length, retryAfter });
  };
  socket.on('data', onData).on('error', onClose).on('close', onClose);
  return promise;
}

/** Every response has a Content-Length. */
function parseHead(head: string): Pick<Reply, 'status' | 'retryAfter'> & { length: number } {
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  const status = Number(head.slice(9, 12));
  const retryAfter = status === 503 ? /^retry-after: *(\S+)/im.exec(head)?.[1] : undefined;
  return { status, length: Number(length ?? 0), retryAfter };
}

/** Calls with a key that were sent on schedule. */
export interface Calls {
  /** The latencies of answers with 200. */
  servedMs: number[];
  /** How many answers had another status. */
  refused: number;
}

/** The rate of a busy small installation. */
export const CALLS_PER_SECOND = 100;
/** Used in turn, so that all serving threads get calls. */
const CONNECTIONS = 8;

/** Sends calls on schedule, whatever the latency (open loop): the wait for a free connection is part of it. */
export async function callOnSchedule(
  {
    port,
    key,
    paths,
    connections = CONNECTIONS,
  }: { port: number; key: string; paths: string[]; connections?: number | undefined },
  isOver: (sent: number) => boolean,
): Promise<Calls> {
  const free = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const waiting: (() => void)[] = [];
  const calls: Calls = { servedMs: [], refused: 0 };
  const call = async (path: string) => {
    const startedAt = performance.now();
    if (free.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    // The one that waited longest: the server closes connections that are not used.
    const connection = free.shift() as Connection;
    const { status } = await connection.get(path, { 'x-api-key': key });
    if (status === 200) calls.servedMs.push(performance.now() - startedAt);
    else calls.refused++;
    free.push(connection);
    waiting.shift()?.();
  };
  const startedAt = performance.now();
  const sent: Promise<void>[] = [];
  for (let i = 0; !isOver(i); i++) {
    sent.push(call(paths[i % paths.length] as string));
    await wait(Math.max(0, startedAt + ((i + 1) * 1000) / CALLS_PER_SECOND - performance.now()));
  }
  await Promise.all(sent);
  for (const connection of free) connection.close();
  return calls;
}

/** Latencies of calls that are sent until the work is done. */
export async function callDuring(
  options: Parameters<typeof callOnSchedule>[0],
  work: Promise<unknown>,
): Promise<number[]> {
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  const { servedMs, refused } = await callOnSchedule(options, () => isDone);
  await work;
  if (refused > 0) throw new Error(`${refused} calls were refused`);
  return servedMs;
}

/** What the load process sends. */
export interface Load {
  port: number;
  connections: number;
  seconds: number;
  /** Whole requests, sent in turn by the next free connection. */
  requests: string[];
  /** The status of every answer, except those of a busy server; default 200. */
  status?: number;
}

export interface LoadReport {
  /** Answered ones. */
  requests: number;
  /** Refused because the server was busy; the connection then waits as long as it was asked to. */
  refused: number;
  seconds: number;
  latenciesMs: number[];
}

/** A process that sends requests as fast as they are answered. */
export function startLoad(core?: number): { run(load: Load): Promise<LoadReport>; end(): Promise<void> } {
  const child = startNode(['bench/saturate.ts'], ['ignore', 'ignore', 'inherit', 'ipc'], {}, core);
  const failure = new AbortController();
  const { signal } = failure;
  child.once('exit', () => failure.abort(new Error('the load process failed')));
  return {
    run: async (load) => {
      child.send(load);
      const [report] = (await once(child, 'message', { signal })) as [LoadReport];
      return report;
    },
    end: () => endChild(child),
  };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
