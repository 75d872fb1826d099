import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { GameLine, StoredMediaLine } from '../../bundle/lines.ts';
import { inTemporaryFolder } from '../../bundle/temporary-folder.ts';
import { type BundleWriter, openBundleWriter } from '../../bundle/writer.ts';
import { SCAN_OF } from '../../catalog/model/scan-of.ts';
import { failureOf, OperatorError } from '../../errors.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { mapConcurrently, PICTURE_CONCURRENCY } from '../../pictures/concurrency.ts';
import { checkLength, PictureError } from '../../pictures/inspect.ts';
import type { StoredPicture } from '../../pictures/picture-store.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import type { ConvertInput, ConvertReport, OnRefused, PictureTarget } from '../importer.ts';
import { compareText, sortedUnique } from '../sorting.ts';
import { makeUnknowns, type Unknowns } from '../unknowns.ts';
import { isCommonsFile, readCommons } from './commons.ts';
import { type GameFinder, type GameName, openGameFinder, type PlacedGame, parseGameName } from './find-games.ts';
import { type FoundPicture, factsOfKind, listPictures, type PictureFacts, parseFileName } from './layouts.ts';
import { isPictureArchive, unpackPictures } from './unpack.ts';

/**
 * Converts pictures into a bundle that adds them to games of the catalog, and stores them: folders and archives of
 * libretro-thumbnails, of frontends and of the operator, and answers of Wikimedia Commons. A file that cannot be used is reported and
 * skipped.
 */
export async function convertPictures(input: ConvertInput, target: PictureTarget | undefined): Promise<ConvertReport> {
  if (!target) throw new Error('the importer of pictures needs a picture store');
  let refused = 0;
  const onRefused: OnRefused = (file, why) => {
    refused++;
    target.onRefused(file, why);
  };
  return target.readCatalog(async (reader) => {
    const finder = await openGameFinder(reader);
    using writer = openBundleWriter(input.folder);
    const unknowns = makeUnknowns();
    const work: Work = { ...input, ...target, onRefused, reader, finder, writer, unknowns, report: new Map() };
    const { sources, ...counts } = await inTemporaryFolder('pictures', async (folder) =>
      putGames(await listAll(work, folder), work),
    );
    await target.pictureStore.sync();
    await writer.finish({ complete: false, sources: await Promise.all(sources.map((id) => describe(id, work))) });
    return { counts: { ...counts, skipped: refused }, unknown: unknowns.list(), platforms: [...work.report.values()] };
  });
}

/** Where pictures come from; the first are those of the operator and of frontends. */
type Source = 'pictures' | 'libretro-thumbnails' | 'commons';

interface Work extends ConvertInput, PictureTarget {
  reader: CatalogReader;
  finder: GameFinder;
  writer: BundleWriter;
  unknowns: Unknowns;
  /** By the name of a platform. */
  report: Map<string, PlatformReport>;
}

/** How many files of a platform were found and have a game, and how many games got what. */
type PlatformReport = { platform: string } & Record<
  'files' | 'with a game' | 'games' | 'covers' | 'title screens' | 'screenshots',
  number
>;

/** A source has one licence. After imports with different licences all of them apply, so that no export includes too much. */
async function describe(id: Source, { reader, flags }: Work) {
  const about = describeSource(id, new Date().toISOString().slice(0, 10));
  const licence = (id === 'pictures' ? flags.licence : undefined) ?? about.licence;
  const before = (await reader.listSources()).find(({ source }) => source === id)?.licence;
  const licences = [...(before?.split(AND) ?? []), licence];
  return { ...about, licence: sortedUnique(licences).join(AND) };
}

/** The operator of an SPDX expression. */
const AND = ' AND ';

/** A picture of a game: a file, or a link. */
interface GamePicture extends PlacedGame {
  source: Source;
  facts: PictureFacts;
  /** For messages. */
  name: string;
  path?: string;
  link?: StoredPicture;
}

async function listAll(work: Work, temporary: string): Promise<GamePicture[]> {
  const pictures: GamePicture[] = [];
  for (const [i, path] of work.paths.entries()) {
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory();
    if (isFolder === undefined) throw new OperatorError(`${path} does not exist; name a folder with pictures`);
    if (isFolder) pictures.push(...(await listFolder(path, work)));
    else if (isCommonsFile(path))
      for await (const found of readCommons(path, work.reader, work.finder, work.unknowns))
        pictures.push({ ...found, source: 'commons' });
    else if (isPictureArchive(path))
      pictures.push(...(await listFolder(await unpackPictures(path, join(temporary, String(i))), work)));
    else
      throw new OperatorError(
        `${path} is not a folder, an archive (.zip, .tar.gz) or an answer of Wikimedia Commons (.json)`,
      );
  }
  return pictures;
}

