import { type Bundle, describeProblem, type Problems, readLines } from '../../bundle/bundle.ts';
import type { GameLine, MediaLine, StoredMediaLine } from '../../bundle/lines.ts';
import { compareCodePoints } from '../../catalog/model/order.ts';
import { OperatorError } from '../../errors.ts';
import { storedMarks } from '../../matching/marks.ts';
import { startThread } from '../../threads.ts';
import { checkGame, checkSource, checkStored, listStored, type Report } from './check-line.ts';
import type { KnownEntries } from './entries.ts';
import { type LayerLine, layerHash, listKeys, takeDumps } from './layer-line.ts';

/** A line of a game, checked and ready to be stored as a layer. */
export interface PreparedLine extends Pick<GameLine, 'key' | 'members' | 'enriches'> {
  source: string;
  number: number;
  text: string;
  hash: string;
  marks: string[];
  dumps: string | null;
  /** Paths of its pictures in the picture store. */
  images: string[];
  /** Those of this line, and of lines before it that are not among the prepared ones. */
  problems: Problem[];
}

type Problem = Parameters<Problems['add']>;

export interface Preparation {
  bundle: Bundle;
  known: KnownEntries;
  /** By key. */
  platformIds: ReadonlyMap<string, number>;
}

/** Prepares the games of a bundle without the store, so that a thread can do it. The last value has only the problems after them. */
export async function* prepareLines({
  bundle,
  known,
  platformIds,
}: Preparation): AsyncGenerator<PreparedLine | Pick<PreparedLine, 'problems'>> {
  const claimed = new Set<string>();
  let problems: Problem[] = [];
  const collect = { add: (...problem: Problem) => void problems.push(problem) };
  for await (const { line: read, media, number } of readGames(bundle, collect)) {
    const { line, dumps } = takeDumps(read, platformIds);
    const report: Report = (problem) => collect.add('games.jsonl', number, `${line.key} ${describeProblem(problem)}`);
    checkStored(media, report);
    const pictures = media as StoredMediaLine[];
    const { source = bundle.source.id, ...stored } = line;
    checkSource(bundle, source, report);
    checkGame(line, pictures, known.get(source) ?? new Set(), report);
    for (const key of listKeys(line)) {
      if (claimed.has(key)) report(`has ${key}, which belongs to another line of this bundle`);
      claimed.add(key);
    }
    const layer: LayerLine = pictures.length > 0 ? { ...stored, media: pictures } : stored;
    const text = JSON.stringify(layer);
    const { key, members = [], enriches = false } = line;
    const [hash, images, marks] = [layerHash(text, dumps), listStored(pictures), storedMarks(line)];
    yield { ...{ key, members, enriches, source, number, text, hash }, ...{ marks, dumps, images, problems } };
    problems = [];
  }
  yield { problems };
}

/** The game lines with their media lines. Both files are sorted by key, so each is read once. */
async function* readGames(bundle: Bundle, problems: Pick<Problems, 'add'>) {
  const lines = readLines(bundle, 'media.jsonl', problems);
  let next = await lines.next();
  const skipTo = async (key?: string) => {
    while (!next.done && (key === undefined || compareCodePoints(next.value.line.key, key) < 0)) {
      problems.add('media.jsonl', next.value.number, `${next.value.line.key} is not a game of this bundle`);
      next = await lines.next();
    }
  };
  for await (const { line, number } of readLines(bundle, 'games.jsonl', problems)) {
    await skipTo(line.key);
    const media: MediaLine[] = [];
    for (; !next.done && next.value.line.key === line.key; next = await lines.next()) media.push(next.value.line);
    yield { line, media, number };
  }
  await skipTo();
}

export interface PreparedBatch {
  lines: (PreparedLine | Pick<PreparedLine, 'problems'>)[];
  isLast: boolean;
  /** Why the rest cannot be read. */
  problem?: string;
}

/** Starting a thread takes as long as preparing so much. */
const MIN_BYTES_FOR_THREAD = 8 * 1024 ** 2;

/** Prepares the lines of a large bundle in a thread, while this one stores those before: a fifth of an import. */
export async function* prepareInThread(preparation: Preparation): ReturnType<typeof prepareLines> {
  const { files } = preparation.bundle.manifest;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes < MIN_BYTES_FOR_THREAD) return yield* prepareLines(preparation);
  const { worker, ask: askThread } = startThread<'next'>('prepare-thread', import.meta.url, preparation);
  const ask = () => {
    const asking = askThread<PreparedBatch>('next');
    // Storing the lines before may fail first.
    asking.catch(() => {});
    return asking;
  };
  try {
    for (let asking = ask(); ; ) {
      const { lines, isLast, problem } = await asking;
      if (!isLast) asking = ask();
      yield* lines;
      if (problem !== undefined) throw new OperatorError(problem);
      if (isLast) return;
    }
  } finally {
    await worker.terminate();
  }
}
