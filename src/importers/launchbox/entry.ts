import { toPlainParagraphs, toPlainText } from '../../bundle/plain-text.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { attributeKey, parsePlayers } from '../attributes.ts';
import { parseVagueDate } from '../dumps/dates.ts';
import { parseDescription } from '../dumps/description.ts';
import { type Entry, makeEntry, nameEntry } from '../dumps/entry.ts';
import { findGenres } from '../dumps/genres.ts';
import { type AlternateTitle, describeScript } from '../dumps/native-titles.ts';
import { type Credit, parseCompanies } from '../dumps/publisher.ts';
import { findRatings } from '../dumps/ratings.ts';
import { onlyDate } from '../dumps/releases.ts';
import { classifyTags, type Status, uniqueStatuses } from '../dumps/tags.ts';
import type { Unknowns } from '../unknowns.ts';
import { childOf, textOf, type XmlElement } from '../xml.ts';

const RELEASE_TYPES = new Map<string, Status[]>(
  Object.entries({
    Homebrew: ['homebrew'],
    'ROM Hack': ['hack'],
    Unlicensed: ['unlicensed'],
    Unreleased: ['unreleased'],
  }),
);
const NOT_RATED = /^(not rated|rp\b.*|)$/i;
/** The database has up to five stars, the catalog ten points. */
const POINTS_PER_STAR = 2;
const MAX_STARS = 5;

export function toEntry(game: Fields, names: readonly Fields[], platform: string, unknowns: Unknowns): Entry {
  const { tags, ...titles } = parseDescription(game.Name ?? '');
  const { others, ...named } = nameEntry(titles, 'LaunchBox');
  const { countries, versions, notes, statuses: tagged } = classifyTags(tags);
  const statuses = uniqueStatuses([...tagged, ...(RELEASE_TYPES.get(game.ReleaseType ?? '') ?? [])]);
  return makeEntry({
    ...named,
    platform,
    others: [...others, ...otherTitles(names)],
    countries,
    statuses,
    versions,
    notes,
    // `1985-09-13T00:00:00-05:00`
    dates: onlyDate(
      parseVagueDate((game.ReleaseDate ?? '').slice(0, 10)) ?? parseVagueDate((game.ReleaseYear ?? '').trim()),
      statuses,
    ),
    credits: [...creditsOf(game.Developer, 'Developed by'), ...creditsOf(game.Publisher, 'Published by')],
    attributes: game.Cooperative === 'true' ? [attributeKey('Multiplayer Options', 'Cooperative')] : [],
    genres: findGenres(game.Genres ?? '', unknowns),
    ratings: ratingsOf(game.ESRB ?? '', unknowns),
    players: parsePlayers(game.MaxPlayers),
    description: toPlainParagraphs(game.Overview ?? ''),
    score: scoreOf(game),
    kind: game.ReleaseType === 'DLC' ? 'add-on' : undefined,
  });
}

function otherTitles(names: readonly Fields[]): AlternateTitle[] {
  return names.flatMap(({ AlternateName = '', Region = '' }) => {
    const title = toPlainText(AlternateName);
    const country = findCountry(Region);
    if (title === '') return [];
    return [{ title, description: country ? `${country} title` : describeScript(title, []) }];
  });
}

/** A semicolon separates companies. */
function creditsOf(text = '', role: string): Credit[] {
  return parseCompanies(text.replaceAll(/ *; */g, ' / '), role);
}

/** `T - Teen`. */
function ratingsOf(text: string, unknowns: Unknowns) {
  if (NOT_RATED.test(text.trim())) return [];
  const [code = ''] = text.split(' - ', 1);
  return findRatings('esrb_rating', code, [], unknowns);
}

function scoreOf({ CommunityRating = '', CommunityRatingCount = '' }: Fields): Entry['score'] {
  const stars = Number(CommunityRating);
  const votes = /^\d{1,9}$/.test(CommunityRatingCount) ? Number(CommunityRatingCount) : 0;
  if (votes === 0 || !(stars > 0 && stars <= MAX_STARS)) return undefined;
  return { average: Math.round(stars * POINTS_PER_STAR * 10) / 10, votes };
}

/** The fields of a `<Game>`, or of a `<GameAlternateName>`. Missing and empty fields are undefined. */
export type Fields = Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;

const FIELDS = [
  'DatabaseID',
  'Name',
  'Platform',
  'ReleaseDate',
  'ReleaseYear',
  'ReleaseType',
  'Overview',
  'MaxPlayers',
  'Cooperative',
  'CommunityRating',
  'CommunityRatingCount',
  'ESRB',
  'Genres',
  'Developer',
  'Publisher',
  'AlternateName',
  'Region',
] as const;

export function toFields(record: XmlElement): Fields {
  const texts = FIELDS.map((name) => [name, textOf(childOf(record, name))] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}
