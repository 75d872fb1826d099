import type { AlternateTitle } from '../../bundle/lines.ts';
import { slugOf } from '../../catalog/model/slug.ts';
import { plainTitle, titleKey } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { CompanyContext } from '../../vocabulary/companies.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { isComputer } from '../../vocabulary/platforms.ts';
import { parseDate } from '../dumps/dates.ts';
import { parseDescription } from '../dumps/description.ts';
import { type Entry, makeEntry } from '../dumps/entry.ts';
import { toDump } from '../dumps/hashes.ts';
import { kindOfTitle } from '../dumps/kinds.ts';
import { type Credit, parseCompanies } from '../dumps/publisher.ts';
import { isReleased, onlyDate } from '../dumps/releases.ts';
import { classifyTags, type Status, uniqueStatuses } from '../dumps/tags.ts';
import { describeScript, isEastAsian } from '../dumps/titles.ts';
import { mameKey } from '../mame/lists.ts';
import type { Unknowns } from '../unknowns.ts';
import type { Row } from './rows.ts';
import { interpretTags, parseTags } from './tags.ts';

const NAMELESS = /^[?\s]*$/;
const MAX_ID_LENGTH = 300;
const MACHINE = /^\w{1,60}$/;

/** The key that all rows of a game on one platform share; undefined if the title is unknown. */
export function gameKeyOf(row: Row, platform: string): string | undefined {
  if (NAMELESS.test(row.title)) return undefined;
  const id = slugOf(row.id) || slugOf(row.title) || '-';
  return `${platform.replace('platform:', '')}/${id.slice(0, MAX_ID_LENGTH)}`;
}

export function toEntry(
  { row, platform }: { row: Row; platform: string },
  contractors: Contractors,
  unknowns: Unknowns,
): Entry {
  const { title, spelling, tags: words } = parseDescription(unwrap(boxTitle(row)));
  const { machines: tagged, ...facts } = interpretTags(parseTags(row.tags), unknowns);
  const tags = classifyTags(words);
  const countries = countriesOf(row.region, unknowns);
  const statuses = uniqueStatuses([...facts.statuses, ...tags.statuses]);
  const machines = tagged.filter((name) => MACHINE.test(name));
  const developers = splitNames(row.developer);
  const context = { platform, year: Number(row.date.slice(0, 4)) || undefined };
  // The hash of an arcade machine is the hash of all its versions, which other games may share.
  const dump = machines.length === 0 ? toDump({ md5: row.md5, sha1: row.sha1 }) : undefined;
  return makeEntry({
    ...facts,
    platform,
    title,
    spelling: spelling ? { title: spelling, description: 'GameDataBase spelling' } : undefined,
    others: listOtherTitles(row, title, countries),
    countries,
    kind: facts.kind ?? tags.kinds[0] ?? kindOfTitle(title, { isComputer: isComputer(platform), platform }),
    statuses,
    versions: [...facts.versions, ...tags.versions],
    notes: [...facts.notes, ...tags.notes],
    dates: onlyDate(parseReleaseDate(row.date, statuses, unknowns)),
    credits: [
      ...creditsOf(developers.filter((name) => !contractors.has(name)).join('/'), 'Developed by', context),
      ...creditsOf(developers.filter(contractors.has).join('/'), 'Additional work by', context),
      ...creditsOf(row.publisher, 'Published by', context),
    ],
    sha1: dump?.sha1 === undefined ? [] : [dump.sha1],
    dumps: dump ? [dump] : [],
    gameDataBaseId: slugOf(row.id).slice(0, MAX_ID_LENGTH) || undefined,
    foreignKeys: machines.map((name) => mameKey('arcade', name)),
  });
}

function countriesOf(region: string, unknowns: Unknowns): string[] {
  const names = region.split('/').filter((name) => name.trim() !== '');
  return names.flatMap((name) => {
    const country = findCountry(name);
    if (country === undefined) unknowns.add('region', name);
    return country ?? [];
  });
}

