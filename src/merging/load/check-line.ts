import type { Bundle, LineProblem } from '../../bundle/bundle.ts';
import type { CorrectionLine, GameLine, MediaLine, StoredMediaLine } from '../../bundle/lines.ts';
import { listReferences } from '../../bundle/references.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import { listEntryKeys } from '../corrections/corrections.ts';
import type { Entries } from './entries.ts';
import { CORRECTIONS } from './layer-line.ts';

/** Reports a problem that the schema of a line cannot find. */
export type Report = (problem: LineProblem) => void;

/** Prefixes of other keys. */
const RESERVED = /^(platform|genre|group|company|attribute|rating|correction):/;

export function checkGame(
  line: GameLine,
  media: readonly StoredMediaLine[],
  known: ReadonlySet<string>,
  report: Report,
): void {
  if (RESERVED.test(line.key)) report('has a reserved prefix; start keys of games with the name of their source');
  for (const key of new Set(listReferences(line)))
    if (!known.has(key)) report(`refers to ${key}, which is not in this bundle`);
  checkUrl(line, report);
  const platforms = line.platforms.map(({ platform }) => platform);
  for (const { platform } of media)
    if (!platforms.includes(platform)) report(`has pictures for ${platform}, which is not one of its platforms`);
  for (const platform of new Set(platforms.filter((key, i) => platforms.indexOf(key) !== i)))
    report(`has ${platform} twice`);
  checkDates(line.platforms, report);
}

function checkUrl({ official_url }: Pick<GameLine, 'official_url'>, report: Report): void {
  if (official_url && !URL.canParse(official_url)) report({ field: 'official_url', rule: 'must be a valid URL' });
}

/** Full dates must exist in the calendar. */
function checkDates(platforms: GameLine['platforms'], report: Report): void {
  const dated = platforms.flatMap(({ releases = [], patches = [] }) => [...releases, ...patches]);
  for (const { release_date: date } of dated)
    if (date?.length === 10 && !new Date(`${date}T00:00:00Z`).toISOString().startsWith(date))
      report({ field: 'platforms', rule: `has ${date}, which is not a valid date` });
}

/** The games and entries that a correction refers to must be in the catalog. */
export async function checkCorrection(
  line: CorrectionLine,
  writer: CatalogWriter,
  { entries, keepIds }: { entries: Entries; keepIds: boolean },
  report: Report,
): Promise<void> {
  const { game, merge, split, different } = line;
  if ([game, merge, split, different].filter((one) => one !== undefined).length !== 1)
    report('needs one of "game", "merge", "split" and "different"');
  checkValues(line, report);
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

/** What can be checked of a correction without the catalog. */
export function checkValues(line: CorrectionLine, report: Report): void {
  checkUrl(line, report);
  checkDates(line.platforms ?? [], report);
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

export function checkSource({ manifest }: Bundle, source: string, report: Report): void {
  if (!manifest.sources.some(({ id }) => id === source))
    report(`belongs to the source ${source}, which is not in the manifest`);
  if (source === CORRECTIONS) report(`is a game, but the source ${CORRECTIONS} has only corrections`);
}

type Pictures = Omit<MediaLine, 'key'>;

/** Files of the bundle have been stored by now and replaced by paths. */
export function checkStored(lines: readonly Pictures[], report: Report): void {
  for (const { image, file } of lines.flatMap(listPictures))
    if (image === undefined) report(`has the file ${file}, which was not stored`);
}

/** The paths of pictures in the picture store. */
export function listStored(lines: readonly Pictures[]): string[] {
  return lines.flatMap(listPictures).flatMap(({ image }) => (image?.startsWith('/media/') ? image : []));
}

function listPictures({ screenshots = [], cover_groups = [] }: Pictures) {
  return [...screenshots, ...cover_groups.flatMap(({ covers }) => covers)];
}
