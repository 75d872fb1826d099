/** The library that decodes and draws. It is large, and loaded when there is a picture to work on. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Pictures are many and each is seen once: nothing of them is worth keeping, and each is work for one thread.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
