import { slugOf } from '../../catalog/model/slug.ts';
import { titleKey } from '../../folding.ts';
import { type Entry, yearOf } from '../dumps/entry.ts';

interface Game {
  key: string;
  own: Entry[];
}

/** Versions of an arcade machine appear soon after each other. */
const MAX_YEARS_BETWEEN_MACHINES = 3;
const MAX_YEARS_BETWEEN_EDITIONS = 15;

/** The games among the rows of one id. */
export function splitGames(group: string, entries: readonly Entry[]): Game[] {
  return entries.every(isMachine) ? splitMachines(group, entries) : splitEditions(group, entries);
}

function isMachine(entry: Entry): boolean {
  return (entry.foreignKeys ?? []).length > 0 && yearOf(entry) > 0;
}

/** The files of makers of arcade machines have ids of their own: two games of one title may share one. */
function splitMachines(group: string, entries: readonly Entry[]): Game[] {
  const games: Game[] = [];
  for (const entry of entries.toSorted((a, b) => yearOf(a) - yearOf(b))) {
    const last = games.at(-1)?.own.at(-1);
    if (last && yearOf(entry) - yearOf(last) <= MAX_YEARS_BETWEEN_MACHINES) games.at(-1)?.own.push(entry);
    else games.push({ key: last ? `${group}@${yearOf(entry)}` : group, own: [entry] });
  }
  return games;
}

/**
 * A game with a subtitle, later than the one without and by other developers, or decades later, is another game. So is one with
 * another year in its title, which appeared later in the same country: Hop 96.
 */
function splitEditions(group: string, entries: readonly Entry[]): Game[] {
  const others = entries.filter((entry) => isOtherEdition(entry, entries) || isOtherSeason(entry, entries));
  const [first] = others.toSorted((a, b) => yearOf(a) - yearOf(b));
  if (!first) return [{ key: group, own: [...entries] }];
  const gameDataBaseId = slugOf(first.title).replaceAll('-', '');
  return [
    { key: group, own: entries.filter((entry) => !others.includes(entry)) },
    { key: `${group}@${gameDataBaseId}`, own: others.map((entry) => ({ ...entry, gameDataBaseId })) },
  ];
}

/** Decades later, the game itself is sold again. */
const REISSUE = /\d|\b(?:anniversary|pack)\b/i;

function isOtherEdition(entry: Entry, entries: readonly Entry[]): boolean {
  const [title = '', subtitle] = entry.title.split(': ');
  const plain = entries.filter((other) => subtitle !== undefined && other.titleKey === titleKey(title));
  const own = entries.filter((other) => other.titleKey === entry.titleKey);
  const yearsLater = firstYear(own) - firstYear(plain);
  if (plain.length === 0 || !(yearsLater > 0 && yearsLater < Infinity)) return false;
  const [developers, others] = [developersOf(own), developersOf(plain)];
  if (developers.size > 0 && others.size > 0 && developers.isDisjointFrom(others)) return true;
  return yearsLater > MAX_YEARS_BETWEEN_EDITIONS && !REISSUE.test(subtitle as string);
}

const SEASON = / '?(?:9\d|20[01]\d)$/;

function isOtherSeason(entry: Entry, entries: readonly Entry[]): boolean {
  const [base, season = ''] = splitSeason(entry);
  if (season === '') return false;
  const others = entries.filter((other) => splitSeason(other)[0] === base && splitSeason(other)[1] !== season);
  return entries.some(
    (own) =>
      splitSeason(own)[1] === season &&
      others.some((other) => isInSameCountry(own, other) && yearOf(other) < yearOf(own)) &&
      others.every((other) => !isInSameCountry(own, other) || yearOf(other) <= yearOf(own)),
  );
}

/** The title without the year of its season, and the season: `hop` and `96`. */
function splitSeason({ title }: Entry): [base: string, season?: string] {
  const season = SEASON.exec(title)?.[0];
  return season === undefined
    ? [titleKey(title)]
    : [titleKey(title.slice(0, -season.length)), season.replace(/\D/g, '')];
}

function isInSameCountry({ countries: a }: Entry, { countries: b }: Entry): boolean {
  return a.some((country) => b.includes(country));
}

function firstYear(entries: readonly Entry[]): number {
  return Math.min(...entries.map(yearOf).filter((year) => year > 0));
}

function developersOf(entries: readonly Entry[]): Set<string> {
  const credits = entries.flatMap((entry) => entry.credits);
  return new Set(credits.filter(({ role }) => role === 'Developed by').map(({ name }) => name));
}
