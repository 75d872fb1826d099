import type { GamePlatformLine } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { mapsAt, textAt, type YamlMap } from './yaml.ts';

type Patch = NonNullable<GamePlatformLine['patches']>[number];

const LONGEST_VERSION = 80;
const FIRST_DAY = '1970-01-02';
const LAST_DAY = '2099-12-31';

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

/** Versions without a date come first. */
function byDay(a: Patch, b: Patch): number {
  const [one, other] = [`${a.release_date ?? ''} ${a.description}`, `${b.release_date ?? ''} ${b.description}`];
  return one < other ? -1 : Number(one > other);
}
