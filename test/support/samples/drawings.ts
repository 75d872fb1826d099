import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type DrawingProcess, openDrawingProcess } from '../../../src/covers/drawing-process.ts';
import { fontsFolder } from '../../../src/covers/fonts.ts';
import { atEnd } from '../at-end.ts';

/** The fonts are unpacked once per user, for all tests. */
const SHARED = join(tmpdir(), `ludex-test-fonts-${process.getuid?.()}`);
export const FONTS = fontsFolder(SHARED);

export function openTestDrawings(): DrawingProcess {
  return openDrawingProcess(SHARED);
}

let shared: DrawingProcess | undefined;

/** One for all files of a process, which saves loading the fonts. */
export function sharedDrawings(): DrawingProcess {
  if (shared) return shared;
  const drawings = openTestDrawings();
  atEnd(async () => drawings.close());
  shared = drawings;
  return drawings;
}

export async function unpackTestFonts(): Promise<void> {
  if (existsSync(FONTS)) return;
  const drawings = openTestDrawings();
  await drawings.draw({ kind: 'cover', text: { title: 'Elite', platform: undefined, year: undefined }, width: 15 });
  drawings.close();
}

/** Lets a server use them. If there are none yet, it unpacks its own. */
export function shareFonts(data: string): void {
  if (!existsSync(FONTS)) return;
  const covers = join(data, 'covers');
  mkdirSync(covers, { recursive: true });
  if (!existsSync(join(covers, basename(FONTS)))) symlinkSync(FONTS, join(covers, basename(FONTS)));
}
