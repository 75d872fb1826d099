import type { GameLine, GamePlatformLine } from '../../bundle/lines.ts';
import { findTextProblem, toPlainText } from '../../bundle/plain-text.ts';
import { slugOf } from '../../catalog/model/slug.ts';
import { companyName } from '../../vocabulary/companies.ts';
import { attributesOf } from './attributes.ts';
import { classGenres } from './classes.ts';
import { addUnknown, type Context, countriesOf, platformKeys, platformOf } from './context.ts';
import type { Item, Statement } from './item.ts';
import { findGenres, type PlatformFacts } from './mappings.ts';
import { ratingsOf } from './ratings.ts';
import { type Credit, type DatedRelease, platformOfDate, releasesOf } from './releases.ts';
import { alternateTitles, chooseTitle } from './titles.ts';

const MOST_ADDRESS = 2000;
const LONGEST_GROUP_NAME = 400;
/** A series is known by the name of its games: `Doom (video game series)` is Doom. */
const SERIES_WORDS = /(?<=\S) (\([^()]*(series|franchise)\)|(video game )?(series|franchise))$/i;

/** Makes a game of its item. Without a title, or a platform that we know, there is none. */
export function toGameLine(item: Item, context: Context): GameLine | undefined {
  const platforms = listPlatforms(item, context);
  const known = platforms.filter(({ isKnown }) => isKnown);
  const title = chooseTitle(item);
  if (known.length === 0) context.left.games++;
  else if (title === undefined) context.unknowns.add('game', 'without a title');
  if (known.length === 0 || title === undefined) return undefined;
  const { releases, strayPublishers } = releasesOf({
    platforms: known,
    dates: datesOf(item, platforms, context),
    developers: creditsOf(item.statements.developers, context),
    publishers: creditsOf(item.statements.publishers, context),
  });
  context.left.publishers += strayPublishers;
  const keys = [...releases.keys()].toSorted();
  const attributes = attributesOf(item, keys, context);
  const ratings = ratingsOf(item, keys, context);
  return {
    key: `wikidata:${item.id}`,
    title,
    alternate_titles: alternateTitles(item, title),
    official_url: siteOf(item),
    genres: genresOf(item, context),
    groups: groupsOf(item, context),
    platforms: keys.map(
      (platform): GamePlatformLine => ({
        platform,
        attributes: attributes.get(platform) ?? [],
        ratings: ratings.get(platform) ?? [],
        releases: (releases.get(platform) ?? []).toSorted((a, b) => compare(JSON.stringify(a), JSON.stringify(b))),
      }),
    ),
    ids: { wikidata: [item.id] },
  };
}

/** Platforms that a date is said of count as well, and those that no table knows may have been the first. */
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

function datesOf({ statements }: Item, platforms: readonly PlatformFacts[], context: Context): DatedRelease[] {
  const dates = statements.dates.flatMap(({ value, platforms: ids, places }): DatedRelease[] => {
    const own = ids.length > 0 ? platformKeys(context, ids) : [platformOfDate(value, platforms) ?? []].flat();
    const countries = countriesOf(context, places);
    if (own.length === 0) context.left.dates++;
    return [{ date: value, platforms: own, countries }];
  });
  const ofPlatforms = statements.platforms.flatMap(({ value, dates: own, places }) =>
    own.map((date) => ({ date, platforms: platformKeys(context, [value]), countries: countriesOf(context, places) })),
  );
  return [...dates, ...ofPlatforms];
}

function genresOf(item: Item, context: Context): string[] {
  const found = item.statements.genres.flatMap(({ value }) => {
    const genres = findGenres(value, context.names.find(value));
    if (!genres) addUnknown(context, 'genre', value);
    return genres ?? [];
  });
  return [...new Set([...found, ...classGenres(item)])].toSorted();
}

function groupsOf({ statements }: Item, context: Context): string[] {
  const found = [...statements.series, ...statements.franchises].flatMap(({ value }) => {
    const name = toPlainText(context.names.find(value) ?? '', LONGEST_GROUP_NAME).replace(SERIES_WORDS, '');
    if (slugOf(name) !== '') return context.bundle.group({ key: `group:${slugOf(name)}`, group_name: name });
    context.unknowns.add('series', value);
    return [];
  });
  return [...new Set(found)].toSorted();
}

/** The preferred one, else the first. */
function siteOf({ statements }: Item): string | null {
  const sites = statements.sites.filter(
    ({ value }) => /^https?:\/\/\S+$/.test(value) && value.length <= MOST_ADDRESS && !findTextProblem(value),
  );
  return (sites.find(({ isPreferred }) => isPreferred) ?? sites[0])?.value ?? null;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The companies of one role. A company whose name is not in the input is counted, and has none. */
function creditsOf(statements: readonly Statement[], context: Context): Credit[] {
  return statements.map(({ value, platforms, places }) => {
    const name = companyName(context.names.find(value) ?? '');
    if (name === undefined) context.unknowns.add('company', value);
    else context.bundle.companies.add(name);
    return {
      id: value,
      name,
      platforms: platformKeys(context, platforms),
      countries: countriesOf(context, places),
      isQualified: platforms.length > 0 || places.length > 0,
    };
  });
}
