import { getOrInsert } from '../../get-or-insert.ts';
import { compareText } from '../sorting.ts';
import type { Statement } from './statement.ts';

/** What all files say about a ROM or a disc, lists of dumps first. */
export interface Rom {
  statements: Statement[];
}

/**
 * Joins the statements about one platform by checksum, or by serial if they have none. Lists of dumps come first, because
 * they name the ROMs. The order of statements within a file does not matter.
 */
export function joinRoms(statements: readonly Statement[]): Rom[] {
  const roms = new Set<Rom>();
  const byCrc = new Map<string, Rom>();
  const bySerial = new Map<string, Set<Rom>>();
  const find = ({ name, crc32, serials, isDump }: Statement): Rom[] => {
    // Only the first file of a dump identifies it: many dumps share others, such as silent tracks.
    const found = (isDump ? crc32.slice(0, 1) : crc32).flatMap((crc) => byCrc.get(crc) ?? []);
    // Facts about another track of a disc, without the name of the disc.
    if (found.length > 0 || (crc32.length > 0 && name !== undefined)) return found;
    return serials.flatMap((serial) => [...(bySerial.get(serial) ?? [])]);
  };
  for (const statement of inOrder(statements)) {
    const found = find(statement);
    for (const rom of new Set<Rom>(found.length > 0 ? found : [{ statements: [] }])) {
      roms.add(rom);
      rom.statements.push(statement);
      for (const crc of statement.crc32) getOrInsert(byCrc, crc, () => rom);
      for (const serial of statement.serials) getOrInsert(bySerial, serial, () => new Set()).add(rom);
    }
  }
  return [...roms];
}

/** Dumps first, then facts by checksum, then facts by serial, which apply to all ROMs that have the serial by then. */
function inOrder(statements: readonly Statement[]): Statement[] {
  const rank = ({ name, isDump, crc32 }: Statement) => (isDump && name ? 0 : crc32.length > 0 ? 1 : 2);
  return statements.toSorted(
    (a, b) =>
      rank(a) - rank(b) || a.file - b.file || compareText(a.name, b.name) || compareText(a.fileName, b.fileName),
  );
}
