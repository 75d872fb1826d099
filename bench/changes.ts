import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from './prepare.ts';
import { readCpuMs } from './proc.ts';
import { type Server, startServer } from './server.ts';

const HELP = `Measures a program that follows /v1/changes: the whole list, and polls without news.

Usage: npm run bench:changes -- [flags]

  --games N      Size of the catalog; default 250000
  --folder PATH  Where catalogs are; default bench/data
`;

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '250000' },
    folder: { type: 'string', default: join(import.meta.dirname, 'data') },
    help: { type: 'boolean', short: 'h' },
  },
});
const POLLS = 2000;

interface Page {
  changes: object[];
  next: string;
}

if (values.help) print(HELP);
else await main();

async function main(): Promise<void> {
  const options = { folder: values.folder, games: Number(values.games), seed: 1, fresh: false };
  const { data, key } = await prepare(options, print);
  const server = await startServer({ data, threads: 1 });
  const read = async (query: string, headers: Record<string, string> = {}) => {
    const url = `http://127.0.0.1:${server.port}/v1/changes?${query}`;
    return fetch(url, { headers: { 'x-api-key': key, 'accept-encoding': 'identity', ...headers } });
  };
  let next = '';
  for (const [name, query] of [
    ['the whole list, 1,000 ids a page', 'limit=1000'],
    ['the whole list, 1,000 titles a page', 'limit=1000&format=brief'],
    ['the whole list, 100 games a page', 'limit=100&format=normal'],
  ] as const) {
    await measure(server, name, async () => {
      let page = (await (await read(query)).json()) as Page;
      let requests = 1;
      for (; page.changes.length > 0; requests++)
        page = (await (await read(`${query}&since=${page.next}`)).json()) as Page;
      next = page.next;
      return requests;
    });
  }
  const etag = (await read(`since=${next}`)).headers.get('etag') ?? '';
  for (const [name, headers] of [
    ['polls without news', {}],
    ['polls without news, 304', { 'if-none-match': etag }],
  ] as const) {
    await measure(server, name, async () => {
      for (let i = 0; i < POLLS; i++) await (await read(`since=${next}`, headers)).arrayBuffer();
      return POLLS;
    });
  }
  await server.end();
}

async function measure({ pid }: Server, name: string, work: () => Promise<number>): Promise<void> {
  const [startedAt, cpu] = [performance.now(), readCpuMs(pid)];
  const requests = await work();
  const cpuMs = readCpuMs(pid) - cpu;
  const seconds = (performance.now() - startedAt) / 1000;
  const each = (cpuMs / requests).toFixed(2);
  print(`${name}: ${requests} requests, ${seconds.toFixed(1)} s, ${cpuMs.toFixed(0)} ms of CPU, ${each} ms each`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
