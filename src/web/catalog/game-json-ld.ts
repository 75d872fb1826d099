import type { GameRecord } from '../../catalog/model/record.ts';
import type { Game } from '../../catalog/model/resources.ts';
import { type Html, jsonBlock } from '../kit/html.ts';

/** Structured data for search engines: a schema.org VideoGame without empty properties. */
export function jsonLd(game: Game, { platforms }: GameRecord): Html {
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
    sameAs: game.official_url,
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
