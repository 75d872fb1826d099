import type { GamePlatformLine } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { parseDate } from '../dumps/dates.ts';
import { compareText } from '../sorting.ts';
import { mapsAt, textAt, type YamlMap } from './yaml.ts';

type Patch = NonNullable<GamePlatformLine['patches']>[number];

const LONGEST_VERSION = 80;
/** The day after the epoch: a timestamp of 0 means unknown. */
const FIRST_DAY = '1970-01-02';

/**
 * The versions of a component as patches, the oldest first. A catalog keeps only the newest ones (Debian four), so that none of
 * them is known to be the first release.
 */
export function listPatches(component: YamlMap): Patch[] {
  const patches = new Map<string, Patch>();
  for (const release of mapsAt(component, 'Releases')) {
    const version = toPlainText(textAt(release, 'version') ?? '', LONGEST_VERSION).replace(/^v(?=\d)/i, '');
    if (version === '' || !isStable(release) || patches.has(version)) continue;
    patches.set(version, { description: `Version ${version}`, release_date: findDay(release) ?? null });
  }
  return [...patches.values()].toSorted(byDay);
}

/** Other versions are not meant for players. */
function isStable(release: YamlMap): boolean {
  return (textAt(release, 'type') ?? 'stable') === 'stable';
}

function findDay(release: YamlMap): string | undefined {
  const seconds = textAt(release, 'unix-timestamp') ?? '';
  const day = /^\d{1,11}$/.test(seconds)
    ? new Date(Number(seconds) * 1000).toISOString().slice(0, 10)
    : (textAt(release, 'date') ?? '').slice(0, 10);
  return day >= FIRST_DAY && day.length === 10 && parseDate(day) === day ? day : undefined;
}

/** Versions without a date come first. */
function byDay(a: Patch, b: Patch): number {
  const text = ({ release_date, description }: Patch) => `${release_date ?? ''} ${description}`;
  return compareText(text(a), text(b));
}
