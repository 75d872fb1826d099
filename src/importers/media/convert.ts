import { readFile, stat } from 'node:fs/promises';
import type { GameLine, StoredMediaLine } from '../../bundle/lines.ts';
import { type BundleWriter, openBundleWriter } from '../../bundle/writer.ts';
import { OperatorError } from '../../errors.ts';
import { mapConcurrently, PICTURE_CONCURRENCY } from '../../pictures/concurrency.ts';
import { checkLength } from '../../pictures/inspect.ts';
import { PictureError } from '../../pictures/picture-error.ts';
import type { CatalogReader } from '../../store/catalog-store.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import type { ConvertInput, ConvertReport, OnRefused, PictureTarget } from '../importer.ts';
import { addPictures, type TakenPicture } from './add-pictures.ts';
import { type FoundGame, type GameFinder, openGameFinder } from './find-games.ts';
import { listFolders } from './folders.ts';
import { hasLines, listLines } from './lines.ts';
import type { PictureFile, PictureSet } from './picture-set.ts';

const SOURCE = 'pictures';

/**
 * Turns folders of pictures into a bundle that adds them to games of the catalog. The pictures themselves are taken in on
 * the way; whatever cannot be used is told of, and the rest goes on.
 */
export async function convertMedia(input: ConvertInput, target?: PictureTarget): Promise<ConvertReport> {
  if (!target) throw new Error('pictures need a place to go to');
  let refused = 0;
  const onRefused: OnRefused = (file, why) => {
    refused++;
    target.onRefused(file, why);
  };
  return target.readCatalog(async (reader) => {
    const finder = await openGameFinder(reader);
    const writer = openBundleWriter(input.folder);
    const work: Work = { ...input, ...target, onRefused, reader, finder, writer };
    try {
      const counts = await putGames(await listSets(work), work);
      await target.pictureStore.sync();
      const source = describeSource(SOURCE, new Date().toISOString().slice(0, 10));
      await writer.finish({
        complete: false,
        sources: [{ ...source, licence: await joinLicences(work, input.flags.licence ?? source.licence) }],
      });
      return { counts: { ...counts, skipped: refused }, unknown: [] };
    } finally {
      await writer.close();
    }
  });
}

/** A source has one licence: where imports say different ones, all of it is under all of them, and nothing is passed on by mistake. */
async function joinLicences({ reader, flags }: Work, licence: string): Promise<string> {
  const before = (await reader.listSources()).find(({ source }) => source === SOURCE)?.licence;
  if (before === undefined || flags.bundle !== undefined) return licence;
  return [...new Set([before, licence].flatMap((text) => text.split(AND)))].toSorted().join(AND);
}

/** As SPDX writes it. */
const AND = ' AND ';

interface Work extends ConvertInput, PictureTarget {
  reader: CatalogReader;
  finder: GameFinder;
  writer: BundleWriter;
}

async function listSets({ paths, finder, onRefused }: Work): Promise<PictureSet[]> {
  const sets: PictureSet[] = [];
  for (const path of paths) {
    if (!(await stat(path).catch(() => undefined))?.isDirectory())
      throw new OperatorError(`${path} is no folder; name one with pictures in it, such as nes/Tetris/front.jpg`);
    sets.push(...(await (hasLines(path) ? listLines : listFolders)(path, finder, onRefused)));
  }
  // What several folders hold of one game becomes its one line.
  return sets.toSorted((a, b) => a.game.gameId - b.game.gameId);
}

async function putGames(sets: readonly PictureSet[], work: Work) {
  const counts = { games: 0, screenshots: 0, covers: 0 };
  let game: FoundGame | undefined;
  let pictures: TakenPicture[] = [];
  const putLast = async () => {
    if (!game || pictures.length === 0) return;
    counts.games++;
    await putGame(game, pictures, work);
  };
  for await (const taken of mapConcurrently(listFiles(sets, work), PICTURE_CONCURRENCY, (file) => take(file, work))) {
    if (!taken) continue;
    if (taken.game.gameId !== game?.gameId) {
      await putLast();
      game = taken.game;
      pictures = [];
    }
    pictures.push(taken.picture);
    counts[taken.picture.about.scan_of ? 'covers' : 'screenshots']++;
    work.onProgress(counts.screenshots + counts.covers, 0);
  }
  await putLast();
  return counts;
}

type ListedFile = PictureFile & Pick<PictureSet, 'game' | 'platform'>;

async function* listFiles(sets: readonly PictureSet[], { onRefused }: Work): AsyncGenerator<ListedFile> {
  for (const { game, platform, list } of sets)
    for await (const file of list(onRefused)) yield { ...file, game, platform };
}

/** Undefined: it was left out. */
async function take({ game, platform, about, name, path, link }: ListedFile, { pictureStore, onRefused }: Work) {
  try {
    const stored = link ?? (await pictureStore.add(await readPicture(path as string)));
    return { game, picture: { platform: platform.key, about, stored } };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    onRefused(name, error.message);
    return undefined;
  }
}

async function readPicture(path: string): Promise<Buffer> {
  try {
    checkLength((await stat(path)).size);
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new PictureError(`it cannot be read (${code})`);
  }
}

async function putGame(game: FoundGame, pictures: readonly TakenPicture[], work: Work): Promise<void> {
  const { reader, finder, writer, flags, toBundleLine } = work;
  const key = `${SOURCE}:${game.key}`;
  const isAlone = flags.replace !== undefined || flags.bundle !== undefined;
  const media = addPictures(key, isAlone ? [] : await readBefore(reader, key), pictures);
  const line: GameLine = {
    key,
    title: game.title,
    platforms: media.map(({ platform }) => ({ platform })),
    ids: { key: [game.key] },
    enriches: true,
  };
  await writer.put('games.jsonl', line);
  for (const one of media) {
    const platform = finder.findPlatform(one.platform);
    if (typeof platform === 'string') throw new Error(`there is no platform ${one.platform}`);
    await writer.put('platforms.jsonl', { key: platform.key, platform_name: platform.platform_name });
    await writer.put('media.jsonl', await toBundleLine(one));
  }
}

/** What earlier imports have brought of this game. */
async function readBefore(reader: CatalogReader, key: string): Promise<StoredMediaLine[]> {
  const layer = await reader.findLayer(key);
  return layer ? ((JSON.parse(layer.line) as { media?: StoredMediaLine[] }).media ?? []) : [];
}
