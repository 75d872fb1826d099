import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { findLaunchBoxName } from '../../vocabulary/folders.ts';
import type { Entry } from './entry.ts';
import type { Found } from './find-games.ts';
import { type ListEntry, type Merged, type MergeOptions, mergeXml, type XmlList } from './markup.ts';
import { mergePegasus } from './pegasus.ts';
import { stemOf } from './roms.ts';

/** A folder with the games of one platform. */
export interface Place {
  folder: string;
  /** The folder of the frontend, for lists that are not beside the games. */
  output: string;
  /** The keys of the platforms that its name stands for. */
  platforms: readonly string[];
}

export type PictureKind = 'cover' | 'screenshot';
type PicturePaths = Partial<Record<PictureKind, string>>;

/** A file with the paths of its pictures. It has no entry if its game was not found. */
export interface Row {
  found: Found;
  entry: Entry | undefined;
  pictures: PicturePaths;
}

export interface Format {
  /** The default of --output; empty if there is none. Formats without it have their lists beside the games. */
  output?: string;
  /** The path of the list. */
  list(place: Place): string;
  /** The path of a picture without its extension. */
  picture(place: Place, entry: Entry, kind: PictureKind): string;
  /** Adds what is new to the text of the list, which is empty if there is none. */
  write(text: string, rows: readonly Row[], place: Place, overwrite: boolean): Merged;
}

type Fields = (entry: Entry, pictures: PicturePaths, place: Place) => ListEntry['fields'];

const GAMELIST: XmlList = { root: 'gameList', entry: 'game', path: 'path' };
const LAUNCHBOX: XmlList = { root: 'LaunchBox', entry: 'Game', path: 'ApplicationPath' };

const IMAGES = { cover: 'thumb', screenshot: 'image' };
const ES_DE_FOLDERS = { cover: 'covers', screenshot: 'screenshots' };
const PEGASUS_NAMES = { cover: 'boxFront', screenshot: 'screenshot' };
const LAUNCHBOX_FOLDERS = { cover: 'Box - Front', screenshot: 'Screenshot - Gameplay' };

const besideGames = (name: string): Pick<Format, 'list' | 'picture'> => ({
  list: ({ folder }) => join(folder, name),
  picture: (place, entry, kind) => join(place.folder, 'images', `${stemIn(place, entry)}-${IMAGES[kind]}`),
});

export const FORMATS: Readonly<Record<string, Format>> = {
  gamelist: {
    ...besideGames('gamelist.xml'),
    write: writeXml(GAMELIST, ({ folder }) => folder, withPictures),
  },
  'es-de': {
    output: join(homedir(), 'ES-DE'),
    list: ({ output, folder }) => join(output, 'gamelists', basename(folder), 'gamelist.xml'),
    picture: (place, entry, kind) =>
      join(place.output, 'downloaded_media', basename(place.folder), ES_DE_FOLDERS[kind], stemIn(place, entry)),
    write: writeXml(GAMELIST, ({ folder }) => folder, gamelistFields),
  },
  pegasus: {
    list: ({ folder }) => join(folder, 'metadata.pegasus.txt'),
    picture: (place, entry, kind) => join(place.folder, 'media', stemIn(place, entry), PEGASUS_NAMES[kind]),
    write: (text, rows, place) => {
      const extensions = new Set(rows.map(({ found }) => found.rom.path.split('.').at(-1)));
      const header = `collection: ${basename(place.folder)}\nextensions: ${[...extensions].join(', ')}`;
      const entries = toEntries(rows, place, pegasusFields, (file) => fromFolder(place.folder, file));
      return mergePegasus(text, header, entries, keyFrom(place.folder));
    },
  },
  launchbox: {
    output: '',
    list: (place) => join(place.output, 'Data', 'Platforms', `${launchBoxName(place)}.xml`),
    picture: (place, { name }, kind) =>
      join(
        place.output,
        'Images',
        launchBoxName(place),
        LAUNCHBOX_FOLDERS[kind],
        `${name.replace(/[<>:"/\\|?*']/g, '_')}-01`,
      ),
    write: writeXml(LAUNCHBOX, ({ output }) => output, launchBoxFields, relative),
  },
  csv: {
    ...besideGames('ludex.csv'),
    write: (text, rows, place) => {
      const reports = rows.map((row) => reportOf(row, place));
      const columns = [...new Set(reports.flatMap(Object.keys))];
      const lines = [columns, ...reports.map((report) => columns.map((column) => csvCell(report[column])))];
      return replaceAll(text, lines.map((cells) => `${cells.join()}\r\n`).join(''), rows);
    },
  },
  json: {
    ...besideGames('ludex.json'),
    write: (text, rows, place) => {
      const reports = rows.map((row) => JSON.stringify(reportOf(row, place)));
      return replaceAll(text, `[\n${reports.join(',\n')}\n]\n`, rows);
    },
  },
};

