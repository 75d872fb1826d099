import type { Genre, Group, Platform } from '../../catalog/model/resources.ts';
import { slugPart } from '../../catalog/model/slug.ts';
import { countTexts, type Texts, textBytes } from '../../catalog/snapshot/shared-arrays.ts';
import type { Facet, Snapshot } from '../../catalog/snapshot/snapshot.ts';

/** A platform, genre or group, as the pages show all three. */
export interface Reference {
  id: number;
  name: string;
  description: string | null;
  /** What it stands under in a list. */
  category: string;
}

export const KINDS = ['platform', 'genre', 'group'] as const;
export type Kind = (typeof KINDS)[number];

interface KindWords {
  /** The path of the list. */
  path: string;
  one: string;
  many: string;
  list(snapshot: Snapshot): Reference[];
}

export const KIND: Record<Kind, KindWords> = {
  platform: {
    path: '/platforms',
    one: 'Platform',
    many: 'Platforms',
    list: ({ platforms }) =>
      parse<Platform>(platforms).map(({ platform_id: id, platform_name: name }) => plain(id, name)),
  },
  genre: {
    path: '/genres',
    one: 'Genre',
    many: 'Genres',
    list: ({ genres }) =>
      parse<Genre>(genres).map((genre) => ({
        id: genre.genre_id,
        name: genre.genre_name,
        description: genre.genre_description,
        category: genre.genre_category,
      })),
  },
  group: {
    path: '/groups',
    one: 'Group',
    many: 'Groups',
    list: ({ groups }) =>
      parse<Group>(groups).map((group) => ({
        ...plain(group.group_id, group.group_name),
        description: group.group_description,
      })),
  },
};

interface References {
  list: Reference[];
  byId: Map<number, Reference>;
}

/** Read out of the snapshot when first asked for, and gone with it. */
const read = new WeakMap<Snapshot, Partial<Record<Kind, References>>>();

export function listReferences(snapshot: Snapshot, kind: Kind): readonly Reference[] {
  return referencesOf(snapshot, kind).list;
}

export function findReference(snapshot: Snapshot, kind: Kind, id: number): Reference | undefined {
  return referencesOf(snapshot, kind).byId.get(id);
}

export function facetOf(snapshot: Snapshot, kind: Kind): Facet {
  return snapshot[kind];
}

export function referencePath(kind: Kind, id: number, name: string): string {
  return `${KIND[kind].path}/${id}/${slugPart(name, kind)}`;
}

function referencesOf(snapshot: Snapshot, kind: Kind): References {
  const kinds = read.get(snapshot) ?? {};
  read.set(snapshot, kinds);
  if (kinds[kind]) return kinds[kind];
  const list = KIND[kind].list(snapshot);
  const references = { list, byId: new Map(list.map((reference) => [reference.id, reference])) };
  kinds[kind] = references;
  return references;
}

function parse<T>(texts: Texts): T[] {
  return Array.from({ length: countTexts(texts) }, (_, i) => JSON.parse(textBytes(texts, i).toString()) as T);
}

function plain(id: number, name: string): Reference {
  return { id, name, description: null, category: '' };
}