/** A file of which the game is known. */
type Matched = FoundPicture & PlacedGame & { named: GameName };

async function listFolder(path: string, work: Work): Promise<GamePicture[]> {
  const matched: Matched[] = [];
  const refused = new Set<string>();
  for (const picture of await listPictures(path, work.finder, work.onRefused)) {
    const { platforms, kind, folder } = picture;
    const counts = reportOf(work, platforms[0]?.platform_name ?? '');
    counts.files++;
    const found = await work.finder.findGame(parseGameName(picture.gameName), platforms);
    if (typeof found !== 'string') {
      counts['with a game']++;
      // A link is another name of a picture. The file says what it shows.
      matched.push({ ...picture, ...found, named: parseGameName(basename(picture.name).replace(/\.\w+$/, '')) });
    } else if (kind !== undefined) work.unknowns.add(`${found}:`, picture.gameName);
    else if (!refused.has(folder)) {
      refused.add(folder);
      work.onRefused(folder, found);
    }
  }
  return [...Map.groupBy(matched, ({ game, platform }) => `${game.gameId} ${platform.key}`).values()].flatMap(
    choosePictures,
  );
}

function reportOf({ report }: Work, platform: string): PlatformReport {
  const empty = { files: 0, 'with a game': 0, games: 0, covers: 0, 'title screens': 0, screenshots: 0 };
  return getOrInsert(report, platform, () => ({ platform, ...empty }));
}

/** Of libretro-thumbnails one of each kind for each region: that of the release rather than of a prototype, revision or translation. */
function choosePictures(ofGame: readonly Matched[]): GamePicture[] {
  const { undefined: described = [], ...kinds } = Object.groupBy(ofGame, ({ kind }) => String(kind));
  const chosen = Object.values(kinds).flatMap((own = []) => {
    const released = own.filter(isReleased);
    const regions = Map.groupBy(released.length > 0 ? released : own, (picture) => countriesOf(picture).join(', '));
    return Array.from(regions.values()).flatMap((region) => {
      const sorted = region.toSorted(
        (a, b) => a.named.text.length - b.named.text.length || compareText(a.named.text, b.named.text),
      );
      const kept = sorted.filter(({ isLibretro }, i) => i === 0 || !isLibretro);
      return kept.map((one) => toPicture(one, factsOfKind(one.kind as string, countriesOf(one), regions.size > 1)));
    });
  });
  return [...chosen, ...described.map((one) => toPicture(one, parseFileName(basename(one.name).normalize('NFC'))))];
}

function toPicture({ game, platform, isLibretro, name, path }: Matched, facts: PictureFacts): GamePicture {
  return { game, platform, source: isLibretro ? 'libretro-thumbnails' : 'pictures', facts, name, path };
}

function countriesOf({ countries, named }: Matched): string[] {
  return countries.length > 0 ? [...countries] : named.countries;
}

/** False for `Hop (1987)(Acme)(JP)[p]`: in names of libretro, brackets are for changed copies and bad dumps. */
function isReleased({ isLibretro, named: { statuses, text } }: Matched): boolean {
  return !isLibretro || (statuses.length === 0 && !text.includes('['));
}

/** A game gets one line for each source, even if several folders have its pictures. */
async function putGames(pictures: readonly GamePicture[], work: Work) {
  const counts = { games: 0, covers: 0, screenshots: 0 };
  const lines = new Map<string, AddedPicture[]>();
  let done = 0;
  for await (const added of mapConcurrently(pictures, PICTURE_CONCURRENCY, (picture) => store(picture, work))) {
    work.onProgress(++done, pictures.length);
    if (!added) continue;
    getOrInsert(lines, `${added.source} ${added.game.gameId}`, () => []).push(added);
    counts[added.facts.scan_of ? 'covers' : 'screenshots']++;
  }
  for (const added of lines.values()) await putGame(added, work);
  counts.games = new Set([...lines.values()].map(([first]) => first?.game.gameId)).size;
  countGames([...lines.values()].flat(), work);
  const sources = [...new Set([...lines.values()].flatMap(([first]) => first?.source ?? []))];
  return { ...counts, sources: sources.length > 0 ? sources : (['pictures'] as const) };
}

function countGames(added: readonly AddedPicture[], work: Work): void {
  for (const [name, ofPlatform] of Map.groupBy(added, ({ platform }) => platform.platform_name)) {
    const count = (isWanted: (facts: PictureFacts) => boolean) =>
      new Set(ofPlatform.flatMap(({ facts, game }) => (isWanted(facts) ? game.gameId : []))).size;
    Object.assign(reportOf(work, name), {
      games: count(() => true),
      covers: count(({ scan_of }) => scan_of === 'Front Cover'),
      'title screens': count(({ caption }) => caption?.startsWith('Title screen') === true),
      screenshots: count(({ scan_of, caption }) => !scan_of && !caption?.startsWith('Title screen')),
    });
  }
}

