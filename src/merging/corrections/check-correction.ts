import type { CorrectionLine } from '../../bundle/lines.ts';
import type { CatalogWriter } from '../../store/catalog-store.ts';
import { type Complain, checkDates } from '../load/check-line.ts';
import type { Entries } from '../load/entries.ts';
import { CORRECTIONS } from '../load/layer-line.ts';
import { listMentioned } from './corrections.ts';

/** A correction speaks of what is there: games and entries that the catalog knows. */
export async function checkCorrection(
  line: CorrectionLine,
  writer: CatalogWriter,
  { entries, keepIds }: { entries: Entries; keepIds: boolean },
  complain: Complain,
): Promise<void> {
  const { game, merge, split, platforms = [] } = line;
  if ([game, merge, split].filter((one) => one !== undefined).length !== 1)
    complain('needs one of "game", "merge" and "split"');
  for (const ref of [game ?? [], merge ?? [], split ?? []].flat()) {
    if (!keepIds && !(await isKnown(writer, ref))) complain(`there is no game ${ref}`);
  }
  const keys = listMentioned(line);
  await entries.prepare(keys);
  // An export may name what only a source had that has gone since.
  for (const key of keepIds ? [] : keys)
    if (!entries.find(key)) complain(`points to ${key}, which the catalog does not know`);
  if (line.official_url && !URL.canParse(line.official_url)) complain(`has ${line.official_url}, which is no address`);
  checkDates(platforms, complain);
}

async function isGame(writer: CatalogWriter, key: string): Promise<boolean> {
  const layer = await writer.findHead(key);
  return layer !== undefined && layer.source !== CORRECTIONS;
}

async function isKnown(writer: CatalogWriter, ref: string | number): Promise<boolean> {
  if (typeof ref === 'string') return Boolean(await writer.findBinding(ref)) || Boolean(await isGame(writer, ref));
  // Also of a game that is gone for now.
  const last = (await writer.listCounters()).find(({ kind }) => kind === 'game')?.lastId ?? 0;
  return ref <= last;
}
