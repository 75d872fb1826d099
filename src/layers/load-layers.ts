import { hash } from 'node:crypto';
import { type Bundle, type Problems, readLines } from '../importers/bundle.ts';
import type { CatalogWriter, Layer } from '../store/store.ts';
import { checkCorrection } from './check-correction.ts';
import { checkGame } from './check-line.ts';
import type { Entries } from './entries.ts';
import type { ChangedLayer } from './identify.ts';
import { CORRECTIONS, type LayerLine, parseLayer } from './layer-line.ts';
import { listMarks } from './marks.ts';
import { openMediaLines } from './media-lines.ts';
import { countReleases, openTally, type Tally } from './tally.ts';

export interface LoadedLayers {
  /** The sources of the bundle. */
  sources: ReadonlySet<string>;
  /** Layers of games that are new or changed, in the order of their keys. */
  changed: ChangedLayer[];
  /** Layers that a complete bundle no longer holds. */
  vanished: ReadonlySet<string>;
  /** How many games the sources had before, and how many lines of games the bundle has. */
  before: number;
  lines: number;
  releases: Tally;
}

export interface LoadingLayers {
  /** The keys of entries in the bundle. */
  known: ReadonlySet<string>;
  entries: Entries;
  problems: Problems;
  keepIds: boolean;
  onProgress: ((done: number, total: number, unit: 'lines') => void) | undefined;
}

const PROGRESS_EVERY = 500;

/** Puts the lines of games and corrections into the layers of their sources; which games they are is found later. */
export async function loadLayers(bundle: Bundle, writer: CatalogWriter, loading: LoadingLayers): Promise<LoadedLayers> {
  const sources = new Set(bundle.manifest.sources.map(({ id }) => id));
  const left = new Set<string>();
  for (const source of sources) for (const key of await writer.listKeys(source)) left.add(key);
  const before = left.size;
  const changed: ChangedLayer[] = [];
  const releases = openTally();
  let lines = 0;
  for await (const { line, source, before: stored } of putGames(bundle, writer, loading)) {
    left.delete(line.key);
    if (stored !== 'same') changed.push({ key: line.key, source, members: line.members ?? [] });
    countReleases(releases, line, stored === 'same' ? line : stored && parseLayer(stored));
    lines++;
  }
  for await (const key of putCorrections(bundle, writer, loading)) left.delete(key);
  const vanished: ReadonlySet<string> = bundle.manifest.complete ? left : new Set();
  for (const key of vanished) await countGone(writer, key, releases);
  return { sources, changed, vanished, before, lines, releases };
}

async function* putGames(bundle: Bundle, writer: CatalogWriter, { known, problems, onProgress }: LoadingLayers) {
  const total = bundle.manifest.files.find((file) => file.path === 'games.jsonl')?.records ?? 0;
  const media = openMediaLines(bundle, problems);
  let done = 0;
  for await (const { line, number } of readLines(bundle, 'games.jsonl', problems)) {
    const complain = (message: string) => problems.add('games.jsonl', number, `${line.key} ${message}`);
    const pictures = await media.take(line.key);
    checkGame(line, pictures, known, complain);
    const { source, ...own } = line;
    const layer: LayerLine = pictures.length > 0 ? { ...own, media: pictures } : own;
    const owner = sourceOf(bundle, source, complain);
    const before = await putLine(writer, owner, layer, () => listMarks(line));
    yield { line, source: owner, before };
    if (++done % PROGRESS_EVERY === 0) onProgress?.(done, total, 'lines');
  }
  await media.finish();
}

async function* putCorrections(bundle: Bundle, writer: CatalogWriter, loading: LoadingLayers) {
  for await (const { line, number } of readLines(bundle, 'corrections.jsonl', loading.problems)) {
    const complain = (message: string) => loading.problems.add('corrections.jsonl', number, message);
    await checkCorrection(line, writer, loading, complain);
    await putLine(writer, CORRECTIONS, line, () => []);
    yield line.key;
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

function sourceOf(bundle: Bundle, named: string | undefined, complain: (message: string) => void): string {
  const source = named ?? bundle.source.id;
  if (!bundle.manifest.sources.some(({ id }) => id === source))
    complain(`is of ${source}, which the manifest does not name`);
  return source;
}
