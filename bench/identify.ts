import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { type FileHashes, identifyFiles } from '../src/catalog/identify.ts';
import { readSnapshot } from '../src/catalog/snapshot/read-snapshot.ts';
import { readConfig } from '../src/config.ts';
import { HASH_KINDS, type PlacedDump, unpackDumps } from '../src/store/dumps.ts';
import { openCatalogStore } from '../src/store/open-catalog.ts';

/**
 * Measures what the hashes of files cost on disk, and how long look-ups take, without HTTP:
 * `npm run bench:identify -- --data FOLDER`. The catalog is not changed.
 */
const { values } = parseArgs({ options: { data: { type: 'string', default: 'data' } } });

const LOOKUPS = 20_000;
const BATCHES = 200;
const BATCH_SIZE = 100;
/** A prime number: steps of it reach every dump in a mixed order. */
const STEP = 104_729;
const MEGABYTE = 1_000_000;

const path = join(values.data, 'catalog.db');
const { layers, dumps, hashes } = readDumps();
console.log(`${hashes} hashes of ${dumps.length} files in ${layers} layers`);
const bytes = measureDisk();
console.log(`${(bytes / MEGABYTE).toFixed(1)} MB on disk: ${(bytes / hashes).toFixed(1)} MB for a million hashes`);
await measureLookups();

function readDumps() {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare('SELECT dumps FROM layers WHERE dumps IS NOT NULL ORDER BY layer_id').all();
  database.close();
  const all = rows.flatMap((row) => unpackDumps(row.dumps as Uint8Array).toArray());
  const count = all.reduce((sum, dump) => sum + HASH_KINDS.filter((kind) => dump[kind] !== undefined).length, 0);
  return { layers: rows.length, dumps: all, hashes: count };
}

/** The difference between the catalog with and without its files, both without free space. */
function measureDisk(): number {
  const folder = mkdtempSync(join(tmpdir(), 'ludex-bench-'));
  try {
    const copy = join(folder, 'catalog.db');
    copyFileSync(path, copy);
    const database = new DatabaseSync(copy);
    database.exec('PRAGMA journal_mode = DELETE; VACUUM');
    const withFiles = statSync(copy).size;
    database.exec('UPDATE layers SET dumps = NULL; DELETE FROM hash_buckets; VACUUM');
    database.close();
    return withFiles - statSync(copy).size;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureLookups(): Promise<void> {
  const { catalog: store, close } = await openCatalogStore(readConfig({ data: values.data }, {}), true);
  const snapshot = await readSnapshot(store);
  const options = { publicUrl: 'http://localhost:8080', mediaUrl: '', originalFields: false, generatedCovers: false };
  const identify = (files: readonly FileHashes[]) => identifyFiles({ store, options }, snapshot, files);
  const known = (i: number) => toQuery(dumps[(i * STEP) % dumps.length] as PlacedDump, i);
  const unknown = (i: number) => ({ sha1: (i * STEP).toString(16).padStart(8, '0').repeat(5) });
  await report('a known file', LOOKUPS, (i) => identify([known(i)]));
  await report('an unknown file', LOOKUPS, (i) => identify([unknown(i)]));
  await report(`${BATCH_SIZE} known files`, BATCHES, (i) =>
    identify(Array.from({ length: BATCH_SIZE }, (_, n) => known(i * BATCH_SIZE + n))),
  );
  const shared = listShared();
  await report(`the ${BATCH_SIZE} most shared files`, BATCHES, () => identify(shared));
  await close();
}

/** By another kind of hash each time. */
function toQuery(dump: PlacedDump, i: number): FileHashes {
  const kinds = HASH_KINDS.filter((kind) => dump[kind] !== undefined);
  const kind = kinds[i % kinds.length] ?? 'sha1';
  return { [kind]: dump[kind], ...(kind === 'crc' && { size: dump.size }) };
}

/** The worst that a request can ask for: chips that are in many layers. */
function listShared(): FileHashes[] {
  const counts = new Map<string, number>();
  for (const { sha1 } of dumps) if (sha1) counts.set(sha1, (counts.get(sha1) ?? 0) + 1);
  const most = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, BATCH_SIZE);
  return most.map(([sha1]) => ({ sha1 }));
}

async function report(what: string, count: number, work: (i: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const before = process.cpuUsage();
    await work(i);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(count * share)] as number).toFixed(2);
  console.log(`${what}: CPU ms p50 ${at(0.5)}, p99 ${at(0.99)}`);
}
