import type { Random } from '../../test/support/random.ts';

/** Texts that matter in HTTP, for mutations. */
// biome-ignore format: lists to be read at a glance
export const HTTP_TOKENS = [
  '\r\n', '\n', '\r', '\r\n\r\n', ' ', '\t', ':', '\0', ' HTTP/1.0', ' HTTP/1.1', ' HTTP/2.0', ' HTTP/9.9',
  'PRI * HTTP/2.0', 'Transfer-Encoding: chunked\r\n', 'Transfer-Encoding: gzip\r\n', 'Content-Length: 5\r\n',
  'Content-Length: -1\r\n', 'Content-Length: 99999999999999999999\r\n', 'Expect: 100-continue\r\n',
  'Connection: close\r\n', 'Connection: upgrade\r\n', 'Upgrade: websocket\r\n', 'Host: \r\n', 'Host: a, b\r\n',
  'http://evil.example', '*', 'CONNECT ', 'HEAD ', 'POST ', '\xc3\xa9', '\xff',
];

const HIDDEN = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
const CHUNKED = `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`;

/**
 * A request whose body is another request. Some are valid and some are not, but no reading by the rules has two requests: a
 * second answer would mean that a proxy in front and Ludex can disagree about where a request ends.
 */
const SHAPES: [headers: string, body: string][] = [
  [`Content-Length: ${HIDDEN.length}`, HIDDEN],
  ['Transfer-Encoding: chunked', CHUNKED],
  ['Transfer-Encoding: chunked', `${HIDDEN.length.toString(16)};name=value\r\n${HIDDEN}\r\n0\r\nTrailer: 1\r\n\r\n`],
  ['Transfer-Encoding: chunked', `0${CHUNKED}`],
  [`Content-Length: ${CHUNKED.length}\r\nTransfer-Encoding: chunked`, CHUNKED],
  ['Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${HIDDEN}`],
  ['Content-Length: 0\r\nContent-Length: 5', HIDDEN],
  ['Content-Length: 0, 5', HIDDEN],
  ['Content-Length: +0', HIDDEN],
  ['Content-Length: 0x0', HIDDEN],
  ['Content-Length: -1', HIDDEN],
  ['Content-Length : 0', HIDDEN],
  ['Content-Length: 0\0', HIDDEN],
  ['Transfer-Encoding : chunked', `0\r\n\r\n${HIDDEN}`],
  ['Transfer-Encoding: xchunked', `0\r\n\r\n${HIDDEN}`],
  ['Transfer-Encoding:\x0bchunked', `0\r\n\r\n${HIDDEN}`],
  ['Transfer-Encoding: chunked, identity', `0\r\n\r\n${HIDDEN}`],
  ['Transfer-Encoding: identity', `0\r\n\r\n${HIDDEN}`],
  ['X: y\r\n Transfer-Encoding: chunked', `0\r\n\r\n${HIDDEN}`],
  ['Transfer-Encoding:\r\n chunked\r\nContent-Length: 3', `0\r\n\r\n${HIDDEN}`],
  ['Transfer-Encoding: chunked', `0\n\n${HIDDEN}`],
  ['Transfer-Encoding: chunked', `fffffffffffffffff\r\n${HIDDEN}`],
  ['Transfer-Encoding: chunked', `-1\r\n${HIDDEN}`],
  ['Transfer-Encoding: chunked', ` 0\r\n\r\n${HIDDEN}`],
  ['Transfer-Encoding: chunked', `0x0\r\n\r\n${HIDDEN}`],
  [`X: y\rContent-Length: ${HIDDEN.length}`, HIDDEN],
  [`X: y\nContent-Length: 0\r\nContent-Length: ${HIDDEN.length}`, HIDDEN],
];
const STARTS = [
  'GET /v1/genres',
  'POST /v1/identify',
  'POST /v1/genres',
  'GET /',
  'POST /login',
  'PUT /v1/games',
  'DELETE /',
];

export function makeSmuggled(random: Random): Buffer {
  const [headers, body] = random.pick(SHAPES);
  return Buffer.from(`${random.pick(STARTS)} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n${body}`, 'latin1');
}
