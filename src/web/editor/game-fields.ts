import type { GameRecord } from '../../catalog/model/record.ts';
import type { GameChange } from '../../merging/edits/edit.ts';
import { type Field, readField } from '../kit/forms.ts';
import type { SignedInRequest } from '../kit/page.ts';

const SEPARATOR = ' | ';
const DEFAULT_KIND = 'Alternate title';

/** In the order of the form, by their names in a change. */
export const GAME_FIELDS = {
  title: { label: 'Title', required: true, maxlength: 1000 },
  alternate_titles: {
    label: 'Other titles',
    type: 'textarea',
    hint: 'One per line. After a bar, what it is: “Gryzor | European title”.',
  },
  description: { label: 'Description', type: 'textarea', hint: 'Plain text. Empty lines separate paragraphs.' },
  official_url: { label: 'Official website', maxlength: 4000, hint: 'Begins with https://.' },
  genres: { label: 'Genres' },
  groups: { label: 'Series and themes', type: 'textarea', hint: 'One name per line.' },
} as const satisfies Record<string, Omit<Field, 'name'>>;

export type GameField = keyof typeof GAME_FIELDS;
/** The fields as texts: what the form shows and what the browser sends. Genres are ids. */
export type GameTexts = Record<GameField, string>;

export const FIELD_NAMES = Object.keys(GAME_FIELDS) as GameField[];

export function textsOf({ title, alternate_titles, description, official_url, genres, groups }: GameRecord): GameTexts {
  return {
    title,
    alternate_titles: alternate_titles.map((other) => other.title + SEPARATOR + other.description).join('\n'),
    description: description ?? '',
    official_url: official_url ?? '',
    genres: joinIds(genres.map(({ genre_id }) => genre_id)),
    groups: groups.map(({ group_name }) => group_name).join('\n'),
  };
}

/** The fields of the form. Nobody proposes a description: most would be copied from elsewhere. */
export function shownFields({ isProposal }: SignedInRequest): GameField[] {
  return FIELD_NAMES.filter((name) => !isProposal || name !== 'description');
}

/** What the form does not show stays as it is. */
export function readTexts(request: SignedInRequest, saved: GameTexts): GameTexts {
  const genres = request.form.getAll('genre').filter((id) => /^\d{1,9}$/.test(id));
  const texts = shownFields(request).map((name) => [name, readField(request, name).trim()]);
  return { ...saved, ...Object.fromEntries(texts), genres: joinIds(genres.map(Number)) };
}

function valuesOf({ title, alternate_titles, description, official_url, genres, groups }: GameTexts) {
  return {
    title,
    alternate_titles: splitTexts(alternate_titles, '\n').map(parseTitle),
    description: description || null,
    official_url: official_url || null,
    genres: splitTexts(genres, ',').map(Number),
    groups: splitTexts(groups, '\n'),
  } satisfies GameChange;
}

/** Only the fields whose values differ, so that later imports still update the others. */
export function changeOf(before: GameTexts, after: GameTexts): GameChange {
  const saved = new Map(Object.entries(valuesOf(before)));
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(saved.get(name)) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(valuesOf(after)).filter(isChanged));
}

export function chosenGenres(texts: GameTexts): number[] {
  return valuesOf(texts).genres;
}

/** The parts of a text that are not empty, each once. */
export function splitTexts(text: string, separator: string): string[] {
  return [...new Set(text.split(separator).map((part) => part.trim()))].filter((part) => part !== '');
}

function joinIds(ids: readonly number[]): string {
  return [...new Set(ids)].toSorted((a, b) => a - b).join(',');
}

function parseTitle(line: string): { title: string; description: string } {
  const at = line.lastIndexOf(SEPARATOR);
  return at < 0
    ? { title: line, description: DEFAULT_KIND }
    : { title: line.slice(0, at).trim(), description: line.slice(at + SEPARATOR.length).trim() };
}
