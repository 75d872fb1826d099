import { type Bundle, type Problems, readLines } from '../../bundle/bundle.ts';
import type { CorrectionLine, MediaLine, StoredMediaLine } from '../../bundle/lines.ts';
import { compareCodePoints } from '../../catalog/model/order.ts';
import { OperatorError } from '../../errors.ts';
import { storedMarks } from '../../matching/marks.ts';
import type { PictureStore } from '../../pictures/picture-store.ts';
import type { CatalogWriter, Layer, LayerHead } from '../../store/catalog-store.ts';
import { checkCorrection } from '../corrections/check-correction.ts';
import { listNamedMarks } from '../corrections/corrections.ts';
import { checkGame, type Report } from './check-line.ts';
import type { Entries, KnownEntries } from './entries.ts';
import {
  type ChangedLayer,
  CORRECTIONS,
  isEdit,
  type LayerChanges,
  type LayerLine,
  layerHash,
  listKeys,
  parseLayer,
} from './layer-line.ts';
import { takeDumps } from './line-dumps.ts';
import type { LoadOptions } from './load-options.ts';
import { countReleases, makeTally, type Tally } from './tally.ts';

export interface LoadedLayers extends LayerChanges {
  /** Keys of new or changed corrections. */
  corrected: readonly string[];
  /** The number of layers that each source had before. */
  before: ReadonlyMap<string, number>;
  /** The number of game lines in the bundle. */
  lines: number;
  releases: Tally;
}

interface LoadLayersOptions extends Pick<LoadOptions, 'onProgress' | 'pictureStore'> {
  known: KnownEntries;
  entries: Entries;
  problems: Problems;
  keepIds: boolean;
}

const PROGRESS_EVERY = 500;

/** Stores the lines of games and corrections as layers of their sources. Matching them to games comes later. */
export async function loadLayers(
  bundle: Bundle,
  writer: CatalogWriter,
  options: LoadLayersOptions,
): Promise<LoadedLayers> {
  const sources = new Set(bundle.manifest.sources.map(({ id }) => id));
  const missing = new Set<string>();
  const before = new Map<string, number>();
  for (const source of sources) {
    const keys = await writer.listKeys(source);
    before.set(source, keys.length);
    for (const key of keys) missing.add(key);
  }
  const changed: ChangedLayer[] = [];
  const releases = makeTally();
  let lines = 0;
  for await (const { line, source, before: stored } of putGames(bundle, writer, options)) {
    const { key, members = [], enriches = false } = line;
    missing.delete(key);
    if (stored !== 'same') changed.push({ key, source, members, enriches });
    countReleases(releases, line, stored === 'same' ? line : stored && parseLayer(stored));
    lines++;
  }
  const corrected: string[] = [];
  for await (const { key, isChanged } of putCorrections(bundle, writer, options)) {
    missing.delete(key);
    if (isChanged) corrected.push(key);
  }
  const vanished = new Set(bundle.manifest.complete ? [...missing].filter((key) => !isEdit(key)) : []);
  for (const key of vanished) await countVanished(writer, key, releases);
  return { sources, changed, corrected, vanished, before, lines, releases };
}

async function* putGames(bundle: Bundle, writer: CatalogWriter, options: LoadLayersOptions) {
  const { known, problems, onProgress, pictureStore } = options;
  const claimed = new Set<string>();
  const total = bundle.manifest.files.find((file) => file.path === 'games.jsonl')?.records ?? 0;
  let done = 0;
  for await (const { line: read, media, number } of readGames(bundle, problems)) {
    const { line, dumps } = await takeDumps(read, options.entries);
    const report = (message: string) => problems.add('games.jsonl', number, `${line.key} ${message}`);
    checkStored(media, report);
    const pictures = media as StoredMediaLine[];
    const { source = bundle.source.id, ...own } = line;
    const head = await writer.findHead(line.key);
    checkOwner(bundle, source, head, report);
    checkGame(line, pictures, known.get(source) ?? new Set(), report);
    checkClaims(line, claimed, report);
    const layer: LayerLine = pictures.length > 0 ? { ...own, media: pictures } : own;
    const before = await putLine(writer, source, { line: layer, dumps }, head, () => storedMarks(line));
    if (before !== 'same' && pictureStore) checkPictures(pictures, pictureStore);
    yield { line, source, before };
    if (++done % PROGRESS_EVERY === 0) onProgress?.(done, total, 'lines');
  }
}