/** Frontends name the pictures of a game after its file, in the same folders. */
function stemIn({ folder }: Place, { file }: Entry): string {
  return join(dirname(relative(folder, file)), stemOf(file));
}

function fromFolder(folder: string, path: string | undefined): string {
  return path === undefined ? '' : `./${relative(folder, path).replaceAll(sep, '/')}`;
}

/** The paths in the list are relative to a folder. */
function writeXml(
  list: XmlList,
  baseOf: (place: Place) => string,
  fields: Fields,
  pathFrom: (base: string, file: string) => string = fromFolder,
): Format['write'] {
  return (text, rows, place, overwrite) => {
    const base = baseOf(place);
    const entries = toEntries(rows, place, fields, (file) => pathFrom(base, file));
    return mergeXml(text, list, entries, { overwrite, keyOf: keyFrom(base) });
  };
}

function toEntries(rows: readonly Row[], place: Place, fields: Fields, pathOf: (file: string) => string): ListEntry[] {
  return rows.flatMap(({ entry, pictures }) =>
    entry ? { path: pathOf(entry.file), fields: fields(entry, pictures, place) } : [],
  );
}

/** A path in a list may be absolute or relative, and composed in another way. */
function keyFrom(base: string): MergeOptions['keyOf'] {
  return (path) => resolve(base, path).normalize('NFC');
}

/** `1990-11` is `19901101T000000`. */
function gamelistDate(released: string): string {
  const [year = '', month = '01', day = '01'] = released.split('-');
  return year === '' ? '' : `${year}${month}${day}T000000`;
}

function gamelistFields(entry: Entry): ListEntry['fields'] {
  return [
    ['name', entry.name],
    ['desc', entry.description],
    ['rating', entry.rating?.toFixed(2) ?? ''],
    ['releasedate', gamelistDate(entry.released)],
    ['developer', entry.developer],
    ['publisher', entry.publisher],
    ['genre', entry.genres.join(', ')],
    ['players', entry.players],
  ];
}

/** EmulationStation shows `image` and `thumbnail`; RomM reads the other two. */
function withPictures(entry: Entry, { cover, screenshot }: PicturePaths, { folder }: Place): ListEntry['fields'] {
  return [
    ...gamelistFields(entry),
    ['family', entry.series.join(', ')],
    ['image', fromFolder(folder, screenshot ?? cover)],
    ['thumbnail', fromFolder(folder, cover)],
    ['cover', fromFolder(folder, cover)],
    ['screenshot', fromFolder(folder, screenshot)],
  ];
}

function pegasusFields(entry: Entry, pictures: PicturePaths, { folder }: Place): ListEntry['fields'] {
  return [
    ['game', entry.name],
    ['developer', entry.developer],
    ['publisher', entry.publisher],
    ['genre', entry.genres.join(', ')],
    ['players', entry.players],
    ['release', entry.released],
    ['rating', entry.rating === undefined ? '' : `${Math.round(entry.rating * 100)}%`],
    ['description', entry.description],
    ['assets.boxFront', fromFolder(folder, pictures.cover)],
    ['assets.screenshot', fromFolder(folder, pictures.screenshot)],
  ];
}

function launchBoxFields(entry: Entry, _pictures: PicturePaths, place: Place): ListEntry['fields'] {
  const [year = '', month = '01', day = '01'] = entry.released.split('-');
  const most = entry.players.split('-').at(-1) ?? '';
  return [
    ['ID', guidOf(relative(place.output, entry.file))],
    ['Title', entry.name],
    ['Platform', launchBoxName(place)],
    ['Notes', entry.description],
    ['CommunityStarRating', entry.rating === undefined ? '' : (entry.rating * 5).toFixed(2)],
    ['ReleaseDate', year === '' ? '' : `${year}-${month}-${day}T00:00:00Z`],
    ['Developer', entry.developer],
    ['Publisher', entry.publisher],
    ['Genre', entry.genres.join('; ')],
    ['MaxPlayers', most],
    ['Series', entry.series.join('; ')],
  ];
}

function launchBoxName({ platforms: [platform = ''] }: Place): string {
  return findLaunchBoxName(platform) ?? platform.replace(/^platform:/, '');
}

/** The same for the same file. */
function guidOf(path: string): string {
  const digits = createHash('sha256').update(path).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

function reportOf({ found: { rom, by, why }, entry }: Row, { folder }: Place): Record<string, unknown> {
  return { ...entry, file: relative(folder, rom.path), by, reason: why };
}

function csvCell(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** For reports, which nobody edits. */
function replaceAll(before: string, text: string, rows: readonly Row[]): Merged {
  const count = rows.filter(({ entry }) => entry).length;
  return before === text
    ? { text, added: 0, changed: 0 }
    : { text, added: before === '' ? count : 0, changed: before === '' ? 0 : count };
}
