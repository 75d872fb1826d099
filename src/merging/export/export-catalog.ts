import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Line } from '../../bundle/bundle.ts';
import {
  type CorrectionLine,
  fileOfEntry,
  type Manifest,
  type MediaLine,
  type StoredMediaLine,
} from '../../bundle/lines.ts';
import { type BundleWriter, openBundleWriter } from '../../bundle/writer.ts';
import { withUrls } from '../../catalog/render/render.ts';
import { createFolder } from '../../create-folder.ts';
import { OperatorError } from '../../errors.ts';
import { parsePicturePath, pictureFile } from '../../pictures/picture-paths.ts';
import type { StoredPicture } from '../../pictures/picture-store.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import type { StoredSource } from '../../store/catalog-rows.ts';
import type { Store } from '../../store/store.ts';
import { compareSources, isImportOnly } from '../../vocabulary/sources.ts';
import { isActive, readCorrections, withKeys } from '../corrections/corrections.ts';
import { listIdentities } from '../load/identities.ts';
import { CORRECTIONS, DERIVED, listKeys, parseCorrection, parseLayer, putDumps } from '../load/layer-line.ts';

export interface ExportOptions {
  /** Export only sources with these licences; all sources by default. */
  licences?: readonly string[];
  /** The folder of stored pictures. Needed if the catalog has any. */
  mediaFolder?: string;
  /**
   * For everybody: without sources that are import-only, without reverted corrections and who made the others, and with links to
   * pictures below this URL instead of their files.
   */
  publicMediaUrl?: string;
  onProgress?: (done: number, total: number) => void;
}

export interface Target {
  writer: BundleWriter;
  toBundleLine: ReturnType<typeof openPictureExport>;
  publicMediaUrl: string | undefined;
}

const PROGRESS_EVERY = 500;

/**
 * Writes the whole catalog as a bundle: the layers of every source, and the ids and times of this catalog. Imported into an
 * empty catalog, it gives the same API responses.
 */
export function exportCatalog(store: Store, folder: string, options: ExportOptions = {}): Promise<Manifest> {
  return store.catalog.read((reader) => exportRevision(reader, folder, options));
}

export async function exportRevision(reader: CatalogReader, folder: string, options: ExportOptions): Promise<Manifest> {
  // Facts are derived again when the bundle is imported.
  const all = (await reader.listSources()).filter(({ source }) => source !== DERIVED);
  const sources = chooseSources(all, options);
  using writer = openBundleWriter(folder);
  const toBundleLine = openPictureExport(options, folder);
  const { publicMediaUrl } = options;
  const exported = await putLayers(reader, { writer, toBundleLine, publicMediaUrl }, sources, options);
  for (const { source } of sources) {
    for (const { key, line } of await reader.listEntryLayersOfSource(source)) {
      exported.keys.add(key);
      const file = fileOfEntry(key);
      await writer.put(file, { ...JSON.parse(line), source } as Line<typeof file>);
    }
  }
  for (const { key } of await reader.listEntryLayersOfSource(DERIVED)) exported.keys.add(key);
  const keys = sources.length < all.length ? exported.keys : undefined;
  for await (const line of listIdentities(reader, exported.games, keys)) await writer.put('identities.jsonl', line);
  return await writer.finish({ complete: true, sources: sources.map(aboutSource) });
}

export function aboutSource({ source: id, name, version, licence, url }: StoredSource): Manifest['sources'][number] {
  return { id, name, version, licence, url };
}

export function chooseSources(
  all: readonly StoredSource[],
  { licences, publicMediaUrl }: ExportOptions,
): StoredSource[] {
  if (all.length === 0) throw new OperatorError('The catalog is empty; there is nothing to export');
  const isWanted = (source: StoredSource) => !licences || licences.includes(source.licence);
  const wanted = all.filter(publicMediaUrl === undefined ? isWanted : (source) => !isImportOnly(source));
  if (wanted.length > 0) return wanted.toSorted((a, b) => compareSources(a.source, b.source));
  const found = [...new Set(all.map(({ licence }) => licence))].toSorted();
  const these = publicMediaUrl === undefined ? 'one of these licences' : 'a licence to publish it';
  throw new OperatorError(`No source has ${these}; there are ${found.join(', ')}`);
}

