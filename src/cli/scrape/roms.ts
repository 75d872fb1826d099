import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { type ListedFile, listFiles } from '../kit/files.ts';

/** What a list of games has an entry for: a file, or a sheet with the files that it names. */
export interface Rom extends ListedFile {
  /** The files whose contents tell the game. */
  files: readonly ListedFile[];
}

/** Folders that frontends keep beside the games. Those of names with a dot are hidden. */
const NO_GAMES =
  /^(\.|(images|videos|manuals|media|covers|screenshots|marquees|titlescreens|downloaded_(images|videos|media)|saves|states|cheats)$)/i;
/** Lists, texts, pictures, saved games and firmware notes. */
const NO_GAME =
  /\.(xml|txt|nfo|csv|json|jpe?g|png|gif|webp|svg|mp[34]|mkv|avi|pdf|html?|db|ini|cfg|srm|sav|state\w*|mcr|rtc|bak|old|sub|sbi|partial)$/i;

/** A sheet names the files of a disc, and a playlist the discs of a game. */
const SHEETS: Record<string, RegExp> = {
  '.m3u': /^[ \t]*([^#\s][^\r\n]*?)[ \t]*$/gm,
  '.cue': /^\s*FILE\s+(?:"([^"\r\n]+)"|(\S+))/gim,
  '.gdi': /^\s*\d+\s+\d+\s+\d+\s+\d+\s+(?:"([^"\r\n]+)"|(\S+))/gm,
};
const MAX_SHEET_BYTES = 1_000_000;

/** The games in a folder of one platform. A file that a sheet beside it names belongs to that one. */
export async function listRoms(folder: string): Promise<Rom[]> {
  const files: ListedFile[] = [];
  const isSkipped = (name: string) => NO_GAMES.test(name) || NO_GAME.test(name);
  for await (const file of listFiles(folder, new Map(), isSkipped)) files.push(file);
  const known = new Map(files.map((file) => [file.path, file]));
  const parts = new Map<string, ListedFile[]>();
  for (const file of files) {
    const named = await readSheet(file);
    const found = named.flatMap((name) => known.get(join(dirname(file.path), name.replaceAll('\\', '/'))) ?? []);
    if (found.length > 0) parts.set(file.path, found);
  }
  const partsOf = (file: ListedFile, depth = 0): ListedFile[] => {
    const own = depth < 2 ? (parts.get(file.path) ?? []) : [];
    return own.length === 0 ? [file] : own.flatMap((part) => (part.path === file.path ? [] : partsOf(part, depth + 1)));
  };
  const isPart = new Set([...parts].flatMap(([sheet, own]) => own.flatMap(({ path }) => (path === sheet ? [] : path))));
  return files.filter(({ path }) => !isPart.has(path)).map((file) => ({ ...file, files: partsOf(file) }));
}

async function readSheet({ path, size }: ListedFile): Promise<string[]> {
  const pattern = SHEETS[extname(path).toLowerCase()];
  if (!pattern || size > MAX_SHEET_BYTES) return [];
  const text = await readFile(path, 'utf8').catch(() => '');
  return Array.from(text.matchAll(pattern), ([, quoted, plain]) => quoted ?? plain ?? '');
}

const TAG = /\s*[([{][^)\]}]*[)\]}]/g;
const DISC = /\((?:Disc|Disk|Side|Tape|CD|Part) [^)]*\)/i;

/** The title in the name of a file, without region, version and the like, and which disc it is. */
export function readName(path: string): { title: string; disc: string } {
  const name = stemOf(path);
  const title = name.replace(TAG, '').replaceAll('_', ' ').trim();
  return { title: title === '' ? name : title, disc: DISC.exec(name)?.[0] ?? '' };
}

/** The name of a file without its extension, as frontends name pictures after it. */
export function stemOf(path: string): string {
  return basename(path, extname(path));
}
