import { type Bundle, type Problems, readLines } from '../../bundle/bundle.ts';
import type { GameLine, MediaLine, StoredMediaLine } from '../../bundle/lines.ts';
import { compareCodePoints } from '../../catalog/model/order.ts';
import { storedMarks } from '../../matching/marks.ts';
import { checkGame, checkSource, checkStored, listStored } from './check-line.ts';
import type { KnownEntries } from './entries.ts';
import { type LayerLine, layerHash, listKeys } from './layer-line.ts';
import { takeDumps } from './line-dumps.ts';

/** A line of a game, checked and ready to be stored as a layer. */
export interface PreparedLine extends Pick<GameLine, 'key' | 'members' | 'enriches'> {
  source: string;
  number: number;
  text: string;
  hash: string;
  marks: string[];
  dumps: Uint8Array | null;
  /** The number of releases. */
  releases: number;
  /** Paths of its pictures in the picture store. */
  images: string[];
  /** Those of this line, and of lines before it that are not among the prepared ones. */
  problems: Problem[];
}

type Problem = Parameters<Problems['add']>;

/** What the lines of a bundle are prepared with. */
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
    const report = (message: string) => collect.add('games.jsonl', number, `${line.key} ${message}`);
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
    const images = listStored(pictures);
    const marks = storedMarks(line);
    const releases = line.platforms.reduce((sum, { releases: own = [] }) => sum + own.length, 0);
    yield {
      key,
      members,
      enriches,
      source,
      number,
      text,
      hash: layerHash(text, dumps),
      marks,
      dumps,
      releases,
      images,
      problems,
    };
    problems = [];
  }
  yield { problems };
}

/** The game lines with their media lines. Both files are sorted by key, so each is read once. */
async function* readGames(bundle: Bundle, problems: Pick<Problems, 'add'>) {
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
