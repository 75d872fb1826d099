import type { GameLine, GamePlatformLine } from '../../bundle/lines.ts';
import { findTextProblem, toPlainText } from '../../bundle/plain-text.ts';
import { slugOf } from '../../catalog/model/slug.ts';
import { companyName } from '../../vocabulary/companies.ts';
import { attributeKey } from '../attributes.ts';
import { compareText, sortedUnique } from '../sorting.ts';
import {
  addUnknown,
  type Context,
  findGenres,
  findMode,
  listClassGenres,
  listCountries,
  type PlatformFacts,
  platformKeys,
  platformOf,
  RATINGS,
} from './context.ts';
import type { Item, Statement } from './item.ts';
import { chooseTitle, listAlternateTitles } from './names.ts';
import { type Credit, listReleases, platformOfDate, type Release } from './releases.ts';
import { averageScore } from './scores.ts';

const LONGEST_URL = 2000;
const LONGEST_GROUP_NAME = 400;
/** A series has the name of its games: `Doom (video game series)` is Doom. */
const SERIES_WORDS = /(?<=\S) (\([^()]*(series|franchise)\)|(video game )?(series|franchise))$/i;

/** Undefined if the item has no title or no known platform. */
export function toGameLine(item: Item, context: Context): GameLine | undefined {
  const platforms = listPlatforms(item, context);
  const known = platforms.filter(({ isKnown }) => isKnown);
  const title = chooseTitle(item);
  if (known.length === 0) context.skipped.games++;
  else if (title === undefined) context.unknowns.add('game', 'without a title');
  if (known.length === 0 || title === undefined) return undefined;
  const keys = sortedUnique(known.map(({ key }) => key));
  const { releases, skippedPublishers } = listReleases({
    platforms: keys,
    dates: listDates(item, platforms, context),
    developers: listCredits(item.statements.developers, context),
    publishers: listCredits(item.statements.publishers, context),
  });
  context.skipped.publishers += skippedPublishers;
  countUnknownModes(item, context);
  const ratings = listRatings(item, keys, context);
  const lines = Map.groupBy(releases, ({ platform }) => platform);
  return {
    key: `wikidata:${item.id}`,
    title,
    alternate_titles: listAlternateTitles(item, title),
    official_url: findSite(item),
    ...averageScore(item, context),
    genres: listGenres(item, context),
    groups: listGroups(item, context),
    platforms: keys.map(
      (platform): GamePlatformLine => ({
        platform,
        attributes: listAttributes(platform, item, context),
        ratings: keysOn(platform, ratings),
        releases: (lines.get(platform) ?? [])
          .map(({ line }) => line)
          .toSorted((a, b) => compareText(JSON.stringify(a), JSON.stringify(b))),
      }),
    ),
    ids: { wikidata: [item.id], ...item.ids },
  };
}

/** Includes the platforms of dates, and unknown platforms, because a game may have been released there first. */
function listPlatforms({ statements }: Item, context: Context): (PlatformFacts & { isKnown: boolean })[] {
  const ids = new Set([
    ...statements.platforms.map(({ value }) => value),
    ...statements.dates.flatMap(({ platforms }) => platforms),
  ]);
  return Array.from(ids, (id) => {
    const facts = platformOf(context, id);
    if (!facts) addUnknown(context, 'platform', id);
    return facts ? { ...facts, isKnown: true } : { key: id, since: 0, isKnown: false };
  });
}

function listDates({ statements }: Item, platforms: readonly PlatformFacts[], context: Context): Release[] {
  const dates = statements.dates.flatMap(({ value, platforms: ids, places }) => {
    const own = ids.length > 0 ? platformKeys(context, ids) : [platformOfDate(value, platforms) ?? []].flat();
    const countries = listCountries(context, places);
    if (own.length === 0) context.skipped.dates++;
    return own.map((platform) => ({ platform, date: value, countries }));
  });
  const ofPlatforms = statements.platforms.flatMap(({ value, dates: own, places }) =>
    own.flatMap((date) => {
      const countries = listCountries(context, places);
      return platformKeys(context, [value]).map((platform) => ({ platform, date, countries }));
    }),
  );
  return [...dates, ...ofPlatforms];
}

function keysOn(platform: string, ratings: readonly Rating[]): string[] {
  const own = ratings.filter(({ platforms }) => platforms.length === 0 || platforms.includes(platform));
  return sortedUnique(own.map(({ key }) => key));
}

function listGenres(item: Item, context: Context): string[] {
  const found = item.statements.genres.flatMap(({ value }) => {
    const genres = findGenres(value, context.names.find(value));
    if (!genres) addUnknown(context, 'genre', value);
    return genres ?? [];
  });
  return sortedUnique([...found, ...listClassGenres(item)]);
}

