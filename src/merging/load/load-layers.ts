import { hash } from 'node:crypto';
import { type Bundle, type Problems, readLines } from '../../bundle/bundle.ts';
import type { CorrectionLine, MediaLine, StoredMediaLine } from '../../bundle/lines.ts';
import { OperatorError } from '../../errors.ts';
import type { PictureStore } from '../../pictures/picture-store.ts';
import type { CatalogWriter, Layer, LayerHead } from '../../store/catalog-store.ts';
import { checkCorrection } from '../corrections/check-correction.ts';
import { listMarks } from '../match/marks.ts';
import { type Complain, checkGame } from './check-line.ts';
import type { Entries, KnownEntries } from './entries.ts';
import type { ChangedLayer } from './layer-changes.ts';
import { CORRECTIONS, type LayerLine, parseLayer } from './layer-line.ts';
import { openMediaLines } from './picture-lines.ts';
import { countReleases, openTally, type Tally } from './tally.ts';

export interface LoadedLayers {
  /** The sources of the bundle. */
  sources: ReadonlySet<string>;
  /** Layers of games that are new or changed, in the order of their keys. */
  changed: ChangedLayer[];
  /** Layers that a complete bundle no longer holds. */
  vanished: ReadonlySet<string>;
  /** Corrections that are new or changed. */
  corrected: readonly string[];
  /** How many layers each source had before, and how many lines of games the bundle has. */
  before: ReadonlyMap<string, number>;
  lines: number;
  releases: Tally;
}

export interface LoadingLayers {
  /** The keys of entries in the bundle, by source. */
  known: KnownEntries;
  entries: Entries;
  problems: Problems;
  keepIds: boolean;
  onProgress: ((done: number, total: number, unit: 'lines') => void) | undefined;
  /** Took in the pictures of the bundle. */
  pictureStore: PictureStore | undefined;
}

const PROGRESS_EVERY = 500;

/** Puts the lines of games and corrections into the layers of their sources; which games they are is found later. */
export async function loadLayers(bundle: Bundle, writer: CatalogWriter, loading: LoadingLayers): Promise<LoadedLayers> {
  const sources = new Set(bundle.manifest.sources.map(({ id }) => id));
  const left = new Set<string>();
  const before = new Map<string, number>();
  for (const source of sources) {
    const keys = await writer.listKeys(source);
    before.set(source, keys.length);
    for (const key of keys) left.add(key);
  }
  const changed: ChangedLayer[] = [];
  const releases = openTally();
  let lines = 0;
  for await (const { line, source, before: stored } of putGames(bundle, writer, loading)) {
    left.delete(line.key);
    if (stored !== 'same') changed.push({ key: line.key, source, members: line.members ?? [] });
    countReleases(releases, line, stored === 'same' ? line : stored && parseLayer(stored));
    lines++;
  }
  const corrected: string[] = [];
  for await (const { key, isChanged } of putCorrections(bundle, writer, loading)) {
    left.delete(key);
    if (isChanged) corrected.push(key);
  }
  const vanished: ReadonlySet<string> = bundle.manifest.complete ? left : new Set();
  for (const key of vanished) await countGone(writer, key, releases);
  return { sources, changed, corrected, vanished, before, lines, releases };
}

async function* putGames(bundle: Bundle, writer: CatalogWriter, loading: LoadingLayers) {
  const { known, problems, onProgress, pictureStore } = loading;
  const claimed = new Set<string>();
  const total = bundle.manifest.files.find((file) => file.path === 'games.jsonl')?.records ?? 0;
  const media = openMediaLines(bundle, problems);
  let done = 0;
  for await (const { line, number } of readLines(bundle, 'games.jsonl', problems)) {
    const complain = (message: string) => problems.add('games.jsonl', number, `${line.key} ${message}`);
    const pictures = listKept(await media.take(line.key), complain);
    const { source: owner = bundle.source.id, ...own } = line;
    checkOwner(bundle, owner, await writer.findHead(line.key), complain);
    checkGame(line, pictures, known.get(owner) ?? new Set(), complain);
    checkClaims(line, claimed, complain);
    const layer: LayerLine = pictures.length > 0 ? { ...own, media: pictures } : own;
    const before = await putLine(writer, owner, layer, () => listMarks(line));
    if (before !== 'same' && pictureStore) checkPictures(pictures, pictureStore);
    yield { line, source: owner, before };
    if (++done % PROGRESS_EVERY === 0) onProgress?.(done, total, 'lines');
  }
  await media.finish();
}

