import { type GameRecord, isOnlyTitle, preferPlatforms, yearOf } from '../../catalog/model/record.ts';
import { plainTitle } from '../../folding.ts';
import { formatList } from '../kit/format.ts';
import { leadingCompanies, type NamedCompany } from './game-companies.ts';

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
