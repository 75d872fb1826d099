import type { ExternalId } from '../store/external-ids.ts';
import { readTable } from './tables.ts';

/** Another database of games, of which sources state ids. */
export interface Database {
  /** The `source` of its ids in the API. */
  id: string;
  name: string;
  /** The property of its ids in Wikidata; empty if there is none. */
  property: string;
  pattern: RegExp;
  /** Whether other ids are other games. Titles are changed, and some databases have an entry for each platform. */
  tellsApart: boolean;
  /** With `{id}`; empty if an id alone is no address. */
  url: string;
}

export const DATABASES: ReadonlyMap<string, Database> = new Map(
  readTable('databases.tsv').map(([id = '', name = '', property = '', pattern = '', meaning = '', url = '']) => [
    id,
    { id, name, property, pattern: new RegExp(`^${pattern}$`), tellsApart: meaning === 'game', url },
  ]),
);

/** The page of a game in the other database. */
export function externalUrl({ source, id }: ExternalId): string | undefined {
  const { pattern, url = '' } = DATABASES.get(source) ?? {};
  if (url === '' || !pattern?.test(id)) return undefined;
  return url.replace('{id}', () => encodeURIComponent(id).replaceAll('%2F', '/'));
}
