import { plainTitle } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { renamedTitles } from '../../matching/known-titles.ts';
import { isImportedByDefault } from '../../vocabulary/kinds.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { kindOf } from '../dumps/kinds.ts';
import { chooseTitle } from '../dumps/titles.ts';
import type { LibretroEntry } from './entry.ts';

/** The entries of a game, and the keys of its titles. */
export interface TitleGroup {
  keys: string[];
  entries: LibretroEntry[];
}

/**
 * Joins the titles that a game has in different regions, by its code. Titles of one country are games of their own, unless the
 * code is that of one region: on Xbox 360, an expansion may have the code of its game.
 */
export function joinRegions(titles: readonly TitleGroup[]): TitleGroup[] {
  const [listed, others] = [titles.filter(isListedGame), titles.filter((title) => !isListedGame(title))];
  const byCode = new Map<string, TitleGroup[]>();
  for (const title of listed) {
    const codes = codesOf(title);
    const known = new Set(codes.flatMap((code) => byCode.get(code) ?? []).filter((group) => areOne(group, title)));
    const [group = title, ...more] = known;
    if (group !== title) absorb(group, title);
    for (const other of more) if (!isEmpty(other) && areOne(group, other)) absorb(group, other);
    for (const code of codesOf(group)) {
      const groups = getOrInsert(byCode, code, () => []);
      if (!groups.includes(group)) groups.push(group);
    }
  }
  const left = joinFacts(others, byCode);
  return [...listed, ...left].filter((group) => !isEmpty(group));
}

/**
 * Facts about a game under another title, by its code in the region. Where several lists of facts have that code, the others
 * are about versions that amateurs made of the game.
 */