type AddedPicture = GamePicture & { stored: StoredPicture };

/** Undefined if the file was skipped. */
async function store(picture: GamePicture, { pictureStore, onRefused }: Work): Promise<AddedPicture | undefined> {
  const { link, path = '', name } = picture;
  try {
    return { ...picture, stored: link ?? (await pictureStore.add(await readPicture(path))) };
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
    throw code === undefined ? error : new PictureError(`cannot be read (${failureOf(error)})`);
  }
}

/** Pictures of the operator are added to those of earlier imports; others replace those on the same platforms. */
async function putGame(pictures: readonly AddedPicture[], work: Work): Promise<void> {
  const { reader, writer, flags, finder } = work;
  const { source, game } = pictures[0] as AddedPicture;
  const key = `${source}:${game.key}`;
  const earlier = flags.replace !== undefined ? [] : await readImported(reader, key);
  const isKept = ({ platform }: StoredMediaLine) => !pictures.some((picture) => picture.platform.key === platform);
  const media = addPictures(key, source === 'pictures' ? earlier : earlier.filter(isKept), pictures);
  const line: GameLine = {
    key,
    title: game.title,
    platforms: media.map(({ platform }) => ({ platform })),
    ids: { key: [game.key] },
    enriches: true,
    source,
  };
  await writer.put('games.jsonl', line);
  for (const one of media) {
    const [platform] = finder.listPlatforms(one.platform);
    if (!platform) throw new Error(`there is no platform ${one.platform}`);
    await writer.put('platforms.jsonl', { key: platform.key, platform_name: platform.platform_name, source });
    await writer.put('media.jsonl', one);
  }
}

/** The pictures of the game from earlier imports. */
async function readImported(reader: CatalogReader, key: string): Promise<StoredMediaLine[]> {
  const layer = await reader.findLayer(key);
  return layer ? ((JSON.parse(layer.line) as { media?: StoredMediaLine[] }).media ?? []) : [];
}

type CoverGroup = NonNullable<StoredMediaLine['cover_groups']>[number];

/** Adds pictures to the media lines of a game, one line per platform. A picture that it already has gets the new facts. */
function addPictures(
  key: string,
  before: readonly StoredMediaLine[],
  pictures: readonly AddedPicture[],
): StoredMediaLine[] {
  const byPlatform = Map.groupBy(pictures, ({ platform }) => platform.key);
  const platforms = [...new Set([...before.map(({ platform }) => platform), ...byPlatform.keys()])];
  return platforms.map((platform) => {
    const old = before.find((line) => line.platform === platform);
    return addToPlatform({ ...old, key, platform }, byPlatform.get(platform) ?? []);
  });
}

function addToPlatform(line: StoredMediaLine, pictures: readonly AddedPicture[]): StoredMediaLine {
  const added = new Map<string, AddedPicture>();
  for (const picture of pictures) if (!added.has(picture.stored.image)) added.set(picture.stored.image, picture);
  const isKept = ({ image }: { image: string }) => !added.has(image);
  const screenshots = (line.screenshots ?? []).filter(isKept);
  const groups: CoverGroup[] = (line.cover_groups ?? []).map((group) => ({
    ...group,
    covers: group.covers.filter(isKept),
  }));
  for (const { facts, stored } of added.values()) {
    const { scan_of, caption = null, description = null, comments = null } = facts;
    if (!scan_of) screenshots.push({ caption, ...stored });
    else findGroup(groups, facts).covers.push({ scan_of, ...stored, description, comments });
  }
  return {
    key: line.key,
    platform: line.platform,
    screenshots,
    cover_groups: groups.filter(({ covers }) => covers.length > 0).map(sortCovers),
  };
}

/** In the order of the API: front, back, and so on. */
function sortCovers(group: CoverGroup): CoverGroup {
  const rank = ({ scan_of }: CoverGroup['covers'][number]) => SCAN_OF.indexOf(scan_of);
  return { ...group, covers: group.covers.toSorted((a, b) => rank(a) - rank(b)) };
}

/** A group is one package of the game, identified by its countries. */
function findGroup(groups: CoverGroup[], { countries }: PictureFacts): CoverGroup {
  const identify = (group: CoverGroup) => JSON.stringify([group.countries, group.comments ?? null]);
  const created: CoverGroup = { countries, comments: null, covers: [] };
  const known = groups.find((group) => identify(group) === identify(created));
  if (!known) groups.push(created);
  return known ?? created;
}