function listGroups({ statements }: Item, context: Context): string[] {
  const found = [...statements.series, ...statements.franchises].flatMap(({ value }) => {
    const name = toPlainText(context.names.find(value) ?? '', LONGEST_GROUP_NAME).replace(SERIES_WORDS, '');
    if (slugOf(name) !== '') return context.bundle.group({ key: `group:${slugOf(name)}`, group_name: name });
    context.unknowns.add('series', value);
    return [];
  });
  return sortedUnique(found);
}

/** The preferred one, else the first. */
function findSite({ statements }: Item): string | null {
  const sites = statements.sites.filter(
    ({ value }) => /^https?:\/\/\S+$/.test(value) && value.length <= LONGEST_URL && !findTextProblem(value),
  );
  return (sites.find(({ isPreferred }) => isPreferred) ?? sites[0])?.value ?? null;
}

/** The companies of one role. Those without a name in the input are counted as unknown. */
function listCredits(statements: readonly Statement[], context: Context): Credit[] {
  return statements.map(({ value, platforms, places }) => {
    const name = companyName(context.names.find(value) ?? '');
    if (name === undefined) context.unknowns.add('company', value);
    else context.bundle.companies.add(name);
    return {
      id: value,
      name,
      platforms: platformKeys(context, platforms),
      countries: listCountries(context, places),
      isQualified: platforms.length > 0 || places.length > 0,
    };
  });
}

const PLAYERS = 'Number of Players Supported';
const SINGLE_PLAYER = 'Q208850';
/** Higher numbers count the players of a server, not of a game. */
const MAX_PLAYERS = 1000;

function countUnknownModes({ statements }: Item, context: Context): void {
  for (const { value } of statements.modes)
    if (!findMode(value, context.names.find(value))) addUnknown(context, 'game mode', value);
}

/** The keys of the attributes on a platform: how many can play, and how. */
function listAttributes(platform: string, { statements }: Item, context: Context): string[] {
  const own = (list: readonly Statement[]) =>
    list.filter(({ platforms }) => platforms.length === 0 || platformKeys(context, platforms).includes(platform));
  const modes = own(statements.modes).map(({ value }) => value);
  const keys = modes.flatMap((mode) => {
    const facts = findMode(mode, context.names.find(mode));
    return facts?.attribute ? attributeKey(facts.category, facts.attribute) : [];
  });
  const players = describePlayers(own(statements.leastPlayers), own(statements.mostPlayers), modes);
  if (players !== undefined) keys.push(attributeKey(PLAYERS, players));
  return sortedUnique(keys);
}

/** `1 Player`, `1-4 Players`, `2 Players`. The maximum alone is not enough, because a game may need two players. */
function describePlayers(least: readonly Statement[], most: readonly Statement[], modes: readonly string[]) {
  const from = modes.includes(SINGLE_PLAYER) ? 1 : Math.min(...least.map(({ value }) => Number(value)));
  const to = Math.max(...most.map(({ value }) => Number(value)));
  if (to === 1 || (modes.length > 0 && modes.every((mode) => mode === SINGLE_PLAYER) && most.length === 0))
    return '1 Player';
  if (!isCount(from) || !isCount(to) || from > to) return undefined;
  return from === to ? `${to} Players` : `${from}-${to} Players`;
}

function isCount(players: number): boolean {
  return Number.isInteger(players) && players >= 1 && players <= MAX_PLAYERS;
}

const SYSTEMS = ['esrb', 'pegi', 'cero', 'usk'] as const;

interface Rating {
  key: string;
  /** Empty if it applies to all platforms. */
  platforms: string[];
}

/** `platforms` are the keys of the game's platforms. */
function listRatings({ statements }: Item, platforms: readonly string[], context: Context): Rating[] {
  return SYSTEMS.flatMap((system) => listOfSystem(statements[system], platforms, context));
}

/** One rating of a system applies to all platforms. Several ratings without a platform are ambiguous and ignored. */
function listOfSystem(statements: readonly Statement[], platforms: readonly string[], context: Context): Rating[] {
  const ratings = statements.flatMap((statement) => {
    const facts = RATINGS.get(statement.value);
    if (!facts) addUnknown(context, 'rating', statement.value);
    return facts?.system ? { ...facts, platforms: platformKeys(context, statement.platforms), statement } : [];
  });
  const general = ratings.filter(({ statement }) => statement.platforms.length === 0);
  const isClear = new Set(general.map(({ rating }) => rating)).size === 1 || platforms.length === 1;
  const used = [...ratings.filter((rating) => rating.platforms.length > 0), ...(isClear ? general : [])];
  return used.map(({ system, rating, platforms }) => ({ key: context.bundle.rating(system, rating), platforms }));
}
