import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packBundle } from '../../bundle/archive.ts';
import type { Line } from '../../bundle/bundle.ts';
import { fileOfEntry, type Manifest } from '../../bundle/lines.ts';
import { listReferences } from '../../bundle/references.ts';
import { inTemporaryFolder } from '../../bundle/temporary-folder.ts';
import { openBundleWriter } from '../../bundle/writer.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import type { Layer } from '../../store/catalog-rows.ts';
import { listEntryKeys } from '../corrections/corrections.ts';
import { isCategory } from '../load/identities.ts';
import { CORRECTIONS, DERIVED, parseCorrection, parseLayer } from '../load/layer-line.ts';
import type { HasCatalog } from '../load/load-options.ts';
import { listEntryReferences } from '../merge/entry-references.ts';
import {
  aboutSource,
  chooseSources,
  openPictureExport,
  putCorrection,
  putGame,
  type Target,
} from './export-catalog.ts';

export function packGames(store: HasCatalog, gameIds: readonly number[], publicMediaUrl: string): Promise<Buffer> {
  return inTemporaryFolder('games', async (folder) => {
    const [bundle, file] = [join(folder, 'bundle'), join(folder, 'games.tar.zst')];
    await store.catalog.read((reader) => exportGames(reader, bundle, gameIds, publicMediaUrl));
    await packBundle(bundle, file);
    return readFile(file);
  });
}

/**
 * Writes the bundle of some games as they are now, under the rules of data dumps: a mirror fetches the games that changed. It has
 * their lines, entries, ids and times. An id that was merged has an alias only, and one that was removed has nothing.
 */
export async function exportGames(
  reader: CatalogReader,
  folder: string,
  gameIds: readonly number[],
  publicMediaUrl: string,
): Promise<Manifest> {
  const all = (await reader.listSources()).filter(({ source }) => source !== DERIVED);
  const sources = chooseSources(all, { publicMediaUrl });
  const isPublic = new Set(sources.map(({ source }) => source));
  using writer = openBundleWriter(folder);
  const toBundleLine = openPictureExport({ publicMediaUrl }, folder);
  const target = { writer, toBundleLine, publicMediaUrl, aliased: new Set<number>() };
  const references = new Set<string>();
  for (const gameId of new Set(gameIds)) {
    await putAliases(reader, target, gameId);
    const layers = (await reader.listLayers(gameId)).filter(({ source }) => isPublic.has(source));
    for (const layer of layers) for (const key of await putLayer(reader, target, layer)) references.add(key);
    const game = layers.length > 0 ? await reader.findGame(gameId) : undefined;
    if (!game) continue;
    await writer.put('identities.jsonl', { key: `modified:${gameId}`, modified_at: game.modifiedAt });
    for (const reference of listEntryReferences(game.record)) references.add(reference);
  }
  await putEntries(reader, target, references, isPublic);
  for (const { kind, lastId } of await reader.listCounters())
    await writer.put('identities.jsonl', { key: `counter:${kind}`, last_id: lastId });
  return await writer.finish({ complete: false, sources: sources.map(aboutSource) });
}

interface GamesTarget extends Target {
  /** Ids whose aliases are written. */
  aliased: Set<number>;
}

/** The aliases that lead from an id to its game. */
async function putAliases(reader: CatalogReader, target: GamesTarget, gameId: number): Promise<void> {
  const alias = target.aliased.has(gameId) ? undefined : await reader.findAlias(gameId);
  if (!alias) return;
  target.aliased.add(gameId);
  await target.writer.put('identities.jsonl', toAliasLine(alias));
  await putAliases(reader, target, alias.targetId);
}

function toAliasLine({ gameId, targetId, cause }: { gameId: number; targetId: number; cause: 'match' | 'correction' }) {
  return { key: `alias:${gameId}`, game_id: targetId, cause };
}

/** Returns the keys of the entries that the line refers to. */
async function putLayer(reader: CatalogReader, target: GamesTarget, layer: Layer): Promise<Iterable<string>> {
  const { key, source, line } = layer;
  if (source === CORRECTIONS) {
    const correction = parseCorrection(layer);
    await putCorrection(target, correction);
    return listEntryKeys(correction);
  }
  for (const own of await putGame(target, line, await reader.findDumps(key), source)) {
    const bound = await reader.findBinding(own);
    if (!bound) continue;
    await target.writer.put('identities.jsonl', toBindingLine({ kind: 'game', key: own, ...bound }));
    // Its own change may be in a later bundle.
    await putAliases(reader, target, bound.id);
  }
  return listReferences(parseLayer(layer));
}

function toBindingLine({ kind, key, id, since }: Awaited<ReturnType<CatalogReader['listBindings']>>[number]) {
  return { key: `binding:${kind} ${key}`, kind, id, since };
}

/** The entries with these keys or ids, which derived facts have. Those of categories are few. */
async function putEntries(
  reader: CatalogReader,
  { writer }: Target,
  references: ReadonlySet<string>,
  isPublic: ReadonlySet<string>,
): Promise<void> {
  // A game may have entries that only sources without a public licence name.
  const isShown = async (key: string) =>
    (await reader.listEntryLayers(key)).some(({ source }) => source === DERIVED || isPublic.has(source));
  for (const binding of await reader.listEntryBindings()) {
    const { kind, key, id } = binding;
    const isReferred = references.has(key) || references.has(`"${kind}_id":${id}`);
    if (isCategory(kind) || (isReferred && (await isShown(key))))
      await writer.put('identities.jsonl', toBindingLine(binding));
  }
  for (const key of references) {
    const layers = key.startsWith('"') ? [] : await reader.listEntryLayers(key);
    for (const { source, line } of layers.filter((layer) => isPublic.has(layer.source))) {
      const file = fileOfEntry(key);
      await writer.put(file, { ...JSON.parse(line), source } as Line<typeof file>);
    }
  }
}
