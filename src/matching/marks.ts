import type { GameLine } from '../bundle/lines.ts';
import { plainCode } from '../folding.ts';
import { isExternalName } from '../store/external-ids.ts';
import { companyFamily } from '../vocabulary/companies.ts';
import { allTitles, hostPlatform, numberedTitle } from './known-titles.ts';

/** Limits for games with hundreds of files or titles: fewer are enough to find them. */
const MAX_HASHES = 100;
const MAX_TITLES = 40;
const MIN_CODE_LENGTH = 5;
/** Half of a SHA-1 is unique enough. */
const SHA1_DIGITS = 20;
const KEY_MARK = 'key ';
const MAKER_MARK = 'maker ';

/**
 * The values by which a line can be found from another source or under another key: file hashes, foreign ids, product
 * codes, titles. They only find candidates; `compare.ts` decides whether one is the same game.
 */
export function listMarks(line: MatchedFields): string[] {
  return [...new Set([...hashMarks(line), ...idMarks(line), ...codeMarks(line), ...titleMarks(line)])];
}

export type MatchedFields = Pick<GameLine, 'title' | 'alternate_titles' | 'platforms' | 'ids'>;

export function keyMark(key: string): string {
  return `${KEY_MARK}${key}`;
}

/** Whether the line names a game by a key of another source (`ids.key`). */
export function isKeyMark(mark: string): boolean {
  return mark.startsWith(KEY_MARK);
}

/** All marks of a line that are stored. Only lines that can create a game are found by their maker. */
export function storedMarks(line: MatchedFields & Pick<GameLine, 'enriches'>): string[] {
  return [...new Set([...listMarks(line), ...(line.enriches ? [] : makerMarks(line))])];
}

/** Whether the mark is shared by many games, so that it finds only games with a similar title. */
export function isMakerMark(mark: string): boolean {
  return mark.startsWith(MAKER_MARK);
}

/** Who released it on which platform in which year. */
export function makerMarks({ platforms }: MatchedFields): string[] {
  return platforms.flatMap(({ platform, releases = [] }) => {
    const companies = releases.flatMap((release) => release.companies.map(({ company }) => companyFamily(company)));
    const years = new Set(releases.flatMap(({ release_date: date }) => date?.slice(0, 4) ?? []));
    const families = [...new Set(companies)].filter((family) => family !== '');
    return families.flatMap((family) =>
      [...years].map((year) => `${MAKER_MARK}${family} ${year} ${hostPlatform(platform)}`),
    );
  });
}

/** Marks of files. A CRC-32 is short, so it only counts within a platform. */
export function hashMarks({ ids = {}, platforms }: MatchedFields): string[] {
  const crcs = (ids.crc32 ?? []).slice(0, MAX_HASHES);
  return [
    ...(ids.sha1 ?? []).slice(0, MAX_HASHES).map((sha1) => `sha1 ${sha1.slice(0, SHA1_DIGITS)}`),
    ...platforms.flatMap(({ platform }) => crcs.map((crc) => `crc32 ${crc} ${hostPlatform(platform)}`)),
  ];
}

/** The databases that the line has ids of, by the names of `ids`. */
export function listDatabases({ ids = {} }: Pick<GameLine, 'ids'>): string[] {
  return Object.keys(ids).filter(isExternalName);
}

function idMarks(line: MatchedFields): string[] {
  return ['key', ...listDatabases(line)].flatMap((name) => (line.ids?.[name] ?? []).map((id) => `${name} ${id}`));
}

export function codeMarks({ platforms }: MatchedFields): string[] {
  return platforms.flatMap(({ platform, releases = [] }) =>
    releases
      .flatMap(({ product_codes }) => product_codes.map(({ product_code }) => plainCode(product_code)))
      .filter((code) => code.length >= MIN_CODE_LENGTH)
      .map((code) => `code ${code} ${hostPlatform(platform)}`),
  );
}

function titleMarks(line: MatchedFields): string[] {
  const { platforms } = line;
  const slugs = platforms.map(({ platform }) => platform);
  const numbered = numberedTitle(line.title, slugs);
  const titles = [...(numbered ? [numbered.title] : []), ...listTitles(line)];
  return titles.slice(0, MAX_TITLES).flatMap((one) => allTitles(one, slugs).map((plain) => `title ${plain}`));
}

/**
 * The main title first. The ids of GameDataBase are titles too, in the romanisation that other sources use. It writes a
 * title as the game shows it, in two scripts: `聖竜伝説モンビット Monbit`. Where there is no hash, the native part counts, too.
 */
export function listTitles({ title, alternate_titles = [], ids }: Omit<MatchedFields, 'platforms'>): string[] {
  const titles = [title, ...alternate_titles.map((other) => other.title), ...(ids?.gamedatabase ?? [])];
  return ids?.gamedatabase && !ids.sha1 && !ids.crc32 ? [...titles, ...titles.flatMap(nativePart)] : titles;
}

const NATIVE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LATIN_WORDS = /(?<=^|\s)\p{Script=Latin}{3}[\p{Script=Latin}\p{P}]*(?=\s|$)/gu;
const MIN_NATIVE_LENGTH = 5;

function nativePart(title: string): string[] {
  if (!NATIVE.test(title)) return [];
  const native = title.replace(LATIN_WORDS, '').trim();
  return native !== title && native.length >= MIN_NATIVE_LENGTH ? [native] : [];
}
