import { slugOf } from '../../../src/catalog/model/slug.ts';

/** Entries of a bundle by their names alone. */

export const platforms = (...names: string[]) =>
  names.map((platform_name) => ({ key: `platform:${slugOf(platform_name)}`, platform_name }));

export const groups = (...names: string[]) =>
  names.map((group_name) => ({ key: `group:${slugOf(group_name)}`, group_name }));

export const companies = (...names: string[]) =>
  names.map((company_name) => ({ key: `company:${slugOf(company_name)}`, company_name }));

export const genres = (genre_category: string, ...names: string[]) =>
  names.map((genre_name) => ({ key: `genre:${slugOf(genre_name)}`, genre_name, genre_category }));

export const attributes = (category: string, ...names: string[]) =>
  names.map((attribute_name) => ({
    key: `attribute:${slugOf(category)}/${slugOf(attribute_name)}`,
    attribute_name,
    attribute_category_name: category,
  }));

export const ratings = (system: string, ...names: string[]) =>
  names.map((rating_name) => ({
    key: `rating:${slugOf(system)}/${slugOf(rating_name)}`,
    rating_name,
    rating_system_name: system,
  }));

/** A release in short form: `release('1990', 'Japan, France', 'acme, Developed bolt')`. Companies are publishers by default. */
export function release(date: string | null, countries = '', companies = '', more: object = {}) {
  const credits = companies.split(', ').map((credit) => credit.split(' '));
  return {
    release_date: date,
    countries: countries === '' ? [] : countries.split(', '),
    companies: credits.flatMap(([role = '', slug = role]) =>
      slug === '' ? [] : [{ company: `company:${slug}`, role: `${role === slug ? 'Published' : role} by` }],
    ),
    product_codes: [],
    ...more,
  };
}

export function on(platform: string, ...releases: object[]) {
  return { platform: `platform:${platform}`, releases };
}

/** Titles of two games each, on other platforms and by other companies: an import keeps them apart. Ids 1 and 2, 3 and 4 … */
export const TWINS = ['Hop Quest', 'Jump Town', 'Skip Duel'];

export const TWINS_CATALOG = {
  platforms: platforms('NES', 'SNES'),
  companies: companies('Acme', 'Bolt'),
  games: TWINS.flatMap((title, i) => [
    { key: `test:${i}a`, title, platforms: [on('nes', release('1990', 'Japan', 'acme'))] },
    { key: `test:${i}b`, title, platforms: [on('snes', release('1993', 'France', 'bolt'))] },
  ]),
};