async function putLayers(
  reader: CatalogReader,
  target: Target,
  sources: readonly StoredSource[],
  { onProgress }: ExportOptions,
) {
  const layers = new Set<string>();
  for (const { source } of sources) for (const key of await reader.listKeys(source)) layers.add(key);
  const games = new Set<number>();
  const keys = new Set<string>();
  let done = 0;
  for (const { source } of sources) {
    for await (const [, gameId, line, dumps] of reader.listLines(source)) {
      if (gameId) games.add(gameId);
      if (source === CORRECTIONS)
        await putCorrection(target, await withKeys(reader, parseCorrection({ line }), layers));
      else for (const own of await putGame(target, line, dumps, source)) keys.add(own);
      if (++done % PROGRESS_EVERY === 0) onProgress?.(done, layers.size);
    }
  }
  return { games, keys };
}

export async function putCorrection(
  { writer, toBundleLine, publicMediaUrl }: Target,
  { media, ...stored }: CorrectionLine,
): Promise<void> {
  const correction = publicMediaUrl === undefined ? stored : toPublic(stored, publicMediaUrl);
  if (!correction) return;
  const toPictures = async (own: Omit<MediaLine, 'key'>) => {
    const { key: _key, ...pictures } = await toBundleLine({ ...own, key: correction.key } as StoredMediaLine);
    return pictures;
  };
  const pictures = media && (await Array.fromAsync(media, toPictures));
  await writer.put('corrections.jsonl', { ...correction, ...(pictures && { media: pictures }) });
}

/** Without its history. Undefined if it has no effect. */
function toPublic(correction: CorrectionLine, mediaUrl: string): CorrectionLine | undefined {
  const { made, main_picture, remove_pictures, ...rest } = correction;
  const toLink = (image: string) => withUrls({ image, thumbnail_image: image }, mediaUrl).image;
  if (!isActive(correction)) return undefined;
  return {
    ...rest,
    ...(main_picture && { main_picture: toLink(main_picture) }),
    ...(remove_pictures && { remove_pictures: remove_pictures.map(toLink) }),
  };
}

/** What other catalogs can import as corrections of their own: what is in effect, without pictures and without who made it. */
export function listSharedCorrections(store: Pick<Store, 'catalog'>): Promise<object[]> {
  return store.catalog.read(async (reader) => {
    const { lines } = await readCorrections(reader);
    const shared = await Promise.all(lines.map((line) => withKeys(reader, line)));
    return (
      shared
        .map(({ key, made, source, media, main_picture, remove_pictures, ...rest }) => rest)
        .filter(({ game, ...change }) => Object.keys(change).length > 0)
        // The game of an id that has no key any more is known here only.
        .filter(
          ({ game, merge = [], different = [] }) =>
            ![game, ...merge, ...different].some((ref) => typeof ref === 'number'),
        )
    );
  });
}

/** Returns the keys that the game's id is bound to. */
export async function putGame(
  { writer, toBundleLine }: Target,
  text: string,
  dumps: string | null,
  source: string,
): Promise<Set<string>> {
  const { media = [], ...line } = parseLayer({ line: text });
  await writer.put('games.jsonl', { ...putDumps(line, dumps), source });
  for (const pictures of media) await writer.put('media.jsonl', await toBundleLine(pictures));
  return listKeys(line);
}

/** Copies stored pictures into a bundle, each file once, and returns media lines with files instead of paths; or with links. */
export function openPictureExport({ mediaFolder, publicMediaUrl }: ExportOptions, bundleFolder: string) {
  const copied = new Set<string>();
  const toBundlePicture = async <P extends StoredPicture>(picture: P) => {
    const { image, thumbnail_image: _thumbnail, width: _width, height: _height, ...rest } = picture;
    const name = parsePicturePath(image);
    if (!name) return picture;
    if (publicMediaUrl !== undefined) return withUrls(picture, publicMediaUrl);
    if (mediaFolder === undefined) throw new Error(`the export needs the folder of ${image}`);
    const file = `media/${name.sha256}.${name.type}`;
    if (!copied.has(file)) await copyPicture(pictureFile(mediaFolder, name), join(bundleFolder, file), image);
    copied.add(file);
    return { ...rest, file, sha256: name.sha256 };
  };
  return async ({ screenshots, cover_groups, ...rest }: StoredMediaLine): Promise<MediaLine> => ({
    ...rest,
    ...(screenshots && { screenshots: await Array.fromAsync(screenshots, toBundlePicture) }),
    ...(cover_groups && {
      cover_groups: await Array.fromAsync(cover_groups, async (group) => ({
        ...group,
        covers: await Array.fromAsync(group.covers, toBundlePicture),
      })),
    }),
  });
}

async function copyPicture(from: string, to: string, path: string): Promise<void> {
  createFolder(dirname(to));
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new OperatorError(`The catalog refers to ${path}, but ${from} is missing; restore it from a backup`);
  }
}
