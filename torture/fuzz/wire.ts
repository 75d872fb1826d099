import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
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

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

const HEAD_END = '\r\n\r\n';
const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/**
 * The heads of answers to requests that nobody knows: an answer to HEAD has no body, whatever its length says. What follows a
 * head is its text.
 */
function readHeads(bytes: Buffer): Answer[] {
  const parts = bytes
    .toString('latin1')
    .split(/(?=HTTP\/1\.1 \d{3} [^\r\n]*\r\n)/)
    .filter(isHead);
  const answers = parts.map((part) => {
    const [head = '', ...rest] = part.split(HEAD_END);
    return { ...readHead(head), text: rest.join(HEAD_END) };
  });
  return answers.filter(({ status }) => status >= 200);
}

function isHead(text: string): boolean {
  return /^HTTP\/1\.1 \d{3} /.test(text);
}

function readHead(head: string): Pick<Answer, 'status' | 'headers'> {
  const [first = '', ...lines] = head.split('\r\n');
  if (!isHead(first)) throw new Error(`this is not the first line of an answer: ${JSON.stringify(first)}`);
  return { status: Number(first.slice(9, 12)), headers: new Headers(lines.filter(Boolean).map(splitOnce)) };
}

/** Splits bytes into the answers to requests of these methods. */
function readAnswers(bytes: Buffer, methods: readonly string[]): { answers: Answer[]; rest: Buffer } {
  const answers: Answer[] = [];
  let rest = bytes;
  for (;;) {
    const method = methods[answers.length];
    const found = method === undefined ? undefined : readAnswer(rest, method);
    if (!found) return { answers, rest };
    rest = rest.subarray(found.length);
    // 100 Continue is not yet the answer.
    if (found.answer.status >= 200) answers.push(found.answer);
  }
}

function readAnswer(bytes: Buffer, method: string): { answer: Answer; length: number } | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const { status, headers } = readHead(bytes.toString('latin1', 0, end));
  const start = end + HEAD_END.length;
  const isEmpty = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  const body = isEmpty ? { bytes: Buffer.alloc(0), end: start } : readBody(bytes, start, headers);
  return body && { answer: { status, headers, text: decode(body.bytes, headers) }, length: body.end };
}

function splitOnce(line: string): [name: string, value: string] {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1).trim()];
}

function readBody(bytes: Buffer, start: number, headers: Headers): { bytes: Buffer; end: number } | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes, start);
  const end = start + Number(headers.get('content-length'));
  return end > bytes.length ? undefined : { bytes: bytes.subarray(start, end), end };
}

function readChunks(bytes: Buffer, start: number): { bytes: Buffer; end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (end + 2 > bytes.length) return undefined;
    if (size === 0) return { bytes: Buffer.concat(chunks), end: end + 2 };
    chunks.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

function decode(bytes: Buffer, headers: Headers): string {
  const decoder = DECODERS[headers.get('content-encoding') ?? ''];
  return (decoder && bytes.length > 0 ? decoder(bytes) : bytes).toString();
}
