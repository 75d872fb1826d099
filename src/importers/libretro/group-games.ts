import { AUTHOR, companyFamily, companyKey } from '../../vocabulary/companies.ts';
import { areaOf } from '../../vocabulary/countries.ts';
import { isComputer, MODERN_PLATFORMS } from '../../vocabulary/platforms.ts';
import { gameKeyOf, yearOf } from '../dumps/entry.ts';
import { kindOf } from '../dumps/kinds.ts';
import { withoutStatuses } from '../dumps/releases.ts';
import type { Status } from '../dumps/tags.ts';
import { chooseTitle } from '../dumps/titles.ts';
import type { LibretroEntry } from './entry.ts';
import { withoutFanRecords } from './fan-records.ts';
import { countriesOf, joinKnownTitles, joinOtherTitles, joinRegions, type TitleGroup } from './regional-titles.ts';

const CHANGED: readonly Status[] = ['pirate', 'hack', 'crack'];

interface Game {
  key: string;
  members: string[];
  entries: LibretroEntry[];
  /** Whether its lines only add to a game of another source. */
  onlyEnriches: boolean;
  /** The versions of which one has the title of the game. */
  titled?: LibretroEntry[] | undefined;
}

/**
 * ROMs with one title are one game, by its key, and so are versions of one parent, and the titles of a game in different regions. On computers anybody
 * may have made another game of that title: what another maker made in another year is one, as the forty games called Tetris
 * on DOS. The first game has the title as its key.
 */
export function groupGames(platform: string, all: readonly LibretroEntry[], creates: boolean, source: string): Game[] {
  const entries = withoutFanRecords(platform, all);
  const keyOf = ({ titleKey, parent }: Pick<LibretroEntry, 'titleKey' | 'parent'>) =>
    gameKeyOf(source, platform, parent ?? titleKey);
  if (isComputer(platform)) {
    const games = [...Map.groupBy(entries, keyOf)].flatMap(([key, own]) => splitNamesakes(key, own));
    return games.map(([key, own]) => ({
      key,
      members: [],
      entries: withoutCopyrightYears(own),
      onlyEnriches: false,
      titled: parentsIn(own),
    }));
  }
  const hasList = entries.some(({ isListed }) => isListed);
  const groups = [...groupByMachine(entries)].flatMap(([machine, made]) => {
    const titles = Array.from(Map.groupBy(made, keyOf), ([key, own]) => ({ keys: [key], entries: own }));
    // A title that only enriches finds its game by itself.
    const joinsTitles = creates || MODERN_PLATFORMS.has(platform);
    // First what tables know: an expansion has the countries of its game, but maybe not those of one of its titles.
    const joined = joinRegions(joinsTitles ? joinKnownTitles(titles, platform) : titles);
    return (joinsTitles ? joinOtherTitles(joined) : joined).map((group) => ({ ...group, machine }));
  });
  // Where a list of dumps has all games, a record that has none of its titles and codes is about something else.
  const known = groups.filter(
    ({ entries: own }) => !hasList || own.some((entry) => entry.isListed || !entry.isBySerial),
  );
  return known.map((group) => {
    const key = nameByMachine(keyOf(chooseTitle(withoutStatuses(group.entries, CHANGED))), group);
    const isNew =
      group.entries.some(({ isListed, isReissue }) => (isListed || !hasList) && !isReissue) &&
      !(creates && !MODERN_PLATFORMS.has(platform) && isTranslation(group));
    const members = group.keys.map((one) => nameByMachine(one, group)).filter((one) => one !== key);
    return {
      key,
      members,
      entries: withoutCopyrightYears(withoutFactsOfTools(group.entries)),
      onlyEnriches: !isNew || group.machine !== undefined,
      titled: parentsIn(group.entries),
    };
  });
}

/** Undefined where the list names no parents, or they were never sold. */
function parentsIn(entries: readonly LibretroEntry[]): LibretroEntry[] | undefined {
  if (entries.every(({ parent }) => parent === undefined)) return undefined;
  const parents = entries.filter(({ parent, statuses }) => parent === undefined && statuses.length === 0);
  return parents.length > 0 ? parents : undefined;
}

const SOLD_IN_ENGLISH = ['Europe', 'United Kingdom', 'Ireland'];

/**
 * What was sold in France, Germany or other countries of the continent alone has a translated title of a game that was sold elsewhere,
 * too, and no code that joins them.
 */
function isTranslation(group: TitleGroup): boolean {
  const countries = countriesOf(group);
  return (
    countries.length > 0 &&
    countries.every((country) => areaOf(country) === 'europe' && !SOLD_IN_ENGLISH.includes(country))
  );
}

