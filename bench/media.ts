import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadSharp } from '../src/pictures/sharp.ts';
import { type Run, runNode, startNode } from './children.ts';
import { openConnection } from './connection.ts';
import { percentile } from './measure.ts';
import { measureDuring } from './open-loop.ts';
import { readCpuMs } from './proc.ts';
import { findFreePort, type Server, startServer } from './server.ts';

const HELP = `Measures picture imports, their effect on request latency, and the cost of serving a thumbnail.

Usage: npm run bench:media -- [flags]

  --pictures N     How many small pictures are imported; default 10000
  --seconds N      How long requests are sent to the idle server; default 10
  --folder PATH    Where everything is kept; default bench/data/media
`;

const OPTIONS = {
  pictures: { type: 'string', default: '10000' },
  seconds: { type: 'string', default: '10' },
  folder: { type: 'string', default: fileURLToPath(new URL('data/media', import.meta.url)) },
  help: { type: 'boolean', short: 'h' },
} as const;

const PICTURES_PER_GAME = 10;
const LISTS = Array.from({ length: 45 }, (_, i) => `/v1/games?limit=20&offset=${i * 20}`);
const WARM_UP = 3000;
const MEASURED = 4000;
const THUMBNAILS = 200;

const { values } = parseArgs({ options: OPTIONS });
if (values.help) process.stdout.write(HELP);
else await main(resolve(values.folder), Number(values.pictures), Number(values.seconds));

async function main(folder: string, pictures: number, seconds: number): Promise<void> {
  const [data, tree, bundle] = [join(folder, 'store'), join(folder, 'tree'), join(folder, 'bundle')];
  for (const path of [data, tree]) rmSync(path, { recursive: true, force: true });
  const ludex = (...args: string[]) => runNode(['src/main.ts', ...args, '--data', data]);
  const games = Math.ceil(pictures / PICTURES_PER_GAME);
  if (!existsSync(join(bundle, 'manifest.json')))
    await runNode(['bench/generate.ts', '--games', String(games), bundle]);
  await ludex('import', bundle);
  const { stdout: key } = await ludex('account', 'add', 'bench@example.org', '--plan', 'unlimited');
  const server = await startServer({ data });
  await writePictures(server, key, tree, pictures);
  await measureDuring(server, key, LISTS, wait(3000));
  const idle = await measureDuring(server, key, LISTS, wait(seconds * 1000));
  let run: Run | undefined;
  const importing = async () => {
    run = await ludex('import', 'media', tree);
  };
  const busy = await measureDuring(server, key, LISTS, importing());
  await server.end();
  const { seconds: took, peakMb } = run as unknown as Run;
  print(
    `import of ${pictures} pictures: ${took.toFixed(1)} s, ${Math.round(pictures / took)} per second, ${Math.round(peakMb)} MB peak`,
  );
  for (const [name, latencies] of [
    ['idle', idle],
    ['while importing', busy],
  ] as const)
    print(
      `API ${name}: median ${percentile(latencies, 0.5).toFixed(2)} ms, p99 ${percentile(latencies, 0.99).toFixed(2)} ms`,
    );
  print(
    `the p99 is ${(percentile(busy, 0.99) / percentile(idle, 0.99)).toFixed(2)} times that of the idle server (target: at most 2)`,
  );
  await compareServing(data);
}

/** Distinct small pictures in folders named after games of the catalog. */
async function writePictures(server: Server, key: string, tree: string, pictures: number): Promise<void> {
  const sharp = await loadSharp();
  const folders = await listGameFolders(server, key, Math.ceil(pictures / PICTURES_PER_GAME));
  for (const [i, folder] of folders.entries()) {
    mkdirSync(join(tree, folder), { recursive: true });
    for (let j = 0; j < PICTURES_PER_GAME && i * PICTURES_PER_GAME + j < pictures; j++) {
      const number = i * PICTURES_PER_GAME + j;
      const background = `#${(number * 1601).toString(16).padStart(6, '0').slice(-6)}`;
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 8 };
      const small = sharp({ create: { width: 64, height: 60, channels: 3, background, noise } });
      const picture = await small
        .resize(256, 240, { kernel: 'nearest' })
        .tint(background)
        .png({ palette: true })
        .toBuffer();
      writeFileSync(join(tree, folder, `${j}.png`), picture);
    }
  }
}

async function listGameFolders({ port }: Server, key: string, count: number): Promise<string[]> {
  const folders: string[] = [];
  while (folders.length < count) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/games?offset=${folders.length}&api_key=${key}`);
    const { games } = (await response.json()) as { games: { game_id: number; platforms: { platform_id: number }[] }[] };
    if (games.length === 0) break;
    folders.push(...games.map(({ game_id, platforms }) => `${platforms[0]?.platform_id}/${game_id}`));
  }
  return folders.slice(0, count);
}

async function compareServing(data: string): Promise<void> {
  const media = join(data, 'media');
  const thumbnails = globSync('??/*-320.webp', { cwd: media }).slice(0, THUMBNAILS);
  const server = await startServer({ data, threads: 1 });
  const port = await findFreePort();
  const baseline = startNode(['bench/static-server.ts', media, String(port)], ['ignore', 'ignore', 'inherit', 'ipc']);
  await once(baseline, 'message');
  const ours = await measure(
    server.port,
    server.pid,
    thumbnails.map((name) => `/media/${name}`),
  );
  const theirs = await measure(
    port,
    baseline.pid as number,
    thumbnails.map((name) => `/${name}`),
  );
  print(
    `CPU per thumbnail: ${toMicroseconds(ours)} µs, static server ${toMicroseconds(theirs)} µs: ${(ours / theirs).toFixed(2)} times (target: at most 1.3)`,
  );
  baseline.disconnect();
  await server.end();
}

/** Mean CPU time of the server per request. */
async function measure(port: number, pid: number, paths: readonly string[]): Promise<number> {
  const connection = await openConnection(port);
  const requestAll = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const { status } = await connection.get(paths[i % paths.length] as string);
      if (status !== 200) throw new Error(`${paths[i % paths.length]} returned ${status}`);
    }
  };
  await requestAll(WARM_UP);
  const before = readCpuMs(pid);
  await requestAll(MEASURED);
  const cpu = (readCpuMs(pid) - before) / MEASURED;
  connection.close();
  return cpu;
}

function toMicroseconds(milliseconds: number): string {
  return String(Math.round(milliseconds * 1000));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