/** By now every file of the bundle has an address. */
function listKept(lines: readonly MediaLine[], complain: Complain): StoredMediaLine[] {
  for (const { screenshots = [], cover_groups = [] } of lines)
    for (const { image, file } of [...screenshots, ...cover_groups.flatMap(({ covers }) => covers)])
      if (image === undefined) complain(`has the file ${file}, which nobody has taken in`);
  return lines as StoredMediaLine[];
}

/**
 * Within the transaction, which no cleaning of pictures runs beside: what is there now stays when the catalog names it. It was
 * there when it was taken in; if this process stood still since, a cleaning may have taken it for dead.
 */
function checkPictures(lines: readonly StoredMediaLine[], pictureStore: PictureStore): void {
  for (const { screenshots = [], cover_groups = [] } of lines)
    for (const { image } of [...screenshots, ...cover_groups.flatMap(({ covers }) => covers)])
      if (image.startsWith('/media/') && !pictureStore.has(image))
        throw new OperatorError(
          `${image} was removed while this import ran, probably by "ludex media clean"; nothing was changed. Run the import again`,
        );
}

async function* putCorrections(bundle: Bundle, writer: CatalogWriter, loading: LoadingLayers) {
  for await (const { line, number } of readLines(bundle, 'corrections.jsonl', loading.problems)) {
    const complain = (message: string) => loading.problems.add('corrections.jsonl', number, message);
    if (!bundle.manifest.sources.some(({ id }) => id === CORRECTIONS))
      complain(`belongs to the source ${CORRECTIONS}, which the manifest does not name`);
    // A number means a game of the catalog that it comes from.
    if (!loading.keepIds && hasIds(bundle) && namesNumber(line)) continue;
    await checkCorrection(line, writer, loading, complain);
    const before = await putLine(writer, CORRECTIONS, line, () => []);
    yield { key: line.key, isChanged: before !== 'same' };
  }
}

async function countGone(writer: CatalogWriter, key: string, releases: Tally): Promise<void> {
  const layer = await writer.findLayer(key);
  if (layer && layer.source !== CORRECTIONS) countReleases(releases, undefined, parseLayer(layer));
}

/** Stores what is new, which stays with its game until that is looked at; gives what was there before. */
async function putLine(
  writer: CatalogWriter,
  source: string,
  line: { key: string },
  marks: () => readonly string[],
): Promise<Layer | 'same' | undefined> {
  const text = JSON.stringify(line);
  const digest = hash('sha256', text, 'base64url');
  const head = await writer.findHead(line.key);
  if (head?.hash === digest && head.source === source) return 'same';
  const before = head && (await writer.findLayer(line.key));
  await writer.putLayer({ key: line.key, source, gameId: head?.gameId ?? null, hash: digest, line: text }, marks());
  return before;
}

/** A source brings its own lines, and nobody else's: but a key may go back to the source that it is named after. */
function checkOwner(bundle: Bundle, owner: string, stored: LayerHead | undefined, complain: Complain): void {
  const isNamed = (source: string) => bundle.manifest.sources.some(({ id }) => id === source);
  if (!isNamed(owner)) complain(`is of ${owner}, which the manifest does not name`);
  if (owner === CORRECTIONS) complain(`is a game, and the source ${CORRECTIONS} has none`);
  if (stored && !isNamed(stored.source) && !stored.key.startsWith(`${owner}:`))
    complain(`belongs to the source ${stored.source} already; name keys after their source`);
}

/** An entry of the source belongs to one game. */
function checkClaims({ key, members = [] }: LayerLine, claimed: Set<string>, complain: Complain): void {
  for (const one of new Set([key, ...members])) {
    if (claimed.has(one)) complain(`has ${one}, which belongs to another line of this bundle`);
    claimed.add(one);
  }
}

function hasIds({ manifest }: Bundle): boolean {
  return manifest.files.some(({ path }) => path === 'identities.jsonl');
}

function namesNumber({ game, merge = [] }: CorrectionLine): boolean {
  return [game, ...merge].some((ref) => typeof ref === 'number');
}
