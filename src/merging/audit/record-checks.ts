import { dateOfFirst, type GameRecord } from '../../catalog/model/record.ts';
import { plainTitle } from '../../folding.ts';
import { articleFirst } from '../../vocabulary/articles.ts';
import { findPlatform } from '../../vocabulary/platforms.ts';
import { entryKey } from '../../vocabulary/vocabulary.ts';
import type { Finding } from './finding.ts';

const MAX_ALTERNATE_TITLES = 24;
const KEPT_ALTERNATE_TITLES = 12;
/** A date that is so much too early is the date of another platform. */
const WRONG_PLATFORM_YEARS = 3;

/** What titles of dump lists leave behind: tags, articles at the end, brackets without a partner, separators. */
const RESIDUES: readonly [pattern: RegExp, replacement: string][] = [
  [/ *\[[^\]]*\]?$/, ''],
  [/ *\((?:[^)]*|alt|rev[^)]*|v\d[^)]*|set \d+)\)?$/i, ''],
  [/ *[~|]+ *$/, ''],
  [/ +-$|^- +/, ''],
  [/ {2,}/g, ' '],
  [/&(amp|quot|lt|gt|#\d+);/g, ' '],
];
const TAG =
  /\((alt|rev\b|v\d|set \d)[^)]*\)?$|\([^)]*$|^[^(]*\)$|[[\]|]|(?<!\S)~|~(?!\S)| -$|^- | {2}|&(amp|quot|lt|gt|#\d+);/i;

/** Checks of single records. */
export const RECORD_CHECKS: readonly { name: string; check: (record: GameRecord) => Finding[] }[] = [
  { name: 'dates before the platform existed', check: findEarlyDates },
  { name: 'first dates that are not those of the first release', check: findOtherFirst },
  { name: 'leftovers in titles', check: findResidues },
  { name: 'dozens of alternate titles', check: findManyTitles },
];

function findEarlyDates({ game_id, title, platforms }: GameRecord): Finding[] {
  return platforms.flatMap(({ platform_id, platform_name, first_release_date }) => {
    const year = findPlatform(platform_id)?.year;
    const own = Number(first_release_date?.slice(0, 4) ?? year);
    if (year === undefined || own >= year) return [];
    const text = `game ${game_id} ${title}: ${first_release_date} on ${platform_name}, which is of ${year}`;
    if (own > year - WRONG_PLATFORM_YEARS) return [{ text }];
    return [{ text, correction: { game: game_id, set_platform: { [entryKey('platform', platform_name)]: null } } }];
  });
}

function findOtherFirst({ game_id, title, platforms }: GameRecord): Finding[] {
  return platforms.flatMap(({ platform_name, first_release_date, releases }) => {
    const first = dateOfFirst(releases);
    if (first === null || first === first_release_date) return [];
    const text = `game ${game_id} ${title}: ${first_release_date} on ${platform_name}, where the first release is of ${first}`;
    const platform = { platform: entryKey('platform', platform_name), first_release_date: first };
    return [{ text, correction: { game: game_id, platforms: [platform] } }];
  });
}

function findResidues({ game_id, title }: GameRecord): Finding[] {
  const named = articleFirst(title);
  // Apple II programs spell II as ][.
  if (named === title && !TAG.test(title.replaceAll('][', 'II'))) return [];
  const clean = RESIDUES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), named).trim();
  const text = `game ${game_id} ${title}`;
  return [clean === '' || clean === title ? { text } : { text, correction: { game: game_id, title: clean } }];
}

function findManyTitles({ game_id, title, alternate_titles }: GameRecord): Finding[] {
  if (alternate_titles.length <= MAX_ALTERNATE_TITLES) return [];
  const distinct = Map.groupBy(alternate_titles, (other) => plainTitle(other.title)).values();
  const kept = Array.from(distinct, ([first]) => first as (typeof alternate_titles)[number]);
  return [
    {
      text: `game ${game_id} ${title}: ${alternate_titles.length} alternate titles`,
      correction: { game: game_id, alternate_titles: kept.slice(0, KEPT_ALTERNATE_TITLES) },
    },
  ];
}
