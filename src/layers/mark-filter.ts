import type { CatalogWriter } from '../store/store.ts';
import type { LayerChanges } from './identify.ts';
import { CORRECTIONS, type LayerLine, parseLayer } from './layer-line.ts';
import { listMarks } from './marks.ts';

/** Four megabytes, whatever the size of the catalog; of a million marks one in thirty is taken for another. */
const BITS = 2 ** 25;

/**
 * Tells quickly of most lines that nothing is like them: none of their marks is any other source's, or that of a layer
 * which is about to go. The rest is looked up.
 */
export async function openMarkFilter(
  writer: CatalogWriter,
  { sources, vanished }: LayerChanges,
): Promise<(line: LayerLine) => boolean> {
  // The sources of one bundle may know the same games, too.
  if (sources.size > 1) return () => true;
  const bits = new Uint8Array(BITS / 8);
  const add = (marks: readonly string[]) => {
    for (const mark of marks) {
      const bit = hash(mark);
      bits[bit >>> 3] = (bits[bit >>> 3] as number) | (1 << (bit & 7));
    }
  };
  await writer.visitMarks([...sources], add);
  for (const key of vanished) {
    const layer = await writer.findLayer(key);
    if (layer && layer.source !== CORRECTIONS) add(listMarks(parseLayer(layer)));
  }
  const has = (mark: string) => {
    const bit = hash(mark);
    return ((bits[bit >>> 3] as number) & (1 << (bit & 7))) !== 0;
  };
  return (line) => line.ids?.key !== undefined || listMarks(line).some(has);
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return (value >>> 0) % BITS;
}
