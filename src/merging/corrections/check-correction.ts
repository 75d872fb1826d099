import type { CorrectionLine } from '../../bundle/lines.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import { checkDates, checkUrl, type Report } from '../load/check-line.ts';
import type { Entries } from '../load/entries.ts';
import { CORRECTIONS } from '../load/layer-line.ts';
import { listEntryKeys } from './corrections.ts';

/** The games and entries that a correction refers to must be in the catalog. */
export async function checkCorrection(
  line: CorrectionLine,
  writer: CatalogWriter,
  { entries, keepIds }: { entries: Entries; keepIds: boolean },
  report: Report,
): Promise<void> {
  const { game, merge, split, different, platforms = [] } = line;
  if ([game, merge, split, different].filter((one) => one !== undefined).length !== 1)
    report('needs one of "game", "merge", "split" and "different"');
  checkUrl(line, report);
  checkDates(platforms, report);
  // An export may refer to games and entries of a source that was removed.
  if (keepIds) return;
  for (const ref of [game ?? [], merge ?? [], split ?? [], different ?? []].flat())
    if (!(await isKnown(writer, ref))) report(`there is no game ${ref}`);
  const keys = listEntryKeys(line);
  await entries.prepare(keys);
  // A company of a reverted correction has a layer only.
  for (const key of keys)
    if (!entries.find(key) && (await writer.listEntryLayers(key)).length === 0)
      report(`refers to ${key}, which is not in the catalog`);
}

async function isKnown(writer: CatalogWriter, ref: string | number): Promise<boolean> {
  if (typeof ref === 'number') {
    // Removed games count, too.
    const counter = (await writer.listCounters()).find(({ kind }) => kind === 'game');
    return ref <= (counter?.lastId ?? 0);
  }
  if (await writer.findBinding(ref)) return true;
  const layer = await writer.findHead(ref);
  return layer !== undefined && layer.source !== CORRECTIONS;
}
