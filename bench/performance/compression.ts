import type { Encoding } from '../../src/encoding.ts';
import { percentile } from '../measure.ts';
import { measureDuring } from '../open-loop.ts';
import type { Prepared } from '../prepare.ts';
import { readCpuMs, readThreadCpuMs } from '../proc.ts';
import { startServer } from '../server.ts';
import { runLoad } from '../throughput.ts';
import type { OtherTarget } from './results.ts';

const COMPRESSED: readonly Encoding[] = ['zstd', 'gzip', 'br'];
/** More than are answered in a run. */
const PAGES = 10_000;
/** Has no factor in common with round numbers, so that it takes long until a page is asked for again. */
const STEP = 97;
/** Pages at the same time: as many as threads compress. */
const CONNECTIONS = 4;
const WARM_UP_SECONDS = 2;

/** What it costs to compress a page that was never asked for: the serving thread, and the calls that arrive meanwhile. */
export async function measureFirstCompression(
  { data, key }: Pick<Prepared, 'data' | 'key'>,
  games: number,
  seconds: number,
): Promise<OtherTarget[]> {
  const server = await startServer({ data, threads: 1 });
  let next = 0;
  const readPages = async (encoding: Encoding | undefined, forSeconds: number) => {
    const paths = Array.from({ length: PAGES }, () => `/v1/games?offset=${(next++ * STEP) % (games - STEP)}`);
    const headers = { 'x-api-key': key, ...(encoding && { 'accept-encoding': encoding }) };
    const before = { all: readCpuMs(server.pid), serving: readThreadCpuMs(server.pid) };
    const { requests } = await runLoad({
      port: server.port,
      connections: CONNECTIONS,
      seconds: forSeconds,
      headers,
      paths,
    });
    const perPage = (ms: number) => (ms * 1000) / requests;
    return {
      allUs: perPage(readCpuMs(server.pid) - before.all),
      servingUs: perPage(readThreadCpuMs(server.pid) - before.serving),
    };
  };
  const p99During = async (work: Promise<unknown>) =>
    percentile(await measureDuring(server, key, ['/v1/platforms'], work), 0.99);

  for (const encoding of [undefined, ...COMPRESSED]) await readPages(encoding, WARM_UP_SECONDS);
  const plain = await readPages(undefined, seconds);
  const targets: OtherTarget[] = [];
  for (const encoding of COMPRESSED) {
    const { servingUs, allUs } = await readPages(encoding, seconds);
    const name = `first compression of a page with ${encoding}, beyond the page itself`;
    targets.push(
      { name: `${name}: CPU time of the serving thread`, value: servingUs - plain.servingUs, unit: 'µs' },
      { name: `${name}: CPU time of all threads`, value: allUs - plain.allUs, unit: 'µs' },
    );
  }
  const beside = {
    plain: await p99During(readPages(undefined, seconds)),
    br: await p99During(readPages('br', seconds)),
  };
  await server.end();
  const name =
    'p99 of a call while pages are compressed for the first time with br, compared with pages that are not compressed';
  return [...targets, { name, value: beside.br / beside.plain, unit: 'times' }];
}
