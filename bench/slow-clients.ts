import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readMemory } from './proc.ts';
import { startServer } from './server.ts';

const HELP = `Measures the memory used by clients that never finish their request or never read their response.

Usage: npm run bench:slow-clients -- [--seconds N] [--threads N] DATA

  DATA         A data folder with many games, as npm run bench leaves it in bench/data
  --seconds N  How long each kind of client is observed; default 40
  --threads N  Serving threads; default: the server's choice
`;

interface Kind {
  name: string;
  count: number;
  head: string;
  /** Bytes after the head. */
  bytes: number;
}

const MEGABYTE = 2 ** 20;
const FORM = 'Content-Type: application/x-www-form-urlencoded';
const KINDS: Kind[] = [
  {
    name: 'unfinished bodies of 1 MB',
    count: 3000,
    head: `POST /signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${MEGABYTE}\r\n\r\n`,
    bytes: MEGABYTE - 1,
  },
  {
    name: 'unfinished forms of 32 KB',
    count: 3000,
    head: `POST /signin HTTP/1.1\r\nHost: x\r\n${FORM}\r\nContent-Length: ${32 * 1024}\r\n\r\n`,
    bytes: 32 * 1024 - 1,
  },
  {
    name: 'requests of a sitemap whose response is not read',
    count: 400,
    head: 'GET /sitemap/games-1.xml HTTP/1.1\r\nHost: x\r\n\r\n',
    bytes: 0,
  },
  {
    name: 'requests of a page whose response is not read',
    count: 400,
    head: 'GET /games HTTP/1.1\r\nHost: x\r\n\r\n',
    bytes: 0,
  },
];
const OPENED_AT_ONCE = 100;

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '40' },
    threads: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
  allowPositionals: true,
});
const [data] = positionals;
if (values.help || data === undefined) process.stdout.write(HELP);
else {
  process.stdout.write('| Clients | MB before | peak | at the end | still connected |\n|---|---|---|---|---|\n');
  for (const kind of KINDS) process.stdout.write(`| ${(await measure(data, kind)).join(' | ')} |\n`);
}

async function measure(folder: string, kind: Kind): Promise<(string | number)[]> {
  const server = await startServer({ data: folder, threads: values.threads ? Number(values.threads) : undefined });
  const before = readMemory(server.pid)?.residentMb ?? 0;
  const sockets: Socket[] = [];
  while (sockets.length < kind.count) {
    sockets.push(...(await Promise.all(Array.from({ length: OPENED_AT_ONCE }, () => open(server.port, kind)))));
  }
  await wait(Number(values.seconds) * 1000);
  const { residentMb = 0, peakMb = 0 } = readMemory(server.pid) ?? {};
  const connected = sockets.filter((socket) => !socket.closed).length;
  for (const socket of sockets) socket.destroy();
  await server.end();
  return [`${kind.count} ${kind.name}`, ...[before, peakMb, residentMb].map(Math.round), connected];
}

async function open(port: number, { head, bytes }: Kind): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // The server may close the connection while data is sent.
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  socket.write(head);
  if (bytes > 0) socket.resume().write(Buffer.alloc(bytes, 'a'));
  return socket;
}
