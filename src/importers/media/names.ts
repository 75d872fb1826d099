import { readFile } from 'node:fs/promises';
import { toPlainText } from '../../bundle/plain-text.ts';
import { SCAN_OF, type ScanOf } from '../../catalog/model/scan-of.ts';
import { failureOf } from '../../errors.ts';
import { findCountry } from '../../vocabulary/countries.ts';

/** What the name of a file, a table or a media line says about a picture. */
export interface PictureFacts {
  /** Undefined for a screenshot. */
  scan_of?: ScanOf;
  countries: string[];
  /** For screenshots. */
  caption?: string;
  /** For covers, like `comments`. */
  description?: string;
  comments?: string;
  /** Comments about the package that the cover belongs to. */
  group?: string;
}

/** Common names of covers, besides the values of the API. */
const SCAN_NAMES: Partial<Record<ScanOf, string[]>> = {
  'Front Cover': ['cover', 'front', 'box front'],
  'Back Cover': ['back', 'box back'],
  'Inside Cover': ['inside', 'inlay'],
  'Spine/Sides': ['spine', 'side', 'sides'],
  'Full Cover': ['full'],
  Media: ['cartridge', 'cart', 'cassette', 'cd', 'disc', 'disk', 'floppy', 'tape'],
  Advertisement: ['flyer', 'ad'],
};
const scans = new Map(
  SCAN_OF.flatMap((scan) => [foldName(scan), ...(SCAN_NAMES[scan] ?? [])].map((name) => [name, scan] as const)),
);

/** Names that cameras and emulators generate. */
const GENERATED_NAME = /^(screen|shot|snap|image|img|picture|pic|\d|\s)*$/i;

/**
 * `front (Japan).jpg` is the front cover of the Japanese package, `disc 2.png` one of the media, and
 * `02 - The first level.png` a screenshot with a caption.
 */
export function parseFileName(file: string): PictureFacts {
  const [, base = '', tag] = /^(.*?)\s*(?:\(([^()]*)\)\s*)?\.[^.]*$/s.exec(file) ?? [];
  const scan_of = findScan(base);
  if (!scan_of) return { countries: [], ...parseCaption(tag === undefined ? base : `${base} (${tag})`) };
  const names = (tag ?? '').split(',').filter((part) => part.trim() !== '');
  const countries = names.map(findCountry);
  if (countries.every((country) => country !== undefined)) return { scan_of, countries };
  return { scan_of, countries: [], description: toPlainText(tag as string) };
}

function findScan(text: string): ScanOf | undefined {
  return scans.get(foldName(text).replace(/\s*\d+$/, ''));
}

function parseCaption(base: string): { caption?: string } {
  const text = toPlainText(base.replace(/^\d+(?=[\s._-])/, '').replaceAll(/[_\s-]+/g, ' '));
  return GENERATED_NAME.test(text) ? {} : { caption: text.slice(0, 1).toUpperCase() + text.slice(1) };
}

function foldName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** A table next to the pictures. It overrides their names. */
export const TABLE_FILE = 'pictures.tsv';

const COLUMNS = ['file', 'scan_of', 'countries', 'caption', 'description', 'comments', 'group'];

/** Returns the rows by file name. `complain` gets the problems. */
export async function readPictureTable(
  path: string,
  complain: (why: string) => void,
): Promise<ReadonlyMap<string, PictureFacts>> {
  const text = await readFile(path, 'utf8').catch((error) => complain(`cannot be read (${failureOf(error)})`));
  if (text === undefined) return new Map();
  const [head = '', ...rows] = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const names = head.split('\t').map((name) => name.trim());
  if (!names.every((name) => COLUMNS.includes(name)) || !names.includes('file')) {
    complain(`its first line must have column names separated by tabs: file and any of ${COLUMNS.slice(1).join(', ')}`);
    return new Map();
  }
  const found = new Map<string, PictureFacts>();
  for (const [i, row] of rows.entries()) {
    if (row.trim() === '') continue;
    const cells = row.split('\t').map((cell) => toPlainText(cell));
    const get = (name: string) => cells[names.indexOf(name)] ?? '';
    const facts = parseRow(get);
    if (typeof facts === 'string') complain(`line ${i + 2}: ${facts}`);
    else found.set(get('file').normalize('NFC'), facts);
  }
  return found;
}

function parseRow(get: (name: string) => string): PictureFacts | string {
  const scan = get('scan_of');
  const scan_of = findScan(scan);
  if (scan !== '' && !scan_of)
    return `unknown scan_of "${scan}"; use Front Cover, Back Cover, Media or another value of the API`;
  const texts = ['caption', 'description', 'comments', 'group'].map((name) => [name, get(name)] as const);
  return {
    ...(scan_of && { scan_of }),
    // Unknown countries are kept as they are.
    countries: get('countries')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => findCountry(name) ?? name),
    ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
  };
}
