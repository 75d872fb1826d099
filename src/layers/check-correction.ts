import type { CorrectionLine } from '../importers/bundle-lines.ts';
import { listReferences } from '../importers/references.ts';
import type { CatalogWriter } from '../store/store.ts';
import { type Complain, checkDates } from './check-line.ts';
import type { Entries } from './entries.ts';

/** A correction speaks of what is there: games and entries that the catalog knows. */
export async function checkCorrection(
  line: CorrectionLine,
  writer: CatalogWriter,
  { entries, keepIds }: { entries: Entries; keepIds: boolean },
  complain: Complain,
): Promise<void> {
  const { game, merge, split, set_platform = {}, platforms = [] } = line;
  if ([game, merge, split].filter((one) => one !== undefined).length !== 1)
    complain('needs one of "game", "merge" and "split"');
  for (const ref of [game ?? [], merge ?? [], split ?? []].flat()) {
    if (!keepIds && !(await isKnown(writer, ref))) complain(`there is no game ${ref}`);
  }
  const keys = [
    ...listReferences({ ...line, platforms }),
    ...Object.values(set_platform).filter((key) => key !== null),
  ];
  await entries.prepare(keys);
  for (const key of keys) if (!entries.find(key)) complain(`points to ${key}, which the catalog does not know`);
  if (line.official_url && !URL.canParse(line.official_url)) complain(`has ${line.official_url}, which is no address`);
  checkDates(platforms, complain);
}

async function isKnown(writer: CatalogWriter, ref: string | number): Promise<boolean> {
  if (typeof ref === 'number') return Boolean((await writer.findVersion(ref)) ?? (await writer.findAlias(ref)));
  return Boolean((await writer.findHead(ref)) ?? (await writer.findBinding(ref)));
}
