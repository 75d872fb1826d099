/** Tries so often at most: each may start over from a slow failure. */
const MOST_TRIES = 400;

/** Removes parts, first large and then small ones, as long as the rest still fails. */
export async function minimise(bytes: Buffer, fails: (bytes: Buffer) => Promise<boolean>): Promise<Buffer> {
  let smallest = bytes;
  let tries = 0;
  for (let size = Math.ceil(bytes.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < smallest.length && tries < MOST_TRIES; tries++) {
      const candidate = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      if (candidate.length > 0 && (await fails(candidate))) smallest = candidate;
      else at += size;
    }
  }
  return smallest;
}
