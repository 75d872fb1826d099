import { plainTitle } from '../../folding.ts';
import { renamedTitles } from '../../matching/known-titles.ts';
import { readTable } from '../../vocabulary/tables.ts';
import type { LibretroEntry } from './entry.ts';
import { absorb, countriesOf, isEmpty, isListedGame, type TitleGroup, withTitle } from './regional-titles.ts';

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

/**
 * Joins titles that `same-titles.tsv` has for one game, editions to their games, and titles that have a subtitle in the East or
 * in the West only.
 */
export function joinOtherTitles(titles: readonly TitleGroup[], platform: string): TitleGroup[] {
  joinKnownTitles(titles.filter(isListedGame), platform);
  joinSubtitles(titles.filter((title) => !isEmpty(title)));
  for (const title of titles) nameEditions(title);
  return titles.filter((title) => !isEmpty(title));
}

/** Titles of one game that the table has under a third one, which nobody used on this platform, are one game, too. */
function joinKnownTitles(titles: readonly TitleGroup[], platform: string): void {
  const games = new Map<string, TitleGroup>();
  for (const title of titles) {
    const known = namesOf(title).flatMap((name) => [plainTitle(name), ...renamedTitles(name, [platform])]);
    const [game = title, ...others] = new Set(known.flatMap((one) => games.get(one) ?? []));
    if (game !== title) absorb(game, title);
    for (const other of others) absorb(game, other);
    for (const [one, owner] of games) if (others.includes(owner)) games.set(one, game);
    for (const one of known) games.set(one, game);
  }
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
