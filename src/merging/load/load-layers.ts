import { type Bundle, type Problems, readLines } from '../../bundle/bundle.ts';
import type { CorrectionLine } from '../../bundle/lines.ts';
import type { Platform } from '../../catalog/model/resources.ts';
import { OperatorError } from '../../errors.ts';
import type { PictureStore } from '../../pictures/picture-store.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import type { LayerHead } from '../../store/catalog-rows.ts';
import { listNamedMarks } from '../corrections/corrections.ts';
import { checkCorrection, checkStored, listStored, type Report } from './check-line.ts';
import type { Entries, KnownEntries } from './entries.ts';
import {
  type ChangedLayer,
  CORRECTIONS,
  FOLLOWED_PREFIX,
  isEdit,
  isFollowed,
  type LayerChanges,
  layerHash,
} from './layer-line.ts';
import type { LoadOptions } from './load-options.ts';
import { listGone, type Mirror } from './mirror.ts';
import type { PreparedLine } from './prepare-lines.ts';
import { prepareInThread } from './prepare-lines.ts';

export interface LoadedLayers extends LayerChanges {
  /** Of the bundle. */
  sources: ReadonlySet<string>;
  /** The number of layers that each source had. */
  before: ReadonlyMap<string, number>;
  lines: number;
}

/** What loading the layers of a bundle gives if the catalog has them already. */
export function sameLayers({ manifest }: Bundle): LoadedLayers {
  const sources = new Set(manifest.sources.map(({ id }) => id));
  const lines = manifest.files.find(({ path }) => path === 'games.jsonl')?.records ?? 0;
  return { sources, changed: [], corrected: [], vanished: new Set(), before: new Map(), lines };
}

interface LoadLayersOptions extends Pick<LoadOptions, 'onProgress' | 'pictureStore' | 'mirror'> {
  known: KnownEntries;
  entries: Entries;
  problems: Problems;
  keepIds: boolean;
  /** With `mirror`, what the catalog followed before. */
  followed: Mirror | undefined;
}

const PROGRESS_EVERY = 500;
const CORRECTION = 'correction:';

/** Stores the lines of games and corrections as layers of their sources. Matching them to games comes later. */
export async function loadLayers(
  bundle: Bundle,
  writer: CatalogWriter,
  options: LoadLayersOptions,
): Promise<LoadedLayers> {
  const { mirror, followed } = options;
  const gone = mirror ? listGone(bundle.manifest, followed) : [];
  const sources = new Set([...bundle.manifest.sources.map(({ id }) => id), ...gone]);
  const found = new Set<string>();
  const missing = new Set<string>();
  const ofGone: string[] = [];
  /** The number of layers that each source had. */
  const before = new Map<string, number>();
  for (const source of sources) {
    const keys = await writer.listKeys(source);
    before.set(source, keys.length);
    for (const key of keys) missing.add(key);
    if (gone.includes(source)) ofGone.push(...keys);
  }
  const changed: ChangedLayer[] = [];
  let lines = 0;
  for await (const { line, isChanged } of putGames(bundle, writer, options)) {
    const { key, members = [], enriches = false, source } = line;
    found.add(key);
    if (isChanged || mirror) changed.push({ key, source, members, enriches });
    lines++;
  }
  const corrected: string[] = [];
  for await (const { key, isChanged } of putCorrections(bundle, writer, options)) {
    found.add(key);
    if (isChanged || mirror) corrected.push(key);
  }
  const candidates = mirror?.gameIds
    ? [...ofGone, ...(await listFollowedKeys(writer, mirror.gameIds, followed))]
    : bundle.manifest.complete
      ? missing
      : [];
  const isOurs = (key: string) =>
    mirror ? key.startsWith(CORRECTION) && !isFollowed(key) : isEdit(key) || isFollowed(key);
  const vanished = new Set([...candidates].filter((key) => !found.has(key) && !isOurs(key)));
  return { sources, changed, corrected, vanished, before, lines };
}

/** The layers that games have from the original. */
async function listFollowedKeys(
  writer: CatalogWriter,
  gameIds: ReadonlySet<number>,
  followed: Mirror | undefined,
): Promise<string[]> {
  const keys: string[] = [];
  for (const gameId of gameIds)
    for (const { key, source } of await writer.listHeads(gameId))
      if (followed?.sources.includes(source)) keys.push(key);
  return keys;
}

