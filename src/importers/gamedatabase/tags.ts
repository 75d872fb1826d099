import type { Line } from '../../bundle/bundle.ts';
import { findLanguage } from '../../vocabulary/languages.ts';
import { seriesGroup } from '../../vocabulary/series.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeOf } from '../dumps/attribute.ts';
import { findGroup } from '../dumps/groups.ts';
import type { Status } from '../dumps/tags.ts';
import type { Unknowns } from '../unknowns.ts';

/** What the tags of a row say. */
export interface TagFacts {
  genres: string[];
  groups: Line<'groups.jsonl'>[];
  statuses: Status[];
  versions: string[];
  notes: string[];
  /** Keys. */
  attributes: string[];
  /** At most so many at once; 0 where nothing is said. */
  players: number;
  /** The names of the arcade machine in MAME. */
  machines: string[];
  /** Whether all that is said of its genre is that it is no game. */
  isTool: boolean;
}

interface Meaning {
  use: string;
  category: string;
  name: string;
}

const genreTable = new Map(
  readTable('gamedatabase-genres.tsv').map(([tag = '', genres = '']) => [tag, genres.split(' ').filter(Boolean)]),
);
const meanings = Map.groupBy(
  readTable('gamedatabase-tags.tsv').map(([tag = '', use = '', category = '', name = '']) => ({
    tag,
    meaning: { use, category, name },
  })),
  ({ tag }) => tag,
);
const NO_GAME = /^genre:notagame\b/;

/**
 * The paths in `#players:2:coop #genre:action>platformer>maze`: `players:2`, `players:coop`, `genre:action>platformer`,
 * `genre:action>maze`.
 */
export function parseTags(text: string): string[] {
  const tags = text.split(/\s+/).filter((tag) => /^#\w/.test(tag));
  return tags.flatMap((tag) => {
    const [main = '', ...subtags] = tag.slice(1).split(':');
    if (subtags.length === 0) return [main];
    return subtags.flatMap((subtag) => {
      const [name = '', ...children] = subtag.split('>');
      return children.length === 0 ? [`${main}:${name}`] : children.map((child) => `${main}:${name}>${child}`);
    });
  });
}

export function understandTags(paths: readonly string[], unknowns: Unknowns): TagFacts {
  const genrePaths = paths.filter((path) => path.startsWith('genre:'));
  const facts: TagFacts = {
    genres: [],
    groups: [],
    statuses: [],
    versions: [],
    notes: [],
    attributes: [],
    players: 0,
    machines: [],
    isTool: genrePaths.length > 0 && genrePaths.every((path) => NO_GAME.test(path) && genresOf(path)?.length === 0),
  };
  for (const path of paths) if (!readTag(path, facts)) unknowns.add('tag', `#${path}`);
  return facts;
}

/** Says whether it has understood. */
function readTag(path: string, facts: TagFacts): boolean {
  const [main = '', value = ''] = path.split(':');
  if (READERS[main]?.(value, facts)) return true;
  const found = meaningsOf(path);
  for (const meaning of found) USES[meaning.use]?.(meaning, facts);
  return found.length > 0;
}

/** Tags that carry values of their own. Each says whether it has understood. */
const READERS: Partial<Record<string, (value: string, facts: TagFacts) => boolean>> = {
  players: (value, facts) => {
    const players = /^\d{1,3}$/.test(value) ? Number(value) : 0;
    facts.players = Math.max(facts.players, players);
    return players > 0;
  },
  lang: (value, facts) => {
    const language = findLanguage(value);
    if (language) facts.attributes.push(attributeOf('Language', language));
    return language !== undefined;
  },
  genre: (value, facts) => {
    const genres = genresOf(`genre:${value}`);
    facts.genres.push(...(genres ?? genresOf(`genre:${value.split('>')[0]}`) ?? []));
    return genres !== undefined;
  },
  rev: (value, facts) => /^[\w.]{1,10}$/.test(value) && facts.versions.push(`Rev ${value.toUpperCase()}`) > 0,
  mamerom: (value, facts) => facts.machines.push(...value.split('>')) > 0,
};

/** What the table may say of a tag; `none` says that it is known, and of no use here. */
const USES: Partial<Record<string, (meaning: Meaning, facts: TagFacts) => void>> = {
  attribute: ({ category, name }, { attributes }) => void attributes.push(attributeOf(category, name)),
  genre: ({ name }, { genres }) => void genres.push(name),
  group: ({ name }, { groups }) => addGroup(groups, findGroup(name)),
  series: ({ name }, { groups }) => addGroup(groups, seriesGroup(name)),
  status: ({ name }, { statuses }) => void statuses.push(name as Status),
  note: ({ name }, { notes }) => void notes.push(name),
};

function addGroup(groups: TagFacts['groups'], group: Line<'groups.jsonl'> | undefined): void {
  if (group) groups.push(group);
}

function genresOf(path: string): string[] | undefined {
  return genreTable.get(path.slice('genre:'.length));
}

/** Of a tag that the table does not have, that of the tag above it. */
function meaningsOf(path: string): Meaning[] {
  const [main = '', sub = ''] = path.split('>', 1)[0]?.split(':') ?? [];
  const rows = meanings.get(path) ?? meanings.get(`${main}:${sub}`) ?? meanings.get(main) ?? [];
  return rows.map(({ meaning }) => meaning);
}
