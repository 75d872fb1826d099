import type { GameLine, GamePlatformLine, ReleaseLine } from '../../src/bundle/lines.ts';
import type { Random } from '../../src/catalog/search/random.ts';
import { readTable } from '../../src/vocabulary/tables.ts';
import { type Entries, number } from './entries.ts';
import { distribution, draw, drawCount, drawDifferent, pick, type Zipf, zipf } from './random.ts';
import { japaneseTitle, writeDescription, writeSentences, writeTitle } from './text.ts';

/** Counts and ratings per game: percentiles of published catalogs, or estimates. */
const PLATFORMS = distribution({ 0: 1, 75: 1.4, 90: 2.6, 99: 7, 100: 39 });
const GENRES = distribution({ 0: 2, 50: 5, 90: 8, 99: 11, 100: 12 });
const GROUPS = distribution({ 0: 0, 50: 0.5, 90: 2.6, 99: 10, 100: 30 });
const ALTERNATE_TITLES = distribution({ 0: 0, 76: 0.4, 90: 1, 99: 3, 100: 12 });
const SCORE = distribution({ 0: 1, 10: 5.4, 50: 7.2, 90: 8.2, 99: 9, 100: 10 });
const VOTES = distribution({ 0: 1, 50: 5, 90: 60, 99: 600, 100: 4000 });
const SHARE_SCORED = 0.4;
const SHARE_DESCRIBED = 0.95;
const SHARE_WITH_URL = 0.2;

/** Games with a shared title take it from a pool. With random duplicates of short titles that makes 11 %. */
const SHARE_FROM_POOL = 0.055;
const POOL_PER_GAME = 0.02;

const ALTERNATE_KINDS = ['Japanese title', 'Working title', 'German title', 'Common short title', 'Re-release title'];

/** Generates games with similar structure and distinct content. */
export function openGames(random: Random, entries: Entries, games: number): (index: number) => GameLine {
  const pool = Array.from({ length: Math.ceil(games * POOL_PER_GAME) }, () => writeTitle(random));
  const genreAt = zipf(entries.genres.length, 1, 6);
  const groupAt = zipf(entries.groups.length, 1.1, 20);
  const writePlatforms = openPlatforms(random, entries);

  return (index) => ({
    key: `bench:${number(index)}`,
    title: random() < SHARE_FROM_POOL ? pick(random, pool) : writeTitle(random),
    alternate_titles: alternateTitles(random),
    description: random() < SHARE_DESCRIBED ? writeDescription(random) : null,
    official_url: random() < SHARE_WITH_URL ? `https://game-${index}.example.org/` : null,
    ...score(random),
    genres: drawKeys(random, entries.genres, drawCount(random, GENRES), genreAt),
    groups: drawKeys(random, entries.groups, drawCount(random, GROUPS), groupAt),
    platforms: writePlatforms(drawCount(random, PLATFORMS)),
  });
}

function score(random: Random): Pick<GameLine, 'catalog_score' | 'num_votes'> {
  if (random() >= SHARE_SCORED) return { catalog_score: null, num_votes: 0 };
  return { catalog_score: Math.round(draw(random, SCORE) * 10) / 10, num_votes: drawCount(random, VOTES) };
}

function alternateTitles(random: Random): NonNullable<GameLine['alternate_titles']> {
  return Array.from({ length: drawCount(random, ALTERNATE_TITLES) }, () => {
    const description = pick(random, ALTERNATE_KINDS);
    return { title: description.startsWith('Japanese') ? japaneseTitle(random) : writeTitle(random), description };
  });
}

/** Counts per game and platform. */
const RELEASES = distribution({ 0: 1, 80: 1.4, 90: 2.6, 99: 8, 100: 50 });
const ATTRIBUTES = distribution({ 0: 0, 50: 3.6, 90: 12, 99: 24, 100: 40 });
const RATINGS = distribution({ 0: 0, 70: 0.4, 90: 2, 99: 5, 100: 7 });

const COUNTRIES = [...new Set(readTable('countries.tsv').map(([, country]) => country as string))];

/** Counts per release. */
const RELEASE_COUNTRIES = distribution({ 0: 1, 88: 1.4, 90: 2, 99: 6, 100: 70 });
const COMPANIES = distribution({ 0: 1, 50: 1.8, 90: 3.6, 99: 10, 100: 20 });
const PRODUCT_CODES = distribution({ 0: 0, 60: 0.4, 90: 2, 99: 4, 100: 8 });

const ROLES = ['Published by', 'Developed by', 'Distributed by', 'Localized by', 'Ported by', 'Additional Graphics by'];
const CODE_TYPES = ['Publisher code', 'EAN-13', 'UPC-A', 'Sony PN', 'Sega PN', 'Nintendo Media PN', 'GTIN-14'];
const FIRST_YEAR = 1978;
const YEARS = 48;

/** Generates the distinct platforms of one game. */
function openPlatforms(random: Random, entries: Entries): (count: number) => GamePlatformLine[] {
  const { platforms, attributes, ratings } = entries;
  // With this, half of the platforms have at most about 50 games, and the first has a quarter of all.
  const platformAt = zipf(platforms.length, 2.5, 8);
  const attributeAt = zipf(attributes.length, 0.7, 4);
  const companyAt = zipf(entries.companies.length, 1, 30);
  const countryAt = zipf(COUNTRIES.length, 1, 1);

  return (count) => {
    const year = FIRST_YEAR + Math.floor(Math.sqrt(random()) * YEARS);
    // Most releases of a game have the same companies.
    const makers = drawDifferent(20, entries.companies.length, () => entries.companies[companyAt(random)]?.key ?? '');
    return drawKeys(random, platforms, count, platformAt)
      .toSorted()
      .map((platform) => ({
        platform,
        attributes: drawKeys(random, attributes, drawCount(random, ATTRIBUTES), attributeAt),
        ratings: drawKeys(random, ratings, drawCount(random, RATINGS), () => Math.floor(random() * ratings.length)),
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

function drawKeys(random: Random, list: readonly { key: string }[], count: number, at: Zipf): string[] {
  return drawDifferent(count, list.length, () => (list[at(random)] as { key: string }).key);
}
