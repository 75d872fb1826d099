import { createHash } from 'node:crypto';
import { type Bundle, type Problems, readLines } from '../importers/bundle.ts';
import type { CatalogWriter } from '../store/store.ts';
import { checkCorrection } from './check-correction.ts';
import { checkGame } from './check-line.ts';
import type { Entries } from './entries.ts';
import type { ChangedLayer } from './identify.ts';
import { CORRECTIONS, type LayerLine } from './layer-line.ts';
import { listMarks } from './marks.ts';
import { openMediaLines } from './media-lines.ts';

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
  let lines = 0;
  for await (const { isChanged, ...layer } of putGames(bundle, writer, loading)) {
    left.delete(layer.key);
    if (isChanged) changed.push(layer);
    lines++;
  }
  for await (const key of putCorrections(bundle, writer, loading)) left.delete(key);
  return { sources, changed, vanished: bundle.manifest.complete ? left : new Set(), before, lines };
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
    const isChanged = await putLine(writer, owner, layer, listMarks(line));
    yield { key: line.key, source: owner, members: line.members ?? [], isChanged };
    if (++done % PROGRESS_EVERY === 0) onProgress?.(done, total, 'lines');
  }
  await media.finish();
}

async function* putCorrections(bundle: Bundle, writer: CatalogWriter, loading: LoadingLayers) {
  for await (const { line, number } of readLines(bundle, 'corrections.jsonl', loading.problems)) {
    const complain = (message: string) => loading.problems.add('corrections.jsonl', number, message);
    await checkCorrection(line, writer, loading, complain);
    await putLine(writer, CORRECTIONS, line, []);
    yield line.key;
  }
}

/** Whether it says anything new. It stays with its game until that is looked at. */
async function putLine(
  writer: CatalogWriter,
  source: string,
  line: { key: string },
  marks: readonly string[],
): Promise<boolean> {
  const text = JSON.stringify(line);
  const hash = createHash('sha256').update(text).digest('base64url');
  const before = await writer.findHead(line.key);
  if (before?.hash === hash && before.source === source) return false;
  await writer.putLayer({ key: line.key, source, gameId: before?.gameId ?? null, hash, line: text }, marks);
  return true;
}

function sourceOf(bundle: Bundle, named: string | undefined, complain: (message: string) => void): string {
  const source = named ?? bundle.source.id;
  if (!bundle.manifest.sources.some(({ id }) => id === source))
    complain(`is of ${source}, which the manifest does not name`);
  return source;
}
