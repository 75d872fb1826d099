/** Loads the image library lazily, because it is large. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Each picture is processed once, so a cache is useless. Pictures are processed in parallel, one thread each.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