type MachineGroup = TitleGroup & { machine: string | undefined };

/** The key of a game of an older machine says which: such a game is compared as one of that machine. */
function nameByMachine(key: string, { machine }: MachineGroup): string {
  return machine === undefined ? key : `${key}@${machine.replace('platform:', '')}`;
}

/** What a list of dumps has as a tool is no game by lists of facts, such as the pictures of a game for PlayView. */
function withoutFactsOfTools(entries: LibretroEntry[]): LibretroEntry[] {
  const listed = entries.filter(({ isListed }) => isListed);
  return listed.length > 0 && kindOf(listed) === 'utility' ? listed : entries;
}

/** The year of a copyright is no date of a release where another one is known. */
function withoutCopyrightYears(entries: LibretroEntry[]): LibretroEntry[] {
  if (!entries.some((entry) => !entry.hasCopyrightYear && !Number.isNaN(yearOf(entry)))) return entries;
  return entries.map((entry) =>
    entry.hasCopyrightYear ? { ...entry, dates: entry.dates.map((date) => ({ ...date, date: null })) } : entry,
  );
}

/** The games of one title that several people made, by their keys. */
function splitNamesakes(key: string, entries: LibretroEntry[]): [key: string, entries: LibretroEntry[]][] {
  const games: { entries: LibretroEntry[]; makers: Set<string>; year: number }[] = [];
  const { true: made = [], false: unknown = [] } = Object.groupBy(entries, (entry) => `${hasMaker(entry)}`);
  for (const entry of made.toSorted((a, b) => yearOf(a) - yearOf(b))) {
    const makers = makersOf(entry);
    const known = games.find((game) => game.year === yearOf(entry) || !game.makers.isDisjointFrom(makers));
    if (!known) games.push({ entries: [entry], makers, year: yearOf(entry) });
    else {
      known.entries.push(entry);
      known.makers = known.makers.union(makers);
    }
  }
  const [first, ...others] = games;
  if (!first || others.length === 0) return [[key, entries]];
  return [
    [key, [...first.entries, ...unknown]],
    ...others.map((game): [string, LibretroEntry[]] => [`${key}@${game.year}`, withKind(game.entries)]),
  ];
}

/** What persons wrote after a game that was there is a program of their own. */
function withKind(entries: LibretroEntry[]): LibretroEntry[] {
  const isOfPersons = entries.every(({ credits }) => credits.every(({ role }) => role === AUTHOR));
  return isOfPersons ? entries.map((entry) => ({ ...entry, statuses: ['homebrew'] })) : entries;
}

/** A game that was sold in countries has publishers there. */
function hasMaker(entry: LibretroEntry): boolean {
  return entry.countries.length === 0 && !Number.isNaN(yearOf(entry)) && makersOf(entry).size > 0;
}

function makersOf({ credits }: LibretroEntry): Set<string> {
  return new Set(credits.map(({ name }) => companyFamily(companyKey(name))).filter((family) => family !== ''));
}

/**
 * Entries by the machine that they were made for: the Wii has two games called Sonic the Hedgehog, of the Mega Drive and of
 * the Master System. For an entry that names no machine, the other entries of its title decide: for facts the machine
 * of most dumps, and for a dump that of the facts, if all of them have the same.
 */
function groupByMachine(entries: readonly LibretroEntry[]): Map<string | undefined, LibretroEntry[]> {
  const titles = Map.groupBy(entries, ({ titleKey }) => titleKey);
  const usual = new Map(Array.from(titles, ([title, own]) => [title, usualMachines(own)]));
  return Map.groupBy(entries, ({ machine, isListed, gameCodes, titleKey }) => {
    const { ofDumps, ofFacts } = usual.get(titleKey) ?? {};
    return machine ?? (gameCodes.length > 0 ? undefined : isListed ? ofFacts : ofDumps);
  });
}

/** The machine of most dumps, if all of them name one, and the one that all facts with a code name. */
function usualMachines(title: readonly LibretroEntry[]) {
  const dumps = Map.groupBy(
    title.filter(({ isListed }) => isListed),
    ({ machine }) => machine,
  );
  const facts = title.filter(({ isListed, gameCodes }) => !isListed && gameCodes.length > 0);
  const [first, ...others] = new Set(facts.map(({ machine }) => machine));
  const [most] = [...dumps].toSorted(([, a], [, b]) => b.length - a.length);
  return { ofDumps: dumps.has(undefined) ? undefined : most?.[0], ofFacts: others.length === 0 ? first : undefined };
}
