import type { GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';
import { combine, editionOf, haveSamePublisher, withoutCovered } from './covered-releases.ts';
import { placeCodes } from './product-codes.ts';
import type { Merged, Sourced } from './sourced.ts';

/** Years are often off by one: the title screen has one, the shops another. */
const MAX_YEARS_APART = 1;
/** Editions that are never the plain release. */
const NOT_SOLD = /\b(prototype|demo|sample|unreleased|pirate|hack|cracked|unlicensed|homebrew)\b/;

/** A release of the merged list, and the sources that know its date. */
interface Known {
  release: ReleaseLine;
  sources: ReadonlySet<string>;
}

/** The releases of all sources. Two sources' data about the same release is combined. */
export function mergeReleases(lines: readonly Sourced<GamePlatformLine>[]): Merged<ReleaseLine[]> {
  let all: Known[] = [];
  const sources = new Set<string>();
  for (const { source, value } of lines) {
    if (value.releases?.length) sources.add(source);
    // Two releases of one source are never the same, but one may repeat the other with less detail.
    const known = new Set(all);
    const added: Known[] = [];
    for (const release of withoutCovered(value.releases ?? [])) {
      const open = [...known].filter((other) => !isReissued(other, all, release));
      const same = findSame(open, release) ?? findOutvoting([...known], release);
      if (same) {
        known.delete(same);
        all = all.map((other) => (other === same ? add(same, release, source) : other));
      } else added.push({ release, sources: new Set(release.release_date === null ? [] : [source]) });
    }
    all = [...all, ...added];
  }
  const platform = lines[0]?.value.platform ?? '';
  const releases = all.map(({ release }) => release);
  return { value: placeCodes(withoutCovered(releases), platform), sources: [...sources] };
}

function add({ release: known, sources }: Known, release: ReleaseLine, source: string): Known {
  // The date of a release that was outvoted is wrong, however precise.
  const other = areDatesAlike(known, release) ? release : { ...release, release_date: null };
  return { release: combine(known, other), sources: new Set([...sources, ...(other.release_date ? [source] : [])]) };
}

/** Whether a release was sold as such, and is no prototype, demo or copy. */
export function isSold(release: ReleaseLine): boolean {
  return !NOT_SOLD.test(editionOf(release));
}

/** One of the same edition, else a plain release is that of an edition that the first source describes. */
function findSame(known: readonly Known[], release: ReleaseLine): Known | undefined {
  const alike = known.filter((other) => isSame(other.release, release));
  const edition = editionOf(release);
  const isDescribed = (other: Known) => edition === '' && isSold(other.release);
  return alike.find((other) => editionOf(other.release) === edition) ?? alike.find(isDescribed);
}

/** Whether the date of a release would become that of one without a date, although the game was sold there years before. */
function isReissued({ release: undated }: Known, all: readonly Known[], release: ReleaseLine): boolean {
  const isThere = (other: ReleaseLine) => areCountriesAlike(release, other) || areCountriesAlike(other, release);
  const isEarlier = ({ release: other }: Known) => isSold(other) && isYearsBefore(other, release) && isThere(other);
  return undated.release_date === null && isSold(undated) && all.some(isEarlier);
}

const MIN_OUTVOTING = 2;

/**
 * Where two sources of more trust know the releases in a country, and all of them are years later, the date of a third is a
 * mistake: Doom for the SNES in 1993.
 */
function findOutvoting(known: readonly Known[], release: ReleaseLine): Known | undefined {
  if (release.countries.length === 0 || release.release_date === null || !isSold(release)) return undefined;
  const there = known.filter((other) => areCountriesAlike(other.release, release) && isSold(other.release));
  const sources = new Set(there.flatMap((other) => [...other.sources]));
  if (sources.size < MIN_OUTVOTING || !there.every((other) => isYearsBefore(release, other.release))) return undefined;
  return there.find((other) => haveSamePublisher(other.release, release)) ?? there[0];
}

/** An unknown date is not later. */
function isYearsBefore({ release_date: a }: ReleaseLine, { release_date: b }: ReleaseLine): boolean {
  return a !== null && b !== null && Number(b.slice(0, 4)) - Number(a.slice(0, 4)) > MAX_YEARS_APART;
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
