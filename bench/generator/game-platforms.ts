import type { GamePlatformLine, ReleaseLine } from '../../src/bundle/lines.ts';
import type { Random } from '../../src/catalog/search/random.ts';
import type { Entries } from './entries.ts';
import { writeSentences } from './prose.ts';
import { drawCount, drawDifferent, type Percentiles, pick, type Zipf, zipf } from './random.ts';
import { COUNTRIES } from './words.ts';

/** Counts per game and platform. */
const RELEASES: Percentiles = [
  [0, 1],
  [0.8, 1.4],
  [0.9, 2.6],
  [0.99, 8],
  [1, 50],
];
const ATTRIBUTES: Percentiles = [
  [0, 0],
  [0.5, 3.6],
  [0.9, 12],
  [0.99, 24],
  [1, 40],
];
const RATINGS: Percentiles = [
  [0, 0],
  [0.7, 0.4],
  [0.9, 2],
  [0.99, 5],
  [1, 7],
];

/** Counts per release. */
const RELEASE_COUNTRIES: Percentiles = [
  [0, 1],
  [0.88, 1.4],
  [0.9, 2],
  [0.99, 6],
  [1, 70],
];
const COMPANIES: Percentiles = [
  [0, 1],
  [0.5, 1.8],
  [0.9, 3.6],
  [0.99, 10],
  [1, 20],
];
const PRODUCT_CODES: Percentiles = [
  [0, 0],
  [0.6, 0.4],
  [0.9, 2],
  [0.99, 4],
  [1, 8],
];

const ROLES = ['Published by', 'Developed by', 'Distributed by', 'Localized by', 'Ported by', 'Additional Graphics by'];
const CODE_TYPES = ['Publisher code', 'EAN-13', 'UPC-A', 'Sony PN', 'Sega PN', 'Nintendo Media PN', 'GTIN-14'];
const FIRST_YEAR = 1978;
const YEARS = 48;

/** Generates the distinct platforms of one game. */
export type WriteGamePlatform = (count: number) => GamePlatformLine[];

export function openPlatforms(random: Random, entries: Entries): WriteGamePlatform {
  const { platforms, attributes, ratings } = entries;
  // With this, half of the platforms have at most about 50 games, and the first has a quarter of all.
  const platformAt = zipf(platforms.length, 2.5, 8);
  const attributeAt = zipf(attributes.length, 0.7, 4);
  const companyAt = zipf(entries.companies.length, 1, 30);
  const countryAt = zipf(COUNTRIES.length, 1, 1);
  const keys = (list: readonly { key: string }[], count: number, at: (random: Random) => number) =>
    drawDifferent(count, list.length, () => (list[at(random)] as { key: string }).key);

  return (count) => {
    const year = FIRST_YEAR + Math.floor(Math.sqrt(random()) * YEARS);
    // Most releases of a game have the same companies.
    const makers = drawDifferent(20, entries.companies.length, () => entries.companies[companyAt(random)]?.key ?? '');
    return keys(platforms, count, platformAt)
      .toSorted()
      .map((platform) => ({
        platform,
        attributes: keys(attributes, drawCount(random, ATTRIBUTES), attributeAt),
        ratings: keys(ratings, drawCount(random, RATINGS), () => Math.floor(random() * ratings.length)),
        releases: Array.from({ length: drawCount(random, RELEASES) }, () =>
          writeRelease(random, year, makers, countryAt),
        ),
      }));
  };
}

function writeRelease(random: Random, year: number, makers: readonly string[], countryAt: Zipf): ReleaseLine {
  const countries = drawDifferent(drawCount(random, RELEASE_COUNTRIES), COUNTRIES.length, () => countryAt(random));
  return {
    release_date: writeDate(random, year + Math.floor(random() ** 4 * 12)),
    countries: countries.map((index) => COUNTRIES[index] as string),
    companies: makers.slice(0, drawCount(random, COMPANIES)).map((company, i) => ({
      company,
      role: ROLES[Math.min(i, ROLES.length - 1)] as string,
    })),
    description: random() < 0.1 ? writeSentences(random, 60) : null,
    product_codes: Array.from({ length: drawCount(random, PRODUCT_CODES) }, () => writeCode(random)),
  };
}

/** A day, a month, a year, or unknown. */
function writeDate(random: Random, year: number): string | null {
  const two = (value: number) => String(1 + Math.floor(value)).padStart(2, '0');
  const precision = random();
  if (precision < 0.05) return null;
  if (precision < 0.25) return String(year);
  const month = `${year}-${two(random() * 12)}`;
  return precision < 0.45 ? month : `${month}-${two(random() * 28)}`;
}

function writeCode(random: Random): ReleaseLine['product_codes'][number] {
  const digits = String(Math.floor(random() * 1e12)).padStart(12, '0');
  return { product_code: `${digits.slice(0, 5)}-${digits.slice(5)}`, product_code_type: pick(random, CODE_TYPES) };
}
