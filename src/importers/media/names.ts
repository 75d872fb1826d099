import { toPlainText } from '../../bundle/plain-text.ts';
import { SCAN_OF, type ScanOf } from '../../catalog/model/scan-of.ts';
import { findCountry } from '../../vocabulary/countries.ts';

/** What the name of a file says about a picture. */
export interface PictureFacts {
  /** Undefined for a screenshot. */
  scan_of?: ScanOf;
  countries: string[];
  /** For screenshots. */
  caption?: string;
  /** For covers. */
  description?: string;
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
