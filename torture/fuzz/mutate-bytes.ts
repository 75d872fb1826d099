import type { Random } from '../random.ts';

/** A copy with one to six mutations. `tokens` are texts that matter in the format. */
export function mutateBytes(random: Random, bytes: Buffer, tokens: readonly string[] = []): Buffer {
  let mutated = bytes;
  for (let times = 1 + random.below(6); times > 0; times--) mutated = mutateOnce(random, mutated, tokens);
  return mutated;
}

function mutateOnce(random: Random, bytes: Buffer, tokens: readonly string[]): Buffer {
  const at = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + random.below(random.pick([2, 16, 256])));
  const [before, middle, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (random.below(8)) {
    case 0:
      return Buffer.concat([before, after]);
    case 1:
      return Buffer.concat([before, middle, middle, after]);
    case 2:
      return Buffer.concat([before, Buffer.from(middle).reverse(), after]);
    case 3:
      return before;
    case 4:
      return Buffer.concat([before, Buffer.from(Array.from(middle, () => random.below(256))), after]);
    case 5:
      return Buffer.concat([before, Buffer.from(Array.from(middle, (byte) => byte ^ (1 << random.below(8)))), after]);
    default:
      return Buffer.concat([before, token(random, tokens), bytes.subarray(at)]);
  }
}

function token(random: Random, tokens: readonly string[]): Buffer {
  if (tokens.length > 0 && random.below(3) > 0) return Buffer.from(random.pick(tokens), 'latin1');
  return Buffer.from([random.pick([0, 0x0a, 0x0d, 0x20, 0x22, 0x7f, 0x80, 0xc3, 0xff])]);
}
