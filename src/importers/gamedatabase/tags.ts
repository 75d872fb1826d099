import type { Line } from '../../bundle/bundle.ts';
import type { GameKind } from '../../vocabulary/kinds.ts';
import { findLanguage } from '../../vocabulary/languages.ts';
import { seriesGroup } from '../../vocabulary/series.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey, parsePlayers } from '../attributes.ts';
import type { Entry } from '../dumps/entry.ts';
import { findGroup } from '../dumps/groups.ts';
import type { Status } from '../dumps/tags.ts';
import type { Unknowns } from '../unknowns.ts';

/** Facts of an entry that come from the tags of its row. */
type TagFacts = Pick<
  Required<Entry>,
  'groups' | 'statuses' | 'versions' | 'notes' | 'attributes' | 'players' | 'kind'
> & {
  genres: string[];
  /** The names of the arcade machine in MAME. */
  machines: string[];
};

const genreTable = new Map(
  readTable('gamedatabase-genres.tsv').map(([tag = '', genres = '']) => [tag, genres.split(' ').filter(Boolean)]),
);
const meanings = Map.groupBy(
  readTable('gamedatabase-tags.tsv').map(([tag = '', use = '', category = '', name = '']) => ({
    tag,
    use,
    category,
    name,
  })),
  ({ tag }) => tag,
);
const NOT_A_GAME = /^genre:notagame\b/;
const MAGAZINE = 'genre:notagame>magazine';

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

export function interpretTags(paths: readonly string[], unknowns: Unknowns): TagFacts {
  const facts: TagFacts = {
    genres: [],
    groups: [],
    statuses: [],
    versions: [],
    notes: [],
    attributes: [],
    players: 0,
    machines: [],
    kind: kindOfGenres(paths.filter((path) => path.startsWith('genre:'))),
  };
  for (const path of paths) if (!applyTag(path, facts)) unknowns.add('tag', `#${path}`);
  return facts;
}

/** Undefined for a game: also for a tool with a genre, such as one that teaches. */
function kindOfGenres(paths: readonly string[]): GameKind | undefined {
  const isGame = paths.length === 0 || !paths.every((path) => NOT_A_GAME.test(path) && genresOf(path)?.length === 0);
  if (isGame) return undefined;
  return paths.includes(MAGAZINE) ? 'magazine' : 'utility';
}

/** Returns false for an unknown tag. */
function applyTag(path: string, facts: TagFacts): boolean {
  const [main = '', value = ''] = path.split(':');
  if (Object.hasOwn(VALUE_TAGS, main) && VALUE_TAGS[main]?.(value, facts)) return true;
  const found = meaningsOf(path);
  for (const { use, category, name } of found) USES[use]?.(facts, name, category);
  return found.length > 0;
}

/** Tags with a value. Each function returns false for an unknown value. */
const VALUE_TAGS: Partial<Record<string, (value: string, facts: TagFacts) => boolean>> = {
  players: (value, facts) => {
    const players = parsePlayers(value);
    facts.players = Math.max(facts.players, players);
    return players > 0;
  },
  lang: (value, facts) => {
    const language = findLanguage(value);
    if (language) facts.attributes.push(attributeKey('Language', language));
    return language !== undefined;
  },
  genre: (value, facts) => {
    const genres = genresOf(`genre:${value}`);
    facts.genres.push(...(genres ?? genresOf(`genre:${value.split('>')[0]}`) ?? []));
    return genres !== undefined;
  },
  rev: (value, facts) => /^[\w.]{1,10}$/.test(value) && facts.versions.push(`Rev ${value.toUpperCase()}`) > 0,
  // `parent>clone`: the parent may be another game.
  mamerom: (value, facts) => facts.machines.push(value.slice(value.lastIndexOf('>') + 1)) > 0,
};

/** The uses in the table of tags. Tags with the use `none` are known, but ignored. */
const USES: Partial<Record<string, (facts: TagFacts, name: string, category: string) => void>> = {
  attribute: ({ attributes }, name, category) => attributes.push(attributeKey(category, name)),
  genre: ({ genres }, name) => genres.push(name),
  group: ({ groups }, name) => addGroup(groups, findGroup(name)),
  series: ({ groups }, name) => addGroup(groups, seriesGroup(name)),
  status: ({ statuses }, name) => statuses.push(name as Status),
  note: ({ notes }, name) => notes.push(name),
};

function addGroup(groups: TagFacts['groups'], group: Line<'groups.jsonl'> | undefined): void {
  if (group) groups.push(group);
}

function genresOf(path: string): string[] | undefined {
  return genreTable.get(path.slice('genre:'.length));
}

/** Falls back to the parent tag if the table does not have the tag. */
function meaningsOf(path: string) {
  const [main = '', sub = ''] = path.split('>', 1)[0]?.split(':') ?? [];
  return meanings.get(path) ?? meanings.get(`${main}:${sub}`) ?? meanings.get(main) ?? [];
}
