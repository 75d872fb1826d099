import { type GameRecord, preferPlatforms, yearOf } from '../../../catalog/model/record.ts';
import type { Game } from '../../../catalog/model/resources.ts';
import { externalUrl } from '../../../vocabulary/databases.ts';
import { formatList } from '../../kit/format.ts';
import { type Html, jsonBlock } from '../../kit/html.ts';
import { leadingCompanies } from './companies.ts';

const MAX_LENGTH = 200;

/** For search engines and link previews. Without a description, what a visitor tells games apart by. */
export function metaDescription(record: GameRecord): string {
  const text = (record.description ?? essentialsOf(record)).replaceAll(/\s+/g, ' ');
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH).replace(/\s\S*$/, '')} …`;
}

/** `Contra, a video game of 1987 for Arcade and NES, by Konami.` */
function essentialsOf(record: GameRecord): string {
  const year = yearOf(record);
  const platforms = preferPlatforms(record.platforms).map(({ platform_name }) => platform_name);
  const developers = leadingCompanies(record, 'Developed by').map(({ company_name }) => company_name);
  const parts = [
    `a video game${year ? ` of ${year}` : ''}${platforms.length > 0 ? ` for ${formatList(platforms)}` : ''}`,
    developers.length > 0 && `by ${formatList(developers)}`,
  ];
  return `${[record.title, ...parts].filter(Boolean).join(', ')}.`;
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
