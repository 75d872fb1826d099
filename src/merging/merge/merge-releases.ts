import type { GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';
import { combine, haveSamePublisher } from './combine-releases.ts';
import { editionOf, withoutCovered } from './covered-releases.ts';
import { placeCodes } from './product-codes.ts';
import type { Merged, Sourced } from './sourced.ts';

/** Years are often off by one: the title screen has one, the shops another. */
const MAX_YEARS_APART = 1;
/** Editions that are never the plain release. */
const NOT_SOLD = /\b(prototype|demo|sample|unreleased|pirate|hack|cracked|unlicensed|homebrew)\b/;

/** The releases of all sources. Two sources' data about the same release is combined. */
export function mergeReleases(lines: readonly Sourced<GamePlatformLine>[]): Merged<ReleaseLine[]> {
  let releases: ReleaseLine[] = [];
  const sources = new Set<string>();
  for (const { source, value } of lines) {
    if (value.releases?.length) sources.add(source);
    // Two releases of one source are never the same, but one may repeat the other with less detail.
    const known = new Set(releases);
    const added: ReleaseLine[] = [];
    for (const release of withoutCovered(value.releases ?? [])) {
      const same = findSame([...known], release);
      if (same) {
        known.delete(same);
        releases = releases.map((other) => (other === same ? combine(same, release) : other));
      } else added.push(release);
    }
    releases = [...releases, ...added];
  }
  const platform = lines[0]?.value.platform ?? '';
  return { value: placeCodes(withoutCovered(releases), platform), sources: [...sources] };
}

/** Whether a release was sold as such, and is no prototype, demo or copy. */
export function isSold(release: ReleaseLine): boolean {
  return !NOT_SOLD.test(editionOf(release));
}

/** One of the same edition, else a plain release is that of an edition that the first source describes. */
function findSame(known: readonly ReleaseLine[], release: ReleaseLine): ReleaseLine | undefined {
  const alike = known.filter((other) => isSame(other, release));
  const edition = editionOf(release);
  const isDescribed = (other: ReleaseLine) => edition === '' && isSold(other);
  return alike.find((other) => editionOf(other) === edition) ?? alike.find(isDescribed);
}

function isSame(known: ReleaseLine, other: ReleaseLine): boolean {
  return areCountriesAlike(known, other) && areDatesAlike(known, other) && haveSamePublisher(known, other);
}

/** The same countries, or a part of them. Unknown countries match all. */
function areCountriesAlike(known: ReleaseLine, other: ReleaseLine): boolean {
  if (known.countries.length === 0 || other.countries.length === 0) return true;
  return other.countries.every((country) => known.countries.includes(country));
}

function areDatesAlike({ release_date: a }: ReleaseLine, { release_date: b }: ReleaseLine): boolean {
  if (a === null || b === null) return true;
  return Math.abs(Number(a.slice(0, 4)) - Number(b.slice(0, 4))) <= MAX_YEARS_APART;
}
