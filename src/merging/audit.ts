import type { CorrectionLine } from '../bundle/lines.ts';
import { dateOfFirst, type GameRecord } from '../catalog/model/record.ts';
import { plainTitle } from '../folding.ts';
import { getOrInsert } from '../get-or-insert.ts';
import { compare } from '../matching/compare.ts';
import { describe, type Evidence } from '../matching/evidence.ts';
import { formatReason } from '../matching/explain.ts';
import type { CatalogReader } from '../store/catalog-store.ts';
import { articleFirst } from '../vocabulary/articles.ts';
import { findPlatform } from '../vocabulary/platforms.ts';
import { entryKey } from '../vocabulary/vocabulary.ts';
import { createsGames, parseLayer } from './load/layer-line.ts';
import { describeGame } from './match/find-game.ts';

export interface AuditCheck {
  name: string;
  findings: Finding[];
}

/** Something that looks wrong, with the line that would mend it. */
export interface Finding {
  text: string;
  /** A line for `ludex import corrections`. */
  correction?: Omit<CorrectionLine, 'key'>;
  /** A row for a table in `vocabulary/`, where a correction cannot help. */
  row?: string;
}

type Check = (record: GameRecord, reader: CatalogReader) => Finding[] | Promise<Finding[]>;

const RECORD_CHECKS: readonly [name: string, check: Check][] = [
  ['dates before the platform existed', findEarlyDates],
  ['first dates that are not those of the first release', findOtherFirst],
  ['leftovers in titles', findResidues],
  ['dozens of alternate titles', findManyTitles],
  ['games whose sources have years far apart', findContradictoryYears],
];

/** Looks through all games for what is probably wrong. Changes nothing. */
export async function auditCatalog(
  reader: CatalogReader,
  gameIds: readonly number[],
  onProgress: (done: number, total: number) => void,
): Promise<AuditCheck[]> {
  const checks = RECORD_CHECKS.map(([name, check]) => ({ name, check, findings: [] as Finding[] }));
  const places = new Map<string, number[]>();
  const companies = new Map<string, number>();
  for (const [i, gameId] of gameIds.entries()) {
    onProgress(i, gameIds.length);
    const game = await reader.findGame(gameId);
    if (!game) continue;
    const record = JSON.parse(game.record) as GameRecord;
    for (const { check, findings } of checks) findings.push(...(await check(record, reader)));
    for (const place of listPlaces(record)) getOrInsert(places, place, () => []).push(gameId);
    for (const name of listCompanyNames(record)) companies.set(name, (companies.get(name) ?? 0) + 1);
  }
  return [
    { name: 'twins on one platform in one year', findings: await findTwins(reader, places) },
    ...checks.map(({ name, findings }) => ({ name, findings })),
    { name: 'companies that differ by legal form or punctuation', findings: findSpellings(companies) },
  ];
}

/** A date that is so much too early is the date of another platform. */
const WRONG_PLATFORM_YEARS = 3;

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

function findResidues({ game_id, title }: GameRecord): Finding[] {
  const named = articleFirst(title);
  // Apple II programs spell II as ][.
  if (named === title && !TAG.test(title.replaceAll('][', 'II'))) return [];
  const clean = RESIDUES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), named).trim();
  const text = `game ${game_id} ${title}`;
  return [clean === '' || clean === title ? { text } : { text, correction: { game: game_id, title: clean } }];
}

const MAX_ALTERNATE_TITLES = 24;
const KEPT_ALTERNATE_TITLES = 12;

function findManyTitles({ game_id, title, alternate_titles: all }: GameRecord): Finding[] {
  if (all.length <= MAX_ALTERNATE_TITLES) return [];
  const distinct = new Map(all.toReversed().map((other) => [plainTitle(other.title), other]));
  const kept = all.filter((other) => distinct.get(plainTitle(other.title)) === other).slice(0, KEPT_ALTERNATE_TITLES);
  const text = `game ${game_id} ${title}: ${all.length} alternate titles`;
  return [{ text, correction: { game: game_id, alternate_titles: kept } }];
}

