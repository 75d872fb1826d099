import { readAt } from '../kit/files.ts';

/** A sector of a disc image: its contents begin after a header in a raw image. */
interface Layout {
  sector: number;
  header: number;
}

const SECTOR = 2048;
const LAYOUTS: readonly Layout[] = [
  { sector: SECTOR, header: 0 },
  { sector: 2352, header: 24 },
  { sector: 2352, header: 16 },
  { sector: 2336, header: 8 },
];
const DESCRIPTOR = 16;
const ROOT_AT = 156;
const MAX_FOLDER_BYTES = 64 * SECTOR;

/** A file of the root folder whose text has the product code. */
const CODE_FILES: [name: RegExp, code: RegExp][] = [
  [/^SYSTEM\.CNF(;1)?$/, /BOOT2?\s*=.*?([A-Z]{4})[_-](\d{3})\.?(\d{2})/i],
  [/^UMD_DATA\.BIN(;1)?$/, /^([A-Z]{4})-(\d{3})(\d{2})/],
];

/** A header that has the product code at a place. Nintendo prints the code of four letters with a prefix and a region. */
interface Header {
  at: number;
  magic: string;
  code: [from: number, length: number];
  prefixes?: readonly string[];
}

const HEADERS: readonly Header[] = [
  { at: 0, magic: hexOf('SEGA SEGASATURN'), code: [0x20, 10] },
  { at: 0, magic: hexOf('SEGA SEGAKATANA'), code: [0x40, 10] },
  { at: 0x100, magic: hexOf('SEGA '), code: [0x183, 8] },
  { at: 0x1c, magic: 'c2339f3d', code: [0, 4], prefixes: ['DL-DOL', 'DOL'] },
  { at: 0x18, magic: '5d1c9ea3', code: [0, 4], prefixes: ['RVL'] },
  { at: 0x04, magic: '24ffae51', code: [0xac, 4], prefixes: ['AGB'] },
  { at: 0xc0, magic: '24ffae51', code: [0x0c, 4], prefixes: ['NTR', 'TWL'] },
];
const HEAD_BYTES = 0x200;
/** What Nintendo prints after the code; which of them it is, the catalog knows. */
const REGIONS = ['USA', 'EUR', 'JPN', 'UKV', 'NOE', 'FRA', 'AUS', 'KOR'];

/** The product codes that the image of a disc or cartridge may have in a catalog. Empty if it states none. */
export async function readCodes(path: string): Promise<string[]> {
  const head = await readAt(path, 0, HEAD_BYTES);
  // A raw sector has its contents after 16 bytes, or after 24.
  const starts = [head, head.subarray(16), head.subarray(24)];
  const own = HEADERS.flatMap((header) => starts.flatMap((bytes) => readHeader(bytes, header)));
  return own.length > 0 ? [...new Set(own)] : readCodeFile(path);
}

function readHeader(bytes: Buffer, { at, magic, code: [from, length], prefixes }: Header): string[] {
  if (bytes.toString('hex', at, at + magic.length / 2) !== magic) return [];
  const code = bytes.toString('latin1', from, from + length).trim();
  if (!/^[A-Z0-9][A-Z0-9 -]{2,}$/.test(code)) return [];
  // Some lists have the code without what precedes or follows the number.
  if (!prefixes) return [code, code.replace(/^(MK-?|0+)/, ''), code.replace(/-\d\d$/, '')];
  return prefixes.flatMap((prefix) => REGIONS.map((region) => `${prefix}-${code}-${region}`));
}

/** Of an image with the file system of CD-ROMs (ISO 9660). */
async function readCodeFile(path: string): Promise<string[]> {
  for (const layout of LAYOUTS) {
    const descriptor = await readSectors(path, layout, DESCRIPTOR, SECTOR);
    if (descriptor.toString('latin1', 1, 6) !== 'CD001') continue;
    const folder = await readExtent(path, layout, descriptor.subarray(ROOT_AT));
    for (const [name, entry] of listEntries(folder))
      for (const [file, pattern] of CODE_FILES) {
        const found = file.test(name) && pattern.exec((await readExtent(path, layout, entry)).toString('latin1'));
        if (found) return [`${found[1]}-${found[2]}${found[3]}`.toUpperCase()];
      }
    return [];
  }
  return [];
}

function readExtent(path: string, layout: Layout, entry: Buffer): Promise<Buffer> {
  if (entry.length < 14) return Promise.resolve(Buffer.alloc(0));
  return readSectors(path, layout, entry.readUInt32LE(2), Math.min(entry.readUInt32LE(10), MAX_FOLDER_BYTES));
}

async function readSectors(path: string, { sector, header }: Layout, first: number, length: number): Promise<Buffer> {
  const sectors: Buffer[] = [];
  for (let i = 0; i * SECTOR < length; i++) sectors.push(await readAt(path, (first + i) * sector + header, SECTOR));
  return Buffer.concat(sectors).subarray(0, length);
}

/** The entries of a folder with their names. None crosses the end of a sector. */
function* listEntries(folder: Buffer): Generator<[name: string, entry: Buffer]> {
  for (let at = 0; at < folder.length; ) {
    const length = folder[at] as number;
    const entry = folder.subarray(at, at + length);
    if (length > 33) yield [entry.toString('latin1', 33, 33 + (entry[32] as number)), entry];
    at = length === 0 ? (Math.floor(at / SECTOR) + 1) * SECTOR : at + length;
  }
}

function hexOf(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex');
}
