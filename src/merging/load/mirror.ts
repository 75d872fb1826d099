import type { Manifest } from '../../bundle/lines.ts';
import { OperatorError } from '../../errors.ts';
import type { CatalogReader, CatalogWriter } from '../../store/catalog/writer.ts';
import type { Layer } from '../../store/catalog-rows.ts';
import { listNamedMarks, withKeys } from '../corrections/corrections.ts';
import type { Entries } from './entries.ts';
import { CORRECTIONS, DERIVED, isFollowed, layerHash, parseCorrection } from './layer-line.ts';

/** The original that a catalog follows, and how far. Stored with the catalog by each import from there. */
export interface Mirror {
  url: string;
  lineage: string;
  /** Where `/v1/changes` of the original continues. */
  cursor: string;
  /** Those of the original. Others were imported here. */
  sources: string[];
}

/** A bundle of the original: each line stays with the game that it has there. */
export interface MirrorLoad {
  /** As it was read before the bundle was fetched. */
  before: Mirror | undefined;
  after: Omit<Mirror, 'sources'>;
  /** The bundle says everything about these games. Undefined: about all. */
  gameIds?: ReadonlySet<number>;
}

/** The original gives ids up to this number; ids that a mirror gives are higher. Ids have 32 bits. */
export const LAST_ID_OF_ORIGINAL = 2 ** 31;

export async function readMirror(reader: Pick<CatalogReader, 'findMirror'>): Promise<Mirror | undefined> {
  const text = await reader.findMirror();
  return text === undefined ? undefined : (JSON.parse(text) as Mirror);
}

/** Another follower may have imported the same changes. */
export class MirrorChanged extends OperatorError {
  constructor() {
    super('Another process follows the original, too');
  }
}

/** Refuses a bundle of the original that comes too late or would replace own data, and an own bundle with sources of the original. */
export async function checkMirror(
  writer: CatalogWriter,
  { sources }: Manifest,
  load: MirrorLoad | undefined,
): Promise<Mirror | undefined> {
  const mirror = await readMirror(writer);
  if (!load) {
    const taken = sources.find(({ id }) => id !== CORRECTIONS && mirror?.sources.includes(id));
    if (taken) throw new OperatorError(followedSource(taken.id, mirror?.url));
    return mirror;
  }
  if (mirror?.cursor !== load.before?.cursor) throw new MirrorChanged();
  if (!mirror && (await writer.listCounters()).length > 0)
    throw new OperatorError('A mirror begins with an empty catalog: name another data folder, or an empty database');
  const own = await listOwnSources(writer, mirror);
  const taken = sources.find(({ id }) => own.includes(id));
  if (taken)
    throw new OperatorError(
      `${load.after.url} now has the source ${taken.id}, too: run "ludex source remove ${taken.id}" here`,
    );
  return mirror;
}

export function followedSource(source: string, url = ''): string {
  return `${source} comes from ${url}, which this catalog follows; "ludex follow --end" ends that`;
}

/** The sources that were imported here, without corrections. */
export async function listOwnSources(reader: CatalogReader, mirror: Mirror | undefined): Promise<string[]> {
  const known = (await reader.listSources()).map(({ source }) => source);
  return known.filter((source) => ![DERIVED, CORRECTIONS, ...(mirror?.sources ?? [])].includes(source));
}

/** Ids in own corrections become keys before a catalog starts over: another lineage has other ids. */
export async function keyOwnCorrections(writer: CatalogWriter): Promise<void> {
  for (const key of await writer.listKeys(CORRECTIONS)) {
    const layer = (await writer.findLayer(key)) as Layer;
    if (isFollowed(key)) continue;
    const { made, reverted } = parseCorrection(layer);
    const keyed = await withKeys(writer, parseCorrection(layer));
    const line = JSON.stringify({ ...keyed, ...(made && { made }), ...(reverted && { reverted }) });
    if (line !== layer.line)
      await writer.putLayer({ ...layer, line, hash: layerHash(line, null) }, listNamedMarks(keyed));
  }
}

/** Notes what the catalog has now. */
export async function putMirror(writer: CatalogWriter, { sources }: Manifest, { after }: MirrorLoad): Promise<void> {
  await writer.putMirror(JSON.stringify({ ...after, sources: sources.map(({ id }) => id) } satisfies Mirror));
}

/** Removes the sources that the original no longer has, whose layers of games are removed already. */
export async function removeGone(
  writer: CatalogWriter,
  entries: Entries,
  manifest: Manifest,
  before: Mirror | undefined,
): Promise<void> {
  for (const source of listGone(manifest, before)) {
    for (const { key } of await writer.listEntryLayersOfSource(source)) {
      await writer.removeEntryLayer(key, source);
      await entries.rebuild(key);
    }
    await writer.removeSource(source);
  }
}

/** The sources that the original no longer has, or no longer publishes: each of its bundles names all. */
export function listGone({ sources }: Manifest, mirror: Mirror | undefined): string[] {
  return (mirror?.sources ?? []).filter((source) => source !== CORRECTIONS && sources.every(({ id }) => id !== source));
}
