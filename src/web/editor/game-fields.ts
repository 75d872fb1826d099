import type { GameRecord } from '../../catalog/model/record.ts';
import type { GameChange } from '../../merging/edits/edit.ts';
import { readField } from '../kit/forms.ts';
import type { PageRequest } from '../kit/page.ts';

/** The fields of the editor as texts: what the form shows and what the browser sends. */
export interface GameFields {
  title: string;
  /** One per line, with what it is after a bar. */
  alternate_titles: string;
  description: string;
  official_url: string;
  /** Ids, ascending. */
  genres: readonly number[];
  /** One name per line. */
  groups: string;
}

export const FIELD_LABELS: Record<keyof GameFields, string> = {
  title: 'Title',
  alternate_titles: 'Other titles',
  description: 'Description',
  official_url: 'Official website',
  genres: 'Genres',
  groups: 'Series and themes',
};

const SEPARATOR = ' | ';
const DEFAULT_KIND = 'Alternate title';

export function fieldsOf(record: GameRecord): GameFields {
  return {
    title: record.title,
    alternate_titles: record.alternate_titles
      .map(({ title, description }) => title + SEPARATOR + description)
      .join('\n'),
    description: record.description ?? '',
    official_url: record.official_url ?? '',
    genres: record.genres.map(({ genre_id }) => genre_id).toSorted((a, b) => a - b),
    groups: record.groups.map(({ group_name }) => group_name).join('\n'),
  };
}

export function readFields(request: PageRequest): GameFields {
  const text = (name: keyof GameFields) => readField(request, name).trim();
  const ids = request.form.getAll('genre').filter((id) => /^\d{1,9}$/.test(id));
  return {
    title: text('title'),
    alternate_titles: listLines(text('alternate_titles')).join('\n'),
    description: text('description'),
    official_url: text('official_url'),
    genres: [...new Set(ids.map(Number))].toSorted((a, b) => a - b),
    groups: listLines(text('groups')).join('\n'),
  };
}

/** The fields with the title of before as another one, if it is a different one. */
export function withFormerTitle(before: GameFields, after: GameFields): GameFields {
  const others = listLines(after.alternate_titles);
  const isKnown = [after.title, ...others.map((line) => parseTitle(line).title)].includes(before.title);
  return isKnown
    ? after
    : { ...after, alternate_titles: [...others, before.title + SEPARATOR + DEFAULT_KIND].join('\n') };
}

/** The fields that differ. */
export function listChanged(before: GameFields, after: GameFields): (keyof GameFields)[] {
  return (Object.keys(FIELD_LABELS) as (keyof GameFields)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

/** Only the fields that differ, so that later imports still update the others. */
export function changeOf(before: GameFields, after: GameFields): GameChange {
  const all: Required<Pick<GameChange, keyof GameFields>> = {
    title: after.title,
    alternate_titles: listLines(after.alternate_titles).map(parseTitle),
    description: after.description || null,
    official_url: after.official_url || null,
    genres: after.genres,
    groups: listLines(after.groups),
  };
  return Object.fromEntries(listChanged(before, after).map((name) => [name, all[name]]));
}

function parseTitle(line: string): { title: string; description: string } {
  const at = line.lastIndexOf(SEPARATOR);
  return at < 0
    ? { title: line, description: DEFAULT_KIND }
    : { title: line.slice(0, at).trim(), description: line.slice(at + SEPARATOR.length).trim() };
}

function listLines(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}
