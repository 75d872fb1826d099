import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NO_CORRECTIONS } from '../src/importers/importer.ts';
import { IMPORTERS } from '../src/importers/importers.ts';
import { readTable } from '../src/vocabulary/tables.ts';

/**
 * Measures time and memory of `import gamedatabase` and `import libretro` with generated files: 100 systems with 3,000 ROMs
 * each, and as many rows. Run with `npm run bench:dumps`.
 */

const SYSTEMS = 100;
const ROMS = 3000;
const VERSIONS = 3;
const SELF = fileURLToPath(import.meta.url);
const REGIONS = ['USA', 'Japan', 'Europe'];
const FACTS: [folder: string, (n: number) => string][] = [
  ['genre', () => 'genre "Platform"'],
  ['developer', (n) => `developer "Studio ${n % 700}"`],
  ['publisher', (n) => `publisher "House ${n % 300}"`],
  ['franchise', (n) => `franchise "Series ${n % 500}"`],
  ['releaseyear', (n) => `releaseyear "${1980 + (n % 30)}"`],
  ['releasemonth', (n) => `releasemonth "${1 + (n % 12)}"`],
  ['maxusers', (n) => `users ${1 + (n % 4)}`],
  ['esrb', () => 'esrb_rating "E"'],
];

const [source, path] = process.argv.slice(2);
if (source && path) await convert(source, path);
else measureAll();

/** In a separate process, to measure its memory. */
async function convert(source: string, path: string): Promise<void> {
  const importer = IMPORTERS.find(({ name }) => name === source);
  const startedAt = performance.now();
  const input = {
    paths: [path],
    flags: {},
    corrections: NO_CORRECTIONS,
    folder: `${path}-bundle`,
    onProgress: () => {},
  };
  const { counts } = (await importer?.convert(input)) ?? {};
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const cpu = (process.resourceUsage().userCPUTime / 1e6).toFixed(1);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(`${source}: ${seconds} s (${cpu} s of CPU), ${megabytes} MB peak\n${JSON.stringify(counts)}`);
}

function measureAll(): void {
  const folder = mkdtempSync(join(tmpdir(), 'ludex-bench-'));
  try {
    writeLibretro(join(folder, 'metadat'));
    writeGameDataBase(join(folder, 'csv'));
    for (const [source, path] of Object.entries({ libretro: 'metadat', gamedatabase: 'csv' }))
      execFileSync(process.execPath, [SELF, source, join(folder, path)], { stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeLibretro(root: string): void {
  const systems = readTable('libretro-platforms.tsv').flatMap(([system = '', platform]) => (platform ? [system] : []));
  for (const [s, system] of systems.slice(0, SYSTEMS).entries()) {
    const roms = Array.from({ length: ROMS }, (_, r) => s * ROMS + r);
    writeDat(root, 'no-intro', system, roms, (n) => `name "${nameOf(n)}"\n\trom ( ${dumpOf(n)} )`);
    for (const [fact, text] of FACTS)
      writeDat(root, fact, system, roms, (n) => `comment "${nameOf(n)}"\n\t${text(n)}\n\trom ( crc ${crcOf(n)} )`);
  }
}

function writeDat(root: string, fact: string, system: string, roms: number[], game: (n: number) => string): void {
  mkdirSync(join(root, fact), { recursive: true });
  const text = roms.map((n) => `game (\n\t${game(n)}\n)\n`).join('');
  writeFileSync(join(root, fact, `${system}.dat`), `clrmamepro (\n\tname "${system}"\n)\n${text}`);
}

function writeGameDataBase(root: string): void {
  mkdirSync(root);
  const head =
    'Title,Title (exact),Title screen,Title screen (exact),ID,Region,Release date,Developer,Publisher,Tags,MD5,SHA1';
  for (let file = 0; file < SYSTEMS; file++) {
    const rows = Array.from({ length: ROMS }, (_, r) => rowOf(file * ROMS + r));
    writeFileSync(join(root, `arcade_maker${file}.csv`), `${[head, ...rows].join('\n')}\n`);
  }
}

function rowOf(n: number): string {
  const title = `Game ${Math.floor(n / VERSIONS)}`;
  const tags = '#players:2:coop #genre:action>platformer #save:backup #lang:en:ja #port:arcade';
  const date = `${1980 + (n % 30)}-0${1 + (n % 9)}-1${n % 9}`;
  const makers = `Studio ${n % 700}/Partner ${n % 50},House ${n % 300}`;
  const titles = `${title},${title} ゲーム${n % 100},${title},=`;
  return `${titles},game${Math.floor(n / VERSIONS)},${REGIONS[n % 3]},${date},${makers},${tags},,${sha1Of(n)}`;
}

function nameOf(n: number): string {
  return `Game ${Math.floor(n / VERSIONS)} (${REGIONS[n % 3]})`;
}

function dumpOf(n: number): string {
  return `name "${nameOf(n)}.bin" size ${n} crc ${crcOf(n)} sha1 ${sha1Of(n)}`;
}

function crcOf(n: number): string {
  return (n + 1).toString(16).padStart(8, '0').toUpperCase();
}

function sha1Of(n: number): string {
  return (n + 1).toString(16).padStart(40, 'a');
}
