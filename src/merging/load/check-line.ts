import type { GameLine, StoredMediaLine } from '../../bundle/lines.ts';
import { listReferences } from '../../bundle/references.ts';

/** Told whatever is wrong with a line that its schema cannot know. */
export type Complain = (message: string) => void;

/** What the keys of other things begin with. */
const RESERVED = /^(platform|genre|group|company|attribute|rating|correction):/;

export function checkGame(
  line: GameLine,
  media: readonly StoredMediaLine[],
  known: ReadonlySet<string>,
  complain: Complain,
): void {
  if (RESERVED.test(line.key)) complain('is the key of something else than a game; name keys after their source');
  for (const key of new Set(listReferences(line)))
    if (!known.has(key)) complain(`points to ${key}, which is not in this bundle`);
  if (line.official_url && !URL.canParse(line.official_url)) complain(`has ${line.official_url}, which is no address`);
  const platforms = line.platforms.map(({ platform }) => platform);
  for (const { platform } of media)
    if (!platforms.includes(platform)) complain(`has pictures of ${platform}, where it is not`);
  for (const platform of new Set(platforms.filter((key, i) => platforms.indexOf(key) !== i)))
    complain(`has ${platform} twice`);
  checkDates(line.platforms, complain);
}

export function checkDates(platforms: GameLine['platforms'], complain: Complain): void {
  for (const { releases = [], patches = [] } of platforms)
    for (const { release_date } of [...releases, ...patches]) checkDate(release_date, complain);
}

/** A date of day precision must be a day of the calendar. */
function checkDate(date: string | null, complain: Complain): void {
  if (date === null || date.length < 10) return;
  if (!new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)) complain(`has ${date}, which is no date`);
}
