import { type GameRecord, isOnlyTitle, preferPlatforms, yearOf } from '../../../catalog/model/record.ts';
import type { Game } from '../../../catalog/model/resources.ts';
import { plainTitle } from '../../../folding.ts';
import { externalUrl } from '../../../vocabulary/databases.ts';
import { formatList } from '../../kit/format.ts';
import { type Html, jsonBlock } from '../../kit/html.ts';
import { leadingCompanies, type NamedCompany } from './companies.ts';

const MAX_NAMES = 3;
const MAX_LENGTH = 200;

/** What a game is that is not an ordinary one, by the attribute of the category "Kind". */
const KIND_NOUNS = new Map(
  Object.entries({
    Compilation: 'compilation of games',
    Prototype: 'prototype of a video game',
    Homebrew: 'homebrew game',
    Pirate: 'pirate game',
    Hack: 'hack of another game',
    'Add-on': 'add-on to a video game',
    Demo: 'demo',
    Magazine: 'disk magazine',
    Utility: 'utility program',
    'Unknown disk': 'disk with unknown contents',
  }),
);

/** A sentence or two from the facts, for a game without a description. */
export function summarize(record: GameRecord): string {
  const year = yearOf(record);
  const platforms = preferPlatforms(record.platforms).map(({ platform_name }) => platform_name);
  const [developers, publishers] = [leadingCompanies(record, 'Developed by'), leadingCompanies(record, 'Published by')];
  const isSame = namesOf(developers).join('\n') === namesOf(publishers).join('\n');
  const companies = [
    developers.length > 0 && `developed ${isSame ? 'and published ' : ''}by ${someOf(namesOf(developers))}`,
    publishers.length > 0 && !isSame && `published by ${someOf(namesOf(publishers))}`,
  ].filter((part) => part !== false);
  const noun = nounOf(record);
  const facts = [
    platforms.length > 0 && `for ${someOf(platforms, 'other platforms')}`,
    companies.length > 0 && formatList(companies),
    year && `first released in ${year}`,
  ].filter(Boolean);
  const names = otherTitles(record);
  return [
    `${record.title} is ${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}${facts.length > 0 ? ` ${facts.join(', ')}` : ''}.`,
    ...(names.length > 0 ? [`It is also known as ${someOf(names, 'other titles')}.`] : []),
    ...(isOnlyTitle(record) ? ['Its release date, developer and publisher are unknown.'] : []),
  ].join(' ');
}

/** For search engines and link previews. */
export function metaDescription(record: GameRecord): string {
  const text = (record.description ?? summarize(record)).replaceAll(/\s+/g, ' ');
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH).replace(/\s\S*$/, '')} …`;
}

/** Other titles without those that only spell the title in another way, as many lists do; the API has them. */
export function otherTitles({ title: shown, alternate_titles }: GameRecord): string[] {
  const others = alternate_titles.filter(({ title }) => plainTitle(title) !== plainTitle(shown));
  return [...new Map(others.map(({ title }) => [plainTitle(title), title])).values()];
}

/** Only if the game is of this kind on every platform. */
function nounOf({ platforms }: GameRecord): string {
  const kinds = platforms.map(({ attributes }) =>
    attributes.filter((attribute) => attribute.attribute_category_name === 'Kind').map((kind) => kind.attribute_name),
  );
  const [first] = kinds[0] ?? [];
  const isEverywhere = first !== undefined && kinds.every((own) => own.includes(first));
  return (isEverywhere && KIND_NOUNS.get(first)) || 'video game';
}

function namesOf(companies: readonly NamedCompany[]): string[] {
  return companies.map(({ company_name }) => company_name);
}

/** `A, B, C and 4 other platforms`. */
function someOf(names: readonly string[], others = 'others'): string {
  const more = names.length - MAX_NAMES;
  // One more name is as short as the words "and 1 other".
  return more <= 1 ? formatList(names) : formatList([...names.slice(0, MAX_NAMES), `${more} ${others}`]);
}

/** Structured data for search engines: a schema.org VideoGame without empty properties. */
export function jsonLd(game: Game, { platforms, external_ids }: GameRecord): Html {
  const companies = platforms.flatMap(({ releases }) => releases.flatMap((release) => release.companies));
  const byRole = (role: string) => [
    ...new Set(companies.filter((company) => company.role === role).map(({ company_name }) => company_name)),
  ];
  const dates = game.platforms.map(({ first_release_date: date }) => date).filter((date) => date !== null);
  const value = {
    '@context': 'https://schema.org',
    '@type': 'VideoGame',
    '@id': game.catalog_url,
    url: game.catalog_url,
    name: game.title,
    alternateName: game.alternate_titles.map(({ title }) => title),
    description: game.description,
    genre: game.genres.filter((genre) => genre.genre_category_id === 1).map(({ genre_name }) => genre_name),
    gamePlatform: game.platforms.map(({ platform_name }) => platform_name),
    datePublished: dates.toSorted()[0],
    image: game.sample_cover?.image,
    screenshot: game.sample_screenshots.map(({ image }) => image),
    publisher: byRole('Published by').map(organization),
    author: byRole('Developed by').map(organization),
    sameAs: [game.official_url ?? [], external_ids.map((id) => externalUrl(id) ?? [])].flat(2),
    aggregateRating: game.catalog_score !== null &&
      game.num_votes > 0 && {
        '@type': 'AggregateRating',
        ratingValue: game.catalog_score,
        bestRating: 10,
        ratingCount: game.num_votes,
      },
  };
  const known = Object.entries(value).filter(([, part]) => part && (!Array.isArray(part) || part.length > 0));
  return jsonBlock('application/ld+json', Object.fromEntries(known));
}

function organization(name: string) {
  return { '@type': 'Organization', name };
}