/** The date of a prototype is its build date, so only the year is kept. */
function parseReleaseDate(text: string, statuses: readonly Status[], unknowns: Unknowns): string | undefined {
  const date = parseDate(text);
  if (date !== text && !NAMELESS.test(text)) unknowns.add('release date', text);
  return isReleased(statuses) ? date : date?.slice(0, 4);
}

/** A slash separates companies: `Ukiyotei/SNK`. A date is in the wrong column. */
function creditsOf(text: string, role: string, context: CompanyContext): Credit[] {
  if (parseDate(text)) return [];
  return parseCompanies(text.replaceAll('/', ' / '), role, context);
}

/** A shorter part of a title is too vague to be a title itself. */
const MIN_PART_LENGTH = 6;
const NO_SEPARATOR = /(?!)/;

/** The title of the box, unless it leaves out the number that the screen and the id have: Speedball 2. */
function boxTitle({ title, screenTitle, id }: Row): string {
  const [box, screen] = [plainTitle(title), plainTitle(withoutNotes(screenTitle))];
  const isNumbered = screen.startsWith(box) && /^[2-9]$/.test(screen.slice(box.length));
  return isNumbered && slugOf(id).startsWith(screen) ? screenTitle : title;
}

/** The other titles of a row: in the original script, and on the screen. */
function listOtherTitles(row: Row, title: string, countries: readonly string[]): AlternateTitle[] {
  const screen = withoutNotes(row.screenTitle);
  const known = [titleKey(title), titleKey(screen)];
  const exact = [...nativeTitles(row.titleExact, row.title), ...nativeTitles(row.screenTitleExact, row.screenTitle)];
  return [
    ...[...new Set(exact)]
      .filter((text) => text !== '' && !known.includes(titleKey(text)))
      .map((text) => ({ title: text, description: describeScript(text, countries) })),
    ...(screen !== '' && known[0] !== known[1] ? [{ title: screen, description: 'In-game title' }] : []),
  ];
}

/**
 * The original spelling without the romanised title, which is often before or after it: `Red Alarm レッドアラーム`. If only
 * a part of the title is before it, the rest may be the whole title (`Jack Bros. ジャック・ブラザースの迷路でヒーホー!`) or only
 * its end (`Wario Land アワゾンの秘宝`), so both are returned.
 */
export function nativeTitles(exact: string, title: string): string[] {
  const words = withoutNotes(exact).split(' ');
  const own = titleKey(withoutNotes(title));
  const first = words.findIndex(isEastAsian);
  const last = words.findLastIndex(isEastAsian);
  const whole = words.join(' ');
  const end = words.slice(first).join(' ');
  if (first < 0) return [whole];
  if (titleKey(words.slice(0, first).join(' ')) === own) return [end];
  if (titleKey(words.slice(last + 1).join(' ')) === own) return [words.slice(0, last + 1).join(' ')];
  const isPart = first > 0 && words.slice(first).every(isEastAsian) && end.length >= MIN_PART_LENGTH;
  return isPart ? [whole, end] : [whole];
}

/** A title in parentheses was never used for a sale. */
export function unwrap(title: string): string {
  return title.replace(/^\(((?:[^()]|\([^()]*\))*)\)?$/, '$1');
}

function withoutNotes(text: string): string {
  return text === '' ? '' : parseDescription(unwrap(text), NO_SEPARATOR).title;
}

/** In fewer games, a name that is never first may be a developer by chance. */
const MIN_GAMES = 4;

export type Contractors = ReturnType<typeof makeContractors>;

/**
 * The column of developers also names studios for sound, voices or programming, after the developer: `SEGA AM2/81 Produce`.
 * They are those who are in many games, but never first, and publish none.
 */
export function makeContractors() {
  const games = new Map<string, Set<string>>();
  const leading = new Set<string>();
  return {
    add: (game: string, { developer, publisher }: Row) => {
      const [first = '', ...others] = splitNames(developer);
      for (const name of [first, ...splitNames(publisher)]) leading.add(name);
      for (const name of others) getOrInsert(games, name, () => new Set()).add(game);
    },
    /** Whether somebody made only a part of games. */
    has: (name: string) => !leading.has(name) && (games.get(name)?.size ?? 0) >= MIN_GAMES,
  };
}

function splitNames(text: string): string[] {
  return text
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
