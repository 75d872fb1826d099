import type { GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';
import { plainWords } from '../../folding.ts';
import { findKind } from '../../vocabulary/kinds.ts';
import { filterCredits } from './credits.ts';

const DEMO = /^(?:demo|demonstration|preview|sample|sampler|taikenban|hibaihin|mihonban)$/;
/** Words that stand beside them: `Playable Game Preview`, `Trial Sample ROM`. */
const BESIDE = /^(?:playable|game|trial|taiken|disc|disk|cd|rom|version|ban|you)$/;
const DEMO_RELEASE = /(?:^|; )demo\b/i;

/** Whether a title ends in words for a demo: `Hop Sample Disc` is the name of a disc, not of the game on it. */
export function isDemoTitle(title: string): boolean {
  const words = plainWords(title).split(' ');
  const last = words.findLastIndex((word) => !DEMO.test(word) && !BESIDE.test(word));
  return last >= 0 && words.slice(last + 1).some((word) => DEMO.test(word));
}

/** Whether the game itself is a demo, or a disc with several. */
export function isDemo(platforms: readonly GamePlatformLine[]): boolean {
  return platforms.every(({ attributes = [] }) => findKind(attributes) === 'demo');
}

/** Takes companies off demos that no other release of the game names, such as the publisher of a magazine. */
export function withoutDemoCompanies(platforms: readonly GamePlatformLine[]): GamePlatformLine[] {
  const sold = platforms.flatMap(({ releases = [] }) => releases.filter((release) => !isDemoRelease(release)));
  const known = new Set(sold.flatMap(({ companies }) => companies.map(({ company }) => company)));
  if (known.size === 0) return [...platforms];
  return platforms.map((platform) => filterCredits(platform, ({ company }) => known.has(company)));
}

function isDemoRelease({ description }: ReleaseLine): boolean {
  return DEMO_RELEASE.test(description ?? '');
}