async function* putGames(bundle: Bundle, writer: CatalogWriter, options: LoadLayersOptions) {
  const { known, entries, problems, onProgress, pictureStore } = options;
  const total = bundle.manifest.files.find((file) => file.path === 'games.jsonl')?.records ?? 0;
  let done = 0;
  const platformIds = await listPlatformIds(known, entries);
  for await (const line of prepareInThread({ bundle, known, platformIds })) {
    for (const problem of line.problems) problems.add(...problem);
    if (!('key' in line)) return;
    const head = await writer.findHead(line.key);
    const owner = findOwner(bundle, line.source, head);
    if (owner !== undefined)
      problems.add(
        'games.jsonl',
        line.number,
        `${line.key} already belongs to the source ${owner}; start keys with the name of their source`,
      );
    const isChanged = await putLine(writer, line, head);
    if (isChanged && pictureStore) checkPictures(line.images, pictureStore);
    yield { line, isChanged };
    if (++done % PROGRESS_EVERY === 0) onProgress?.(done, total, 'lines');
  }
}

async function listPlatformIds(known: KnownEntries, entries: Entries): Promise<Map<string, number>> {
  const keys = [...known.values()].flatMap((own) => [...own].filter((key) => key.startsWith('platform:')));
  await entries.prepare(keys);
  return new Map(keys.map((key) => [key, entries.find<Platform>(key)?.platform_id ?? 0]));
}

/**
 * Runs inside the transaction, which excludes a cleanup of pictures: what exists now stays once the catalog refers to it. A
 * cleanup since the pictures were stored may have removed them as unused.
 */
function checkPictures(images: readonly string[], pictureStore: PictureStore): void {
  for (const image of images)
    if (!pictureStore.has(image))
      throw new OperatorError(
        `${image} was removed while this import ran, probably by "ludex media clean"; nothing was changed. Run the import again`,
      );
}

async function* putCorrections(bundle: Bundle, writer: CatalogWriter, options: LoadLayersOptions) {
  const isExport = bundle.manifest.files.some(({ path }) => path === 'identities.jsonl');
  for await (const { line: read, number } of readLines(bundle, 'corrections.jsonl', options.problems)) {
    const line = options.mirror ? { ...read, key: FOLLOWED_PREFIX + read.key.slice(CORRECTION.length) } : read;
    const report: Report = (problem) => options.problems.add('corrections.jsonl', number, problem);
    if (!bundle.manifest.sources.some(({ id }) => id === CORRECTIONS))
      report(`belongs to the source ${CORRECTIONS}, which is not in the manifest`);
    // An id refers to a game of the catalog that was exported.
    if (!options.keepIds && isExport && refersToId(line)) continue;
    await checkCorrection(line, writer, options, report);
    checkStored(line.media ?? [], report);
    const text = JSON.stringify(line);
    const layer = { key: line.key, source: CORRECTIONS, text, hash: layerHash(text, null), dumps: null };
    const isChanged = await putLine(writer, { ...layer, marks: listNamedMarks(line) }, await writer.findHead(line.key));
    if (isChanged && options.pictureStore) checkPictures(listStored(line.media ?? []), options.pictureStore);
    yield { key: line.key, isChanged };
  }
}

/** Stores a new or changed layer, which stays with its game for now. False if it is the same as before. */
async function putLine(
  writer: CatalogWriter,
  { key, source, text, hash, marks, dumps }: Pick<PreparedLine, 'key' | 'source' | 'text' | 'hash' | 'marks' | 'dumps'>,
  head: LayerHead | undefined,
): Promise<boolean> {
  if (head?.hash === hash && head.source === source) return false;
  await writer.putLayer({ key, source, gameId: head?.gameId ?? null, hash, line: text }, marks, dumps);
  return true;
}

/** The other source that has the key. A key that starts with the name of a source can return to that source. */
function findOwner(bundle: Bundle, source: string, stored: LayerHead | undefined): string | undefined {
  const isNamed = (name: string) => bundle.manifest.sources.some(({ id }) => id === name);
  return stored && !isNamed(stored.source) && !stored.key.startsWith(`${source}:`) ? stored.source : undefined;
}

function refersToId({ game, merge = [], different = [] }: CorrectionLine): boolean {
  return [game, ...merge, ...different].some((ref) => typeof ref === 'number');
}
