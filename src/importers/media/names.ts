import { toPlainText } from '../../bundle/plain-text.ts';
import { SCAN_OF } from '../../catalog/model/resources.ts';
import { findCountry } from '../../vocabulary/countries.ts';

export type ScanOf = (typeof SCAN_OF)[number];

/** What is known of a picture before it is opened. */
export interface PictureAbout {
  /** Undefined: it is a screenshot. */
  scan_of?: ScanOf;
  countries: string[];
  /** Of a screenshot. */
  caption?: string;
  /** Of a cover. */
  description?: string;
  comments?: string;
  /** Comments of the package that it belongs to. */
  group?: string;
}

/** What covers are called, beside the names of the contract themselves. */
const WORDS: Record<string, ScanOf> = {
  cover: 'Front Cover',
  front: 'Front Cover',
  'box front': 'Front Cover',
  back: 'Back Cover',
  'box back': 'Back Cover',
  inside: 'Inside Cover',
  inlay: 'Inside Cover',
  spine: 'Spine/Sides',
  side: 'Spine/Sides',
  sides: 'Spine/Sides',
  full: 'Full Cover',
  cartridge: 'Media',
  cart: 'Media',
  cassette: 'Media',
  cd: 'Media',
  disc: 'Media',
  disk: 'Media',
  floppy: 'Media',
  tape: 'Media',
  flyer: 'Advertisement',
  ad: 'Advertisement',
};
const scans = new Map<string, ScanOf>([
  ...SCAN_OF.map((name) => [plain(name), name] as const),
  ...Object.entries(WORDS),
]);

/** Names that cameras and emulators give say nothing. */
const NOTHING = /^(screenshot|screen|shot|snap|snapshot|image|img|picture|pic|\d|\s)*$/i;

/**
 * What the name of a file says: `front (Japan).jpg` is the front cover of the Japanese package, `disc 2.png` one of the
 * media, `02 - The first level.png` a screenshot with a caption.
 */
export function readName(file: string): PictureAbout {
  const [, base = '', tag] = /^(.*?)\s*(?:\(([^()]*)\))?\s*\.[^.]*$/s.exec(file) ?? [];
  const scan_of = findScan(base);
  if (!scan_of) return { countries: [], ...captionOf(tag === undefined ? base : `${base} (${tag})`) };
  const named = (tag ?? '').split(',').filter((part) => part.trim() !== '');
  const countries = named.map(findCountry);
  if (countries.every((country) => country !== undefined)) return { scan_of, countries };
  return { scan_of, countries: [], description: toPlainText(tag as string) };
}

export function findScan(text: string): ScanOf | undefined {
  return scans.get(plain(text).replace(/\s*\d+$/, ''));
}

function captionOf(base: string): { caption?: string } {
  const text = toPlainText(base.replace(/^\d+(?=[\s._-])/, '').replaceAll(/[_\s-]+/g, ' '));
  return NOTHING.test(text) ? {} : { caption: text.slice(0, 1).toUpperCase() + text.slice(1) };
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}
