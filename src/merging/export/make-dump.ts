import { renameSync } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packBundle } from '../../bundle/archive.ts';
import { openBundle } from '../../bundle/bundle.ts';
import { measureFile } from '../../bundle/check-files.ts';
import { inTemporaryFolder, makeTemporaryFolder, removeTemporary } from '../../bundle/temporary-folder.ts';
import { writeCursor } from '../../catalog/changes.ts';
import { type Config, dumpsFolder, mediaUrlOf, publicUrlOf } from '../../config.ts';
import { createFolder } from '../../create-folder.ts';
import { isDiskFull, OperatorError } from '../../errors.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import type { CatalogReads } from '../../store/catalog-store.ts';
import { openCatalogStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import { isImportOnly, listLicences } from '../../vocabulary/sources.ts';
import { loadBundle } from '../load/load.ts';
import { type DataDump, DUMP_BUNDLE, DUMP_MANIFEST, listDumpNames, nameOfDump } from './data-dumps.ts';
import { claimDump, type DumpPeriod } from './dump-claim.ts';
import { DUMP_GAMES, DUMP_TABLES, DUMP_TEXTS, writeTables } from './dump-tables.ts';
import { exportRevision } from './export-catalog.ts';

/** How many dumps are kept. */
const KEPT = 3;

const [IDS, HASHES] = Object.keys(DUMP_TEXTS) as [string, string];
const ABOUT: Record<string, string> = {
  [DUMP_BUNDLE]: 'Everything, for `ludex import`',
  [DUMP_GAMES]: 'Games with their releases as JSON Lines',
  [DUMP_TABLES]: 'Tables for SQLite and Datasette',
  [IDS]: 'Ids in other databases, as text with tabs',
  [HASHES]: 'Files with their hashes, as text with tabs',
};

interface Making {
  config: Config;
  /** Lines and games, of all that there are. */
  onProgress: (done: number, total: number) => void;
  /** Only if it is time for one. */
  period?: DumpPeriod | undefined;
}

/** Makes a data dump, which appears when it is complete, and removes the oldest. Throws DumpRunning. */
export async function makeDump(store: Store, { config, onProgress, period }: Making): Promise<DataDump> {
  const folder = dumpsFolder(config);
  createFolder(folder);
  const claim = await claimDump(store.status, Date.now, period);
  const show = (done: number, total: number) => {
    claim.show(done, total);
    onProgress(done, total);
  };
  try {
    const dump = await inTemporaryFolder(
      'dump',
      async (draft) => {
        const made = await store.catalog.read((reader, reads) => writeDump(draft, { config, reader, reads, show }));
        await claim.confirm();
        renameSync(draft, join(folder, made.name));
        return made;
      },
      folder,
    );
    await removeOldest(config);
    await claim.end();
    return dump;
  } catch (error) {
    await claim.end(problemOf(error));
    throw error;
  }
}

function problemOf(error: unknown): string {
  if (isDiskFull(error)) return 'The disk is full; free some space in the data folder and try again';
  return error instanceof OperatorError ? error.message : 'Internal error; it was logged';
}

interface Revision {
  config: Config;
  reader: CatalogReader;
  reads: CatalogReads;
  show: Making['onProgress'];
}

/** Everything is of one revision. */
async function writeDump(draft: string, { config, reader, reads, show }: Revision): Promise<DataDump> {
  const [lineage, revision, sequence] = [
    await reads.readLineage(),
    await reads.readRevision(),
    await reads.readSequence(),
  ];
  const games = (await reads.readPresent()).ids.length;
  const url = publicUrlOf(config);
  const bundle = join(draft, 'bundle');
  let lines = 0;
  const { sources } = await exportRevision(reader, bundle, {
    publicMediaUrl: mediaUrlOf(config),
    onProgress: (done, total) => {
      lines = total;
      show(done, total + games);
    },
  });
  await packBundle(bundle, join(draft, DUMP_BUNDLE));
  const madeAt = Date.now();
  const about = {
    format: 'ludex-dump',
    version: 1,
    name: nameOfDump(madeAt),
    made_at: new Date(madeAt).toISOString(),
    url,
    lineage,
    revision,
    changes: { sequence, next: writeCursor(lineage, { revision, sequence, complete: sequence }) },
  } as const;
  const licences = listLicences(sources);
  const leftOut = (await reads.listSources()).filter(isImportOnly).map(({ source }) => source);
  const write = (published: CatalogReads) =>
    writeTables(draft, {
      reads: published,
      options: { publicUrl: url, mediaUrl: mediaUrlOf(config), originalFields: false, generatedCovers: false },
      about: { made_at: about.made_at, url, lineage, revision: String(revision), licences: licences.join(', ') },
      onProgress: (done) => show(lines + done, lines + games),
    });
  const counts =
    leftOut.length === 0
      ? await write(reads)
      : await withCatalogOf(bundle, { ...config, database_url: undefined, data: join(draft, 'catalog') }, write);
  await rm(bundle, { recursive: true });
  const files = [];
  for (const [name, text] of Object.entries(ABOUT)) {
    const { bytes, sha256 } = await measureFile(join(draft, name));
    files.push({ name, about: text, bytes, sha256, licences });
  }
  const dump: DataDump = { ...about, counts, sources, left_out: leftOut, files };
  await writeFile(join(draft, DUMP_MANIFEST), `${JSON.stringify(dump, null, 2)}\n`);
  for (const name of [DUMP_MANIFEST, ...Object.keys(ABOUT)]) await flush(join(draft, name));
  return dump;
}

/** Games as they are without the sources that were left out: their fields are merged from several sources. */
async function withCatalogOf<T>(bundle: string, config: Config, work: (reads: CatalogReads) => Promise<T>): Promise<T> {
  createFolder(config.data);
  const { catalog, close } = await openCatalogStore(config, false);
  try {
    await loadBundle({ catalog }, await openBundle(bundle), { clock: Date.now });
    return await catalog.read((_reader, reads) => work(reads));
  } finally {
    await close();
    await rm(config.data, { recursive: true });
  }
}

/** To the disk, so that a dump is complete after a power failure, too. */
async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}

/** Each disappears at once, and not while it is half removed. */
async function removeOldest(config: Config): Promise<void> {
  const folder = dumpsFolder(config);
  for (const name of (await listDumpNames(config)).slice(KEPT)) {
    const trash = makeTemporaryFolder('dump', folder);
    renameSync(join(folder, name), join(trash, name));
    removeTemporary(trash);
  }
}
