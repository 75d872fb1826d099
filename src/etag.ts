import { ENCODINGS } from './encoding.ts';

/** The end of a tag: without an encoding, and with the suffix of each encoding. Proxies that compress append them as well: Apache makes `"x-gzip"` of `"x"`. */
const ENDS: ReadonlySet<string> = new Set(['"', ...ENCODINGS.map((encoding) => `-${encoding}"`)]);

/**
 * The ETag of `If-None-Match` that names this content in any encoding, without `W/`: the comparison is weak (RFC 9110, 8.8.3.2).
 * `version` is the content of the tag without an encoding.
 */
export function findHeldTag(ifNoneMatch: string | undefined, version: string): string | undefined {
  if (!ifNoneMatch) return undefined;
  if (ifNoneMatch.trim() === '*') return `"${version}"`;
  return ifNoneMatch
    .match(/"[^"]*"/g)
    ?.find((tag) => tag.startsWith(version, 1) && ENDS.has(tag.slice(1 + version.length)));
}
