import type { GamePlatformLine } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { mapsAt, textAt, type YamlMap } from './yaml.ts';

type Patch = NonNullable<GamePlatformLine['patches']>[number];

const LONGEST = 80;
const FIRST_DAY = '1970-01-02';
const LAST_DAY = '2099-12-31';

/**
 * The versions of a component as patches, the oldest first. A catalog keeps the newest few, four in Debian's: none of them
 * can be told to be the first, which is why no version makes a release.
 */
export function patchesOf(component: YamlMap): Patch[] {
  const patches = new Map<string, Patch>();
  for (const release of mapsAt(component, 'Releases')) {
    const version = toPlainText(textAt(release, 'version') ?? '', LONGEST).replace(/^v(?=\d)/i, '');
    if (version === '' || !isStable(release) || patches.has(version)) continue;
    patches.set(version, { description: `Version ${version}`, release_date: dayOf(release) ?? null });
  }
  return [...patches.values()].toSorted(byDay);
}

/** What is not stable was not meant for players. */
function isStable(release: YamlMap): boolean {
  return (textAt(release, 'type') ?? 'stable') === 'stable';
}

function dayOf(release: YamlMap): string | undefined {
  const seconds = textAt(release, 'unix-timestamp') ?? '';
  const day = /^\d{1,11}$/.test(seconds) ? toDay(Number(seconds) * 1000) : parseDay(textAt(release, 'date') ?? '');
  return day !== undefined && day >= FIRST_DAY && day <= LAST_DAY ? day : undefined;
}

function parseDay(text: string): string | undefined {
  const [day = ''] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || toDay(time) !== day ? undefined : day;
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Unknown days come first: what the list does not date is what it cares least about. */
function byDay(a: Patch, b: Patch): number {
  const [one, other] = [`${a.release_date ?? ''} ${a.description}`, `${b.release_date ?? ''} ${b.description}`];
  return one < other ? -1 : Number(one > other);
}
