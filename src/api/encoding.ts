import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

export type Encoding = 'zstd' | 'br' | 'gzip';

interface Coding {
  name: Encoding;
  compress(body: Buffer): Promise<Buffer>;
}

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, ZSTD_c_compressionLevel } = constants;

/** In the order we would choose; on 100 KB of games zstd takes a quarter of the time of gzip for the same size. */
const CODINGS: readonly Coding[] = [
  { name: 'zstd', compress: (body) => promisify(zstdCompress)(body, { params: { [ZSTD_c_compressionLevel]: 1 } }) },
  {
    name: 'br',
    compress: (body) =>
      promisify(brotliCompress)(body, { params: { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_SIZE_HINT]: body.length } }),
  },
  { name: 'gzip', compress: (body) => promisify(gzip)(body, { level: 6 }) },
];

/** Below this, a compressed body saves less than a packet. */
export const SMALLEST_COMPRESSED = 1024;

/** The coding that the client likes best among ours, ours first when it likes several alike; undefined: none. */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  if (!header) return undefined;
  const weights = parseWeights(header);
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  let best: Encoding | undefined;
  for (const { name } of CODINGS) {
    if (weightOf(name) > (best ? weightOf(best) : 0)) best = name;
  }
  // Who prefers the plain body by name gets it.
  return best && (weights.get('identity') ?? 0) <= weightOf(best) ? best : undefined;
}

export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const coding = CODINGS.find(({ name }) => name === encoding) as Coding;
  return coding.compress(body);
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name, ...parameters] = item.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const weight = quality === undefined ? 1 : Number(quality);
    if (name) weights.set(name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  return weights;
}