function joinFacts(facts: readonly TitleGroup[], byCode: ReadonlyMap<string, TitleGroup[]>): TitleGroup[] {
  const counts = new Map<string, number>();
  for (const code of facts.filter(isOfFacts).flatMap(regionsOf)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return facts.filter((group) => {
    if (!isOfFacts(group)) return true;
    const games = regionsOf(group).map((code) => (counts.get(code) === 1 ? byCode.get(code) : undefined)?.[0]);
    const [game] = games;
    if (!game || games.some((other) => other !== game) || hasFacts(game, regionsOf(group))) return true;
    absorb(game, { ...group, entries: group.entries.map((entry) => withTitle(entry, game)) });
    return false;
  });
}

/** Under the title of the game that is best known, with its own as an alternate title. */
function withTitle(entry: LibretroEntry, game: TitleGroup, notes: string[] = []): LibretroEntry {
  const listed = game.entries.filter(({ isListed }) => isListed);
  const { title, titleKey } = listed.length > 0 ? chooseTitle(listed) : entry;
  const other = { title: entry.title, description: 'Alternate title' };
  return { ...entry, title, titleKey, spelling: undefined, others: [...entry.others, other], notes };
}

function isListedGame({ entries }: TitleGroup): boolean {
  return entries.some(({ isListed }) => isListed) && isImportedByDefault(kindOf(entries));
}

function isOfFacts({ entries }: TitleGroup): boolean {
  return entries.every(({ isListed }) => !isListed);
}

function hasFacts({ entries }: TitleGroup, codes: readonly string[]): boolean {
  return entries.some(
    ({ isListed, gameCodes }) => !isListed && gameCodes.some(({ region }) => region && codes.includes(region)),
  );
}

function areOne(a: TitleGroup, b: TitleGroup): boolean {
  if (!new Set(regionsOf(a)).isDisjointFrom(new Set(regionsOf(b)))) return true;
  return new Set(countriesOf(a)).isDisjointFrom(new Set(countriesOf(b)));
}

function codesOf({ entries }: TitleGroup): string[] {
  return [
    ...new Set(entries.flatMap(({ gameCodes }) => gameCodes.flatMap(({ game, region }) => [game, region ?? game]))),
  ];
}

function regionsOf({ entries }: TitleGroup): string[] {
  return [...new Set(entries.flatMap(({ gameCodes }) => gameCodes.flatMap(({ region }) => region ?? [])))];
}

/** Lists of facts translate titles, and keep the country. Prototypes have titles that were changed later. */
export function countriesOf({ entries }: TitleGroup): string[] {
  return entries
    .filter(({ isListed, statuses }) => isListed && statuses.length === 0)
    .flatMap(({ countries }) => countries);
}

function absorb(group: TitleGroup, other: TitleGroup): void {
  group.keys.push(...other.keys.splice(0));
  group.entries.push(...other.entries.splice(0));
}

function isEmpty({ entries }: TitleGroup): boolean {
  return entries.length === 0;
}

/** What was sold as another edition of the game itself, or as a part of it. Pac-Man: Championship Edition is another game. */
const EDITION = new RegExp(
  String.raw`(?<!\b(?:championship|arcade|hd|dx|remix) )\bedition$|^(?:${[
    "value plus|international|essentials|director's cut|psp the best|best collection|the full package|the ultimate box",
    'kanzenban|gentei(?:ban| box)|shokai genteiban|tokubetsuban|tokusouban|aizouban|okaidoku ban|friendly ban|kyoutouban',
    'kihon muryouban|muryou(?: download ban|-ban)|free-to-play version|free alliances version|english version|japanese version',
    'multiplayer|single player|solo campaign|online pass|a criterion game|a telltale games series|liveware evolution',
  ].join('|')})$`,
  'i',
);
/** `Hop: Skip - Gold Edition` is an edition of another game, which is not listed; `Hop: 2014 Edition` is the next one. */
const OTHER_GAME = /: | - |\d(?!\d*(?:th|st|nd|rd) Anniversary\b)/i;
/** Far from where a game is made, it has a subtitle of its own, or none. */
const EAST = ['Japan', 'South Korea', 'China', 'Taiwan', 'Asia', 'Hong Kong'];
const EVERYWHERE = 'Worldwide';
const MIN_TITLE_LENGTH = 3;
/** Titles of games of their own that look like those of editions or of other countries. */
const OWN_TITLES = new Set(readTable('own-titles.tsv').map(([title = '']) => plainTitle(title)));

/** Joins editions to their games, and titles that have a subtitle in the East or in the West only. */
export function joinOtherTitles(titles: readonly TitleGroup[]): TitleGroup[] {
  joinSubtitles(titles.filter((title) => !isEmpty(title)));
  for (const title of titles) nameEditions(title);
  return titles.filter((title) => !isEmpty(title));
}

/**
 * Joins titles that the tables have for one game. Titles that they have under a third one, which nobody used on this platform,
 * are one game, too.
 */
export function joinKnownTitles(titles: readonly TitleGroup[], platform: string): TitleGroup[] {
  const games = new Map<string, TitleGroup>();
  for (const title of titles.filter(isListedGame)) {
    const known = namesOf(title).flatMap((name) => [plainTitle(name), ...renamedTitles(name, [platform])]);
    const [game = title, ...others] = new Set(known.flatMap((one) => games.get(one) ?? []));
    if (game !== title) absorb(game, title);
    for (const other of others) absorb(game, other);
    for (const [one, owner] of games) if (others.includes(owner)) games.set(one, game);
    for (const one of known) games.set(one, game);
  }
  return titles.filter((title) => !isEmpty(title));
}

function joinSubtitles(titles: readonly TitleGroup[]): void {
  const games = new Map(titles.filter(isListedGame).flatMap((title) => namesOf(title).map((name) => [name, title])));
  const subtitled = [...games].flatMap(([name, title]) => {
    const [game, subtitle] = splitTitle(name, games);
    return game && game !== title && !OWN_TITLES.has(plainTitle(name)) ? [{ game, title, subtitle }] : [];
  });
  for (const { game, title, subtitle } of subtitled) {
    if (isEmpty(title) || isEmpty(game)) continue;
    if (isEdition(subtitle)) absorb(game, asEdition(title, game, subtitle));
  }
  for (const { game, title } of subtitled) {
    if (isEmpty(title) || isEmpty(game) || !isForOtherSide(title, game)) continue;
    const rivals = subtitled.filter((other) => other.game === game && !isEmpty(other.title) && other.title !== title);
    if (!rivals.some((other) => isForOtherSide(other.title, game))) absorb(game, title);
  }
}

function isEdition(subtitle: string): boolean {
  return EDITION.test(subtitle) && !OTHER_GAME.test(subtitle);
}

/** Where a code has joined an edition of one country to its game, it does not name the game. */
function nameEditions(group: TitleGroup): void {
  const games = new Map(group.entries.filter(({ isListed }) => isListed).map((entry) => [entry.title, entry]));
  const named = group.entries.splice(0).map((entry) => {
    const game = games.keys().find((name) => entry.title.startsWith(`${name}: `));
    const subtitle = entry.title.slice((game ?? '').length + 2);
    if (game === undefined || !EDITION.test(subtitle)) return entry;
    return withTitle(entry, { keys: [], entries: [games.get(game) as LibretroEntry] }, [subtitle]);
  });
  group.entries.push(...named);
}

function namesOf({ entries }: TitleGroup): string[] {
  return [...new Set(entries.filter(({ isListed }) => isListed).map(({ title }) => title))];
}

/** The game that the title before the subtitle is that of, and the subtitle. */
function splitTitle(name: string, games: ReadonlyMap<string, TitleGroup>): [TitleGroup | undefined, string] {
  const separators = [...name.matchAll(/: | - | (?=International$|\S+ Edition$)/g)].reverse();
  for (const { index, 0: separator } of separators) {
    const game = index >= MIN_TITLE_LENGTH ? games.get(name.slice(0, index)) : undefined;
    if (game) return [game, name.slice(index + separator.length)];
  }
  return [undefined, ''];
}

function asEdition(edition: TitleGroup, game: TitleGroup, name: string): TitleGroup {
  const entries = edition.entries.splice(0);
  return { keys: edition.keys.splice(0), entries: entries.map((entry) => withTitle(entry, game, [name])) };
}

/** Sold in the East only and the game in none of these countries, or the other way round. */
function isForOtherSide(title: TitleGroup, game: TitleGroup): boolean {
  const [own, others] = [sidesOf(title), sidesOf(game)];
  if (own.size !== 1 || others.isSubsetOf(own)) return false;
  const [countries, ofGame] = [new Set(countriesOf(title)), new Set(countriesOf(game))];
  return !countries.has(EVERYWHERE) && !ofGame.has(EVERYWHERE) && countries.isDisjointFrom(ofGame);
}

function sidesOf(title: TitleGroup): Set<boolean> {
  return new Set(countriesOf(title).map((country) => EAST.includes(country)));
}
