import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { openRandom, type Random } from '../test/support/random.ts';
import { temporaryFolder, writeGames } from '../test/support/samples/bundle.ts';
import { runWell } from '../test/support/servers/command.ts';
import { startServer } from './child.ts';

export interface BrowseOptions {
  seed: number;
  /** How many pages and pictures are requested. */
  count: number;
  minutes: number;
  /** The folder to serve, to which a game is added. */
  data: string | undefined;
  onMemory(report: string): void;
}

/** Like some people who browse at the same time. */
const PEOPLE = 6;
const REPORTS = 20;
const REPORTS_BETWEEN_IMPORTS = 5;
/** Addresses that are remembered for later. */
const MOST_KNOWN = 20_000;
const MOST_PICTURES = 500;
const STARTS = ['/', '/games', '/platforms', '/genres', '/groups', '/companies', '/random'];
const MINUTE_MS = 60_000;
/** What a server may have in memory after an hour. */
const MOST_MB = 500;

/** Reads different pages, pictures and searches of a server for a long time, and measures its resident memory. */
export async function browse({ seed, count, minutes, data, onMemory }: BrowseOptions): Promise<string> {
  const env = { LUDEX_DATA: data ?? temporaryFolder('browse'), LUDEX_LOG_LEVEL: 'silent' };
  const server = await startServer(env);
  const random = openRandom(seed);
  const visitor = openVisitor(server.url, random);
  let highest = 0;
  const end = Date.now() + minutes * MINUTE_MS;
  for (let report = 1; report <= REPORTS && Date.now() < end; report++) {
    // Another title, so that the server builds a snapshot.
    if (report % REPORTS_BETWEEN_IMPORTS === 0)
      await runWell(['import', writeGames([`Browsed ${report}`], 'browse')], env);
    await Promise.all(Array.from({ length: PEOPLE }, () => visitor.visit(count / REPORTS / PEOPLE)));
    const { rss, ...parts } = await readMemory(server.pid);
    highest = Math.max(highest, rss);
    const named = Object.entries(parts).map(([name, mb]) => `${name} ${mb}`);
    onMemory(`${visitor.visited()} requests: ${rss} MB resident (${named.join(', ')})`);
  }
  await server.stop();
  assert.ok(highest < MOST_MB, `the server had ${highest} MB in memory`);
  return `${visitor.visited()} requests, at most ${highest} MB resident`;
}

/** Follows links to pages that were not seen yet, loads their pictures, and searches for words of their titles. */
function openVisitor(url: string, random: Random) {
  const seen = new Set<string>();
  const known = [...STARTS];
  const pictures: string[] = [];
  const words: string[] = [];
  const remember = (list: string[], text: string, most: number) => {
    if (list.length < most) list.push(text);
    else list[random.below(most)] = text;
  };
  const read = (page: string) => {
    for (const [, name = '', path = ''] of page.matchAll(/\b(href|src)="(\/[^"#]*)"/g)) {
      if (seen.has(path) || /^\/(static|docs|operator|report|v1|signin|signup)\b/.test(path)) continue;
      const [list, most] = name === 'src' ? ([pictures, MOST_PICTURES] as const) : ([known, MOST_KNOWN] as const);
      remember(list, path.replaceAll('&amp;', '&'), most);
    }
    for (const [, word = ''] of page.matchAll(/class="label"><bdi>(\p{L}{4,})/gu)) remember(words, word, MOST_PICTURES);
  };
  const choose = (): string => {
    const word = encodeURIComponent(random.pick(words) ?? 'mario');
    const kind = random.below(10);
    if (kind === 0) return `/games?q=${word}`;
    if (kind === 1) return `/suggest?q=${word.slice(0, 3 + random.below(5))}`;
    const list = kind < 6 && pictures.length > 0 ? pictures : known;
    return list.splice(random.below(list.length), 1)[0] ?? random.pick(STARTS);
  };
  return {
    visited: () => seen.size,
    visit: async (times: number) => {
      for (let time = 0; time < times; time++) {
        const path = choose();
        seen.add(path);
        const answer = await fetch(url + path);
        const body = await answer.arrayBuffer();
        assert.ok(answer.status < 500 || answer.status === 503, `${path}: ${answer.status}`);
        if (answer.headers.get('content-type')?.startsWith('text/html')) read(Buffer.from(body).toString());
      }
    },
  };
}

/** Resident megabytes of a process, by what they are. Linux only. */
async function readMemory(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1000);
  return { rss: read('VmRSS'), anonymous: read('RssAnon'), file: read('RssFile'), shared: read('RssShmem') };
}
