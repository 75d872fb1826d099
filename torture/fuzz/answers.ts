import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

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
export function readHeads(bytes: Buffer): Answer[] {
  const text = bytes.toString('latin1');
  const starts = [...text.matchAll(/HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n/g)];
  const answers = starts.map(({ 0: first, 1: status, index }, i) => {
    const [head = '', ...rest] = text.slice(index + first.length, starts[i + 1]?.index).split(HEAD_END);
    const headers = new Headers(head.split('\r\n').filter(Boolean).map(splitOnce));
    return { status: Number(status), headers, text: rest.join(HEAD_END) };
  });
  return answers.filter(({ status }) => status >= 200);
}

/** Splits bytes into the answers to requests of these methods. */
export function readAnswers(bytes: Buffer, methods: readonly string[]): { answers: Answer[]; rest: Buffer } {
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
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (!status) throw new Error(`this is not the first line of an answer: ${JSON.stringify(first)}`);
  const headers = new Headers(lines.map(splitOnce));
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
