import { type GameRecord, preferPlatforms, yearOf } from '../../catalog/model/record.ts';
import { type Html, html, nothing, type Part } from '../kit/html.ts';
import { facetLink } from './game-cards.ts';
import { leadingCompanies, linkCompany } from './game-companies.ts';
import { filterPath } from './list-query.ts';

const MAX_COMPANIES = 3;
const MAX_PLATFORMS = 5;

/** Year, developers, publishers, platforms and genres in one line of links. */
export function essentials(record: GameRecord): Html {
  const year = Number(yearOf(record));
  const developers = leadingCompanies(record, 'Developed by').map(linkCompany);
  const publishers = leadingCompanies(record, 'Published by').map(linkCompany);
  const platforms = preferPlatforms(record.platforms).map(({ platform_id, platform_name }) =>
    facetLink('platform', platform_id, platform_name),
  );
  const genres = record.genres
    .filter(({ genre_category_id }) => genre_category_id === BASIC_GENRES)
    .map(({ genre_id, genre_name }) => facetLink('genre', genre_id, genre_name));
  const parts: Part[] = [
    year > 0 && html`<a href="${filterPath({ years: { from: year, to: year } })}">${year}</a>`,
    developers.length > 0 && html`by ${shorten(developers, MAX_COMPANIES)}`,
    publishers.length > 0 && html`published by ${shorten(publishers, MAX_COMPANIES)}`,
    platforms.length > 0 && shorten(platforms, MAX_PLATFORMS),
    genres.length > 0 && shorten(genres, genres.length),
  ];
  const known = parts.filter((part) => part !== false);
  if (known.length === 0) return nothing;
  return html`<p class="essentials">${known.map((part, i) => html`${i > 0 && html` <span class="dot" aria-hidden="true">·</span> `}<span>${part}</span>`)}</p>`;
}

const BASIC_GENRES = 1;

/** The first links. The rest is in the section of releases. */
function shorten(links: readonly Html[], limit: number): Html {
  // One more link is as short as the words "and 1 more".
  const shown = links.length <= limit + 1 ? links : links.slice(0, limit);
  const more = links.length - shown.length;
  return html`${shown.map((link, i) => html`${i > 0 && ', '}${link}`)}${more > 0 && html` and <a href="#releases">${more} more</a>`}`;
}
