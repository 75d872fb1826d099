import type { DumpLine } from '../../bundle/lines.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { compareText } from '../sorting.ts';
import type { StatedDate } from './release-date.ts';
import type { Statement } from './statement.ts';

/** A ROM or a disc, with the values of all files. */
export class Rom {
  name: string | undefined;
  fileName: string | undefined;
  readonly crc32 = new Set<string>();
  readonly sha1 = new Set<string>();
  readonly dumps: DumpLine[] = [];
  readonly serials = new Set<string>();
  /** The serials of all files: those of boxes and those of headers. */
  readonly allSerials = new Set<string>();
  /** Whether a list of dumps has it, and not only a list of facts. */
  isListed = false;
  /** True if the serials are printed on boxes; false if they come from ROM headers. */
  hasBoxSerials = false;
  readonly dates: StatedDate[] = [];
  readonly values = new Map<string, Set<string>>();
}

/**
 * Joins the statements about one platform by checksum, or by serial if they have none. Lists of dumps come first, because
 * they name the ROMs. The order of statements within a file does not matter.
 */
export function joinRoms(statements: readonly Statement[]): Rom[] {
  const roms: Rom[] = [];
  const byCrc = new Map<string, Rom>();
  const bySerial = new Map<string, Set<Rom>>();
  const remember = (rom: Rom, { crc32, serials }: Statement) => {
    for (const crc of crc32) getOrInsert(byCrc, crc, () => rom);
    for (const serial of serials) getOrInsert(bySerial, serial, () => new Set()).add(rom);
  };
  const find = ({ name, crc32, serials, isDump }: Statement): Rom[] => {
    // Only the first file of a dump identifies it: many dumps share others, such as silent tracks.
    const found = (isDump ? crc32.slice(0, 1) : crc32).flatMap((crc) => byCrc.get(crc) ?? []);
    // Facts about another track of a disc, without the name of the disc.
    if (found.length > 0 || (crc32.length > 0 && name !== undefined)) return found;
    return serials.flatMap((serial) => [...(bySerial.get(serial) ?? [])]);
  };
  for (const statement of inOrder(statements)) {
    const found = new Set(find(statement));
    if (found.size === 0) {
      const rom = new Rom();
      roms.push(rom);
      found.add(rom);
    }
    for (const rom of found) {
      add(rom, statement);
      remember(rom, statement);
    }
  }
  return roms;
}

/** Dumps first, then facts by checksum, then facts by serial, which apply to all ROMs that have the serial by then. */
function inOrder(statements: readonly Statement[]): Statement[] {
  const rank = ({ name, isDump, crc32 }: Statement) => (isDump && name ? 0 : crc32.length > 0 ? 1 : 2);
  return statements.toSorted(
    (a, b) =>
      rank(a) - rank(b) || a.file - b.file || compareText(a.name, b.name) || compareText(a.fileName, b.fileName),
  );
}

function add(rom: Rom, { name, fileName, crc32, sha1, dumps, serials, isDump, date, values }: Statement): void {
  rom.name ??= name;
  rom.fileName ??= fileName;
  rom.isListed ||= isDump && name !== undefined;
  for (const serial of serials) rom.allSerials.add(serial);
  for (const crc of crc32) rom.crc32.add(crc);
  for (const hash of sha1) rom.sha1.add(hash);
  // A file of facts names ROMs by their CRC-32 only.
  for (const dump of dumps) if (isDump || !rom.dumps.some(({ crc }) => crc === dump.crc)) rom.dumps.push(dump);
  addSerials(rom, serials, !isDump);
  if (date) rom.dates.push(date);
  for (const [field, value] of values) getOrInsert(rom.values, field, () => new Set()).add(value);
}

/** The serial of a box replaces the one in a ROM header. */
function addSerials(rom: Rom, serials: readonly string[], areFromBoxes: boolean): void {
  if (serials.length === 0 || (rom.hasBoxSerials && !areFromBoxes)) return;
  if (areFromBoxes && !rom.hasBoxSerials) rom.serials.clear();
  rom.hasBoxSerials = areFromBoxes;
  for (const serial of serials) rom.serials.add(serial);
}