const MAX_YEARS_APART = 12;

/** Finds layers that were made long before or after all others of their game and share no company with them. */
async function findContradictoryYears(record: GameRecord, reader: CatalogReader): Promise<Finding[]> {
  const { game_id, title, platforms } = record;
  const years = platforms.flatMap(({ first_release_date: date }) => (date ? [Number(date.slice(0, 4))] : []));
  if (!(Math.max(...years) - Math.min(...years) > MAX_YEARS_APART)) return [];
  const layers = (await reader.listLayers(game_id)).filter(createsGames);
  const all = layers.map((layer) => ({ key: layer.key, own: describe(parseLayer(layer), layer.source) }));
  const odd = all.filter(
    (one) => all.length > 1 && all.every((other) => other === one || contradict(one.own, other.own)),
  );
  return odd.map(({ key, own }) => ({
    text: `game ${game_id} ${title}: ${key} is of ${[...new Set(yearsOf(own))].toSorted().join(', ')}`,
    correction: { split: key },
  }));
}

function contradict(a: Evidence, b: Evidence): boolean {
  const [one, other] = [yearsOf(a), yearsOf(b)];
  if (one.length === 0 || other.length === 0 || !a.companies.isDisjointFrom(b.companies)) return false;
  return one.every((year) => other.every((also) => Math.abs(year - also) > MAX_YEARS_APART));
}

function yearsOf({ years }: Evidence): number[] {
  return [...years.values()].flat();
}

/** Prototypes, hacks and the like may have the title of another game. */
const KIND = 'Kind';

/** The places that only one ordinary game should have: a platform, a year and a title. */
function listPlaces({ title, platforms }: GameRecord): string[] {
  if (platforms.some(({ attributes }) => attributes.some((one) => one.attribute_category_name === KIND))) return [];
  const plain = plainTitle(title);
  return platforms.flatMap(({ platform_name, first_release_date }) =>
    first_release_date === null ? [] : [`${platform_name}, ${first_release_date.slice(0, 4)}, ${plain}`],
  );
}

/** Says why the matcher keeps apart the games of one place. */
async function findTwins(reader: CatalogReader, places: ReadonlyMap<string, number[]>): Promise<Finding[]> {
  const twins = new Map<string, [place: string, ids: number[]]>();
  for (const [place, ids] of places) if (ids.length > 1) getOrInsert(twins, ids.join(), () => [place, ids]);
  return Array.fromAsync(twins.values(), async ([place, merge]) => {
    const [first, second] = merge as [number, number];
    const { reasons } = compare(await describeGame(reader, first), await describeGame(reader, second));
    const apart = reasons.map(formatReason).join(', ') || 'nothing in common';
    return { text: `games ${merge.join(' and ')} (${place}); apart by ${apart}`, correction: { merge } };
  });
}

const LEGAL_FORMS =
  /\b(incorporated|inc|limited|ltd|company|co|corporation|corp|gmbh|plc|llc|sa|sarl|srl|spa|bv|ab|oy|pty|kk|ag)\b/g;

function listCompanyNames({ platforms }: GameRecord): string[] {
  const releases = platforms.flatMap((platform) => platform.releases);
  return releases.flatMap(({ companies }) => companies.map(({ company_name }) => company_name));
}

/** Names of companies that differ only by legal form, punctuation, spaces or case; the most frequent name first. */
function findSpellings(counts: ReadonlyMap<string, number>): Finding[] {
  const spellings = Map.groupBy(counts.keys(), foldCompany);
  spellings.delete('');
  return [...spellings.values()].flatMap((names) => {
    const [first, ...others] = names.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
    const row = others.map((other) => `${other}\t${first}`).join('\n');
    return others.length === 0 ? [] : [{ text: `${first}: ${others.join(', ')}`, row }];
  });
}

function foldCompany(name: string): string {
  const words = name.normalize('NFKD').toLowerCase().replaceAll('.', '').replace(LEGAL_FORMS, ' ');
  return words.replace(/^the /, '').replace(/[^\p{Letter}\p{Number}]/gu, '');
}
