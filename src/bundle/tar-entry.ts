import { Header, Pax } from 'tar';

const BLOCK = 512;

/** The end of every archive. A truncated archive lacks it. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

export interface TarHeader {
  path: string;
  size: number;
  mode: number;
  mtime: Date;
}

/**
 * Packs one file, owned by uid 0: header, content, padding. `create` of the tar package does not fit: a backup hashes the content
 * as it is packed, and packs a growing file up to the size it had.
 */
export async function* packEntry(
  header: TarHeader,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  const fields = { type: 'File', uid: 0, gid: 0, ...header } as const;
  const block = Buffer.alloc(BLOCK);
  const needsPax = new Header(fields).encode(block);
  if (needsPax) yield new Pax(fields).encode();
  yield block;
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes !== header.size) throw new Error(`${header.path} changed while it was read`);
  yield Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK);
}