/** The game lines with their media lines. Both files are sorted by key, so each is read once. */
async function* readGames(bundle: Bundle, problems: Problems) {
  const lines = readLines(bundle, 'media.jsonl', problems);
  let next = await lines.next();
  const skipTo = async (key?: string) => {
    for (
      ;
      !next.done && (key === undefined || compareCodePoints(next.value.line.key, key) < 0);
      next = await lines.next()
    )
      problems.add('media.jsonl', next.value.number, `${next.value.line.key} is not a game of this bundle`);
  };
  for await (const { line, number } of readLines(bundle, 'games.jsonl', problems)) {
    await skipTo(line.key);
    const media: MediaLine[] = [];
    for (; !next.done && next.value.line.key === line.key; next = await lines.next()) media.push(next.value.line);
    yield { line, media, number };
  }
  await skipTo();
}

/** Files of the bundle have been stored by now and replaced by paths. */
function checkStored(lines: readonly Pictures[], report: Report): void {
  for (const { image, file } of lines.flatMap(listPictures))
    if (image === undefined) report(`has the file ${file}, which was not stored`);
}

type Pictures = Omit<MediaLine, 'key'>;

function listPictures({ screenshots = [], cover_groups = [] }: Pictures) {
  return [...screenshots, ...cover_groups.flatMap(({ covers }) => covers)];
}

/**
 * Runs inside the transaction, which excludes a cleanup of pictures: what exists now stays once the catalog refers to it. A
 * cleanup since the pictures were stored may have removed them as unused.
 */
function checkPictures(lines: readonly Pictures[], pictureStore: PictureStore): void {
  for (const { image = '' } of lines.flatMap(listPictures))
    if (image.startsWith('/media/') && !pictureStore.has(image))
      throw new OperatorError(
        `${image} was removed while this import ran, probably by "ludex media clean"; nothing was changed. Run the import again`,
      );
}

async function* putCorrections(bundle: Bundle, writer: CatalogWriter, options: LoadLayersOptions) {
  for await (const { line, number } of readLines(bundle, 'corrections.jsonl', options.problems)) {
    const report = (message: string) => options.problems.add('corrections.jsonl', number, message);
    if (!bundle.manifest.sources.some(({ id }) => id === CORRECTIONS))
      report(`belongs to the source ${CORRECTIONS}, which is not in the manifest`);
    // An id refers to a game of the catalog that was exported.
    if (!options.keepIds && hasIdentities(bundle) && refersToId(line)) continue;
    await checkCorrection(line, writer, options, report);
    checkStored(line.media ?? [], report);
    const before = await putLine(writer, CORRECTIONS, { line, dumps: null }, await writer.findHead(line.key), () =>
      listNamedMarks(line),
    );
    if (before !== 'same' && options.pictureStore) checkPictures(line.media ?? [], options.pictureStore);
    yield { key: line.key, isChanged: before !== 'same' };
  }
}

async function countVanished(writer: CatalogWriter, key: string, releases: Tally): Promise<void> {
  const layer = await writer.findLayer(key);
  if (layer && layer.source !== CORRECTIONS) countReleases(releases, undefined, parseLayer(layer));
}

/** Stores a new or changed layer, which stays with its game for now. Returns the layer before. */
async function putLine(
  writer: CatalogWriter,
  source: string,
  { line, dumps }: { line: { key: string }; dumps: Buffer | null },
  head: LayerHead | undefined,
  marks: () => readonly string[],
): Promise<Layer | 'same' | undefined> {
  const text = JSON.stringify(line);
  const digest = layerHash(text, dumps);
  if (head?.hash === digest && head.source === source) return 'same';
  const before = head && (await writer.findLayer(line.key));
  await writer.putLayer(
    { key: line.key, source, gameId: head?.gameId ?? null, hash: digest, line: text },
    marks(),
    dumps,
  );
  return before;
}

/** A source has only its own keys. A key that starts with the name of a source can return to that source. */
function checkOwner(bundle: Bundle, source: string, stored: LayerHead | undefined, report: Report): void {
  const isNamed = (name: string) => bundle.manifest.sources.some(({ id }) => id === name);
  if (!isNamed(source)) report(`belongs to the source ${source}, which is not in the manifest`);
  if (source === CORRECTIONS) report(`is a game, but the source ${CORRECTIONS} has only corrections`);
  if (stored && !isNamed(stored.source) && !stored.key.startsWith(`${source}:`))
    report(`already belongs to the source ${stored.source}; start keys with the name of their source`);
}

/** A key or member belongs to one line. */
function checkClaims(line: LayerLine, claimed: Set<string>, report: Report): void {
  for (const key of listKeys(line)) {
    if (claimed.has(key)) report(`has ${key}, which belongs to another line of this bundle`);
    claimed.add(key);
  }
}

function hasIdentities({ manifest }: Bundle): boolean {
  return manifest.files.some(({ path }) => path === 'identities.jsonl');
}

function refersToId({ game, merge = [], different = [] }: CorrectionLine): boolean {
  return [game, ...merge, ...different].some((ref) => typeof ref === 'number');
}
