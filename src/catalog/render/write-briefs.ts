import { MAX_SLUG_LENGTH } from '../model/slug.ts';
import type { Texts } from '../snapshot/shared-arrays.ts';
import { type RenderOptions, renderBrief } from './render.ts';

/** The games of a list in the `brief` format. */
interface BriefList {
  ids: Uint32Array;
  titles: Texts;
  positions: ArrayLike<number>;
}

const [SPACE, QUOTE, APOSTROPHE, COMMA, HYPHEN, SLASH, ZERO, BACKSLASH, CLOSE, DELETE] = [
  0x20, 0x22, 0x27, 0x2c, 0x2d, 0x2f, 0x30, 0x5c, 0x7d, 0x7f,
];
const NO_SLUG = Buffer.from('game');
/** Ten digits and a comma. */
const MAX_ID_BYTES = 11;
/** Enough for both ids, the comma, the slash and the end. */
const MAX_OTHER_BYTES = 40;
/** Lists are written here before their length is known. A page of most titles fits. */
let draft = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Writes the games with commas between them, byte by byte, as `renderBrief` renders them: a page takes a tenth of the time.
 * Titles that are not plain ASCII, a few of a hundred, are rendered as strings.
 */
export function writeBriefs({ ids, titles, positions }: BriefList, options: RenderOptions): Buffer {
  const [beforeId, beforeTitle, beforeUrl] = ['{"game_id":', ',"title":"', `","catalog_url":${url(options)}`].map(
    (text) => Buffer.from(text),
  ) as [Buffer, Buffer, Buffer];
  const fixed = beforeId.length + beforeTitle.length + beforeUrl.length + MAX_OTHER_BYTES + MAX_SLUG_LENGTH;
  let at = 0;
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i] as number;
    const id = ids[position] as number;
    const start = titles.offsets[position] as number;
    const end = titles.offsets[position + 1] as number;
    const target = ensureSpace(at, fixed + (end - start));
    if (i > 0) target[at++] = COMMA;
    const idAt = at + beforeId.length;
    const idEnd = writeNumber(target, idAt, id);
    const titleAt = idEnd + beforeTitle.length;
    const urlAt = titleAt + (end - start);
    const slugAt = urlAt + beforeUrl.length + (idEnd - idAt) + 1;
    const slugEnd = options.originalFields ? -1 : writeTitle(target, titleAt, slugAt, titles.bytes, start, end);
    if (slugEnd < 0) {
      const text = renderBrief(id, Buffer.from(titles.bytes.subarray(start, end)).toString(), options);
      at += ensureSpace(at, Buffer.byteLength(text)).write(text, at);
      continue;
    }
    target.set(beforeId, at);
    target.set(beforeTitle, idEnd);
    target.set(beforeUrl, urlAt);
    target.copyWithin(urlAt + beforeUrl.length, idAt, idEnd);
    target[slugAt - 1] = SLASH;
    at = slugEnd;
    if (at === slugAt) at += NO_SLUG.copy(target, at);
    target[at++] = QUOTE;
    target[at++] = CLOSE;
  }
  return Buffer.from(draft.subarray(0, at));
}

function ensureSpace(at: number, length: number): Buffer {
  if (at + length <= draft.length) return draft;
  const larger = Buffer.allocUnsafeSlow((at + length) * 2);
  larger.set(draft.subarray(0, at));
  draft = larger;
  return draft;
}

/** Writes the ids of the games with commas between them. */
export function writeIds({ ids, positions }: Pick<BriefList, 'ids' | 'positions'>): Buffer {
  const target = ensureSpace(0, positions.length * MAX_ID_BYTES);
  let at = 0;
  for (let i = 0; i < positions.length; i++) {
    if (i > 0) target[at++] = COMMA;
    at = writeNumber(target, at, ids[positions[i] as number] as number);
  }
  return Buffer.from(target.subarray(0, at));
}

/** The beginning of the URL, without the quote at its end. */
function url({ publicUrl }: RenderOptions): string {
  return JSON.stringify(`${publicUrl}/games/`).slice(0, -1);
}

function writeNumber(target: Uint8Array, at: number, value: number): number {
  let digits = 1;
  for (let limit = 10; value >= limit; limit *= 10) digits++;
  let rest = value;
  for (let i = at + digits - 1; i >= at; i--) {
    const tenth = Math.floor(rest / 10);
    target[i] = ZERO + rest - 10 * tenth;
    rest = tenth;
  }
  return at + digits;
}

/** What a slug has for a byte of the title: a letter or digit, nothing, or a gap between words. */
const [GAP, NOTHING, NOT_PLAIN] = [0, 1, 2];
const SLUG_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  // JSON escapes it, or slugs fold it.
  if (byte < SPACE || byte >= DELETE || byte === QUOTE || byte === BACKSLASH) return NOT_PLAIN;
  if (byte === APOSTROPHE) return NOTHING;
  const letter = String.fromCharCode(byte).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : GAP;
});

/**
 * Writes a title, and the same slug as `slugSegment`, in one pass. Returns the end of the slug, or -1 for a title that is not
 * plain ASCII.
 */
function writeTitle(
  target: Uint8Array,
  titleAt: number,
  slugAt: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  const limit = slugAt + MAX_SLUG_LENGTH;
  let slugEnd = slugAt;
  let isGap = false;
  let isFull = false;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number;
    const slugByte = SLUG_BYTES[byte] as number;
    if (slugByte === NOT_PLAIN) return -1;
    target[titleAt + i - start] = byte;
    if (slugByte === GAP) isGap = slugEnd > slugAt;
    if (slugByte <= NOTHING || isFull) continue;
    // A hyphen at the end of a truncated slug is removed.
    isFull = slugEnd + (isGap ? 1 : 0) >= limit;
    if (isFull) continue;
    if (isGap) target[slugEnd++] = HYPHEN;
    isGap = false;
    target[slugEnd++] = slugByte;
  }
  return slugEnd;
}
