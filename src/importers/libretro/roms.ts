import type { Statement } from './statement.ts';

/** A rom, or a disc, with all that files say of it. */
export interface Rom {
  name: string | undefined;
  fileName: string | undefined;
  crc32: Set<string>;
  sha1: Set<string>;
  serials: Set<string>;
  /** Whether the serials are those of boxes, and not only of what the rom itself holds. */
  hasBoxSerials: boolean;
  values: Map<string, Set<string>>;
}

/**
 * Joins what the files of one platform say: by checksum, and what has none by serial. Lists of dumps come first, for
 * they name the roms. The order of what stands in a file does not matter.
 */
export function joinRoms(statements: readonly Statement[]): Rom[] {
  const roms: Rom[] = [];
  const byCrc = new Map<string, Rom>();
  const bySerial = new Map<string, Set<Rom>>();
  const remember = (rom: Rom, { crc32, serials }: Statement) => {
    for (const crc of crc32) byCrc.set(crc, byCrc.get(crc) ?? rom);
    for (const serial of serials) bySerial.set(serial, (bySerial.get(serial) ?? new Set()).add(rom));
  };
  const find = ({ crc32, serials, isDump }: Statement): Rom[] => {
    // Of several files in a dump the first is its own; others, such as silent tracks, many dumps may have.
    if (crc32.length > 0) return (isDump ? crc32.slice(0, 1) : crc32).flatMap((crc) => byCrc.get(crc) ?? []);
    return serials.flatMap((serial) => [...(bySerial.get(serial) ?? [])]);
  };
  for (const statement of inOrder(statements)) {
    const found = new Set(find(statement));
    if (found.size === 0) found.add(emptyRom(roms));
    for (const rom of found) {
      add(rom, statement);
      remember(rom, statement);
    }
  }
  return roms;
}

/** Dumps, then facts by checksum, then facts by serial, which are about all roms that have it by then. */
function inOrder(statements: readonly Statement[]): Statement[] {
  const rank = ({ isDump, crc32 }: Statement) => (isDump ? 0 : crc32.length > 0 ? 1 : 2);
  return statements.toSorted(
    (a, b) => rank(a) - rank(b) || a.file - b.file || compare(a.name, b.name) || compare(a.fileName, b.fileName),
  );
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : Number(a > b);
}

function emptyRom(roms: Rom[]): Rom {
  const rom = {
    name: undefined,
    fileName: undefined,
    crc32: new Set<string>(),
    sha1: new Set<string>(),
    serials: new Set<string>(),
    hasBoxSerials: false,
    values: new Map<string, Set<string>>(),
  };
  roms.push(rom);
  return rom;
}

function add(rom: Rom, { name, fileName, crc32, sha1, serials, isDump, values }: Statement): void {
  rom.name ??= name;
  rom.fileName ??= fileName;
  for (const crc of crc32) rom.crc32.add(crc);
  for (const hash of sha1) rom.sha1.add(hash);
  addSerials(rom, serials, !isDump);
  for (const [field, value] of values) rom.values.set(field, (rom.values.get(field) ?? new Set()).add(value));
}

/** The serial of a box takes the place of the one that a dump has in its header. */
function addSerials(rom: Rom, serials: readonly string[], areOfBoxes: boolean): void {
  if (serials.length === 0 || (rom.hasBoxSerials && !areOfBoxes)) return;
  if (areOfBoxes && !rom.hasBoxSerials) rom.serials.clear();
  rom.hasBoxSerials = areOfBoxes;
  for (const serial of serials) rom.serials.add(serial);
}
