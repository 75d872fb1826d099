import type { Line } from '../../bundle/bundle.ts';
import { type CorrectionLine, fileOfEntry, type Manifest } from '../../bundle/lines.ts';
import { type BundleWriter, openBundleWriter } from '../../bundle/writer.ts';
import { OperatorError } from '../../errors.ts';
import { withSharedLock } from '../../pictures/folder-locks.ts';
import type { CatalogReader, EntryLayer, Layer, StoredSource } from '../../store/catalog-store.ts';
import type { Store } from '../../store/store.ts';
import { compareSources } from '../../vocabulary/sources.ts';
import { listIdentities } from '../load/identities.ts';
import { CORRECTIONS, parseCorrection, parseLayer } from '../load/layer-line.ts';
import { openPictureExport } from './export-pictures.ts';

export interface ExportOptions {
  /** Only what sources under these licences have said; all of it by default. */
  licences?: readonly string[];
  /** Where the pictures lie that go along; a catalog that has any needs it. */
  mediaFolder?: string;
  onProgress?: (done: number, total: number) => void;
}

interface Target {
  writer: BundleWriter;
  toBundleLine: ReturnType<typeof openPictureExport>;
}

const PROGRESS_EVERY = 500;

/**
 * Writes the whole catalog as a bundle: what every source has said, so that nobody's words pass for another's, and the
 * ids and times of this catalog. In an empty catalog it gives the same answers.
 */
export function exportCatalog(store: Store, folder: string, options: ExportOptions = {}): Promise<Manifest> {
  const { mediaFolder } = options;
  const work = () => exportOneState(store, folder, options);
  return mediaFolder === undefined ? work() : withSharedLock(mediaFolder, work);
}

function exportOneState(store: Store, folder: string, options: ExportOptions): Promise<Manifest> {
  return store.catalog.read(async (reader) => {
    const all = await reader.listSources();
    const sources = chooseSources(all, options.licences);
    const writer = openBundleWriter(folder);
    const toBundleLine = openPictureExport(options.mediaFolder, folder);
    try {
      const exported = await putLayers(reader, { writer, toBundleLine }, sources, options);
      for (const { source } of sources) {
        const entries = await reader.listEntryLayersOf(source);
        for (const { key } of entries) exported.keys.add(key);
        await putEntries(writer, entries);
      }
      const keys = sources.length < all.length ? exported.keys : undefined;
      for await (const line of listIdentities(reader, exported.games, keys)) await writer.put('identities.jsonl', line);
      return await writer.finish({ complete: true, sources: sources.map(toManifestSource) });
    } finally {
      await writer.close();
    }
  });
}

function chooseSources(all: readonly StoredSource[], licences: readonly string[] | undefined): StoredSource[] {
  if (all.length === 0) throw new OperatorError('The catalog is empty; there is nothing to export');
  const wanted = all.filter(({ licence }) => !licences || licences.includes(licence));
  if (wanted.length > 0) return wanted.toSorted((a, b) => compareSources(a.source, b.source));
  const found = [...new Set(all.map(({ licence }) => licence))].toSorted();
  throw new OperatorError(`No source has one of these licences; there are ${found.join(', ')}`);
}

async function putLayers(
  reader: CatalogReader,
  target: Target,
  sources: readonly StoredSource[],
  { onProgress }: ExportOptions,
) {
  const layers = new Map<string, string>();
  for (const { source } of sources) for (const key of await reader.listKeys(source)) layers.set(key, source);
  const games = new Set<number>();
  const keys = new Set<string>();
  let done = 0;
  for (const [key, source] of layers) {
    const { line, gameId } = (await reader.findLayer(key)) as Layer;
    if (gameId) games.add(gameId);
    if (source === CORRECTIONS)
      await target.writer.put('corrections.jsonl', await withKeys(reader, parseCorrection({ line })));
    else for (const own of await putGame(target, line, source)) keys.add(own);
    if (++done % PROGRESS_EVERY === 0) onProgress?.(done, layers.size);
  }
  return { games, keys };
}

/** Numbers mean something in this catalog alone; the keys of the same games do elsewhere as well. */
async function withKeys(reader: CatalogReader, correction: CorrectionLine): Promise<CorrectionLine> {
  const keyOf = async (ref: string | number) => (typeof ref === 'number' ? ((await reader.findKey(ref)) ?? ref) : ref);
  const { game, merge, ...rest } = correction;
  return {
    ...rest,
    ...(game !== undefined && { game: await keyOf(game) }),
    ...(merge && { merge: await Promise.all(merge.map(keyOf)) }),
  };
}

/** Gives the keys that its id hangs on. */
async function putGame({ writer, toBundleLine }: Target, text: string, source: string): Promise<string[]> {
  const { media = [], ...line } = parseLayer({ line: text });
  await writer.put('games.jsonl', { ...line, source });
  for (const pictures of media) await writer.put('media.jsonl', await toBundleLine(pictures));
  return [line.key, ...(line.members ?? [])];
}

async function putEntries(writer: BundleWriter, layers: readonly EntryLayer[]): Promise<void> {
  for (const { key, source, line } of layers) {
    const file = fileOfEntry(key);
    await writer.put(file, { ...JSON.parse(line), source } as Line<typeof file>);
  }
}

function toManifestSource({ source, name, version, licence, url }: StoredSource): Manifest['sources'][number] {
  return { id: source, name, version, licence, url };
}
