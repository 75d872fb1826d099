import type { Genre, Group, Platform } from '../../../catalog/model/resources.ts';
import { ENTRY_PATHS } from '../../../catalog/render/render.ts';
import { perSnapshotKey } from '../../../catalog/snapshot/per-snapshot.ts';
import { listTexts, type Texts } from '../../../catalog/snapshot/shared-arrays.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { type GroupKind, groupKind } from '../../../vocabulary/group-kinds.ts';
import { findPlatform } from '../../../vocabulary/platforms.ts';
import { capitalize } from '../../kit/format.ts';

/** A platform, genre or group. */
export interface FacetValue {
  id: number;
  name: string;
  description: string | null;
  /** The heading in a list. Platforms have none. */
  category: string;
  /** Found by a search in the list. Only platforms have them. */
  otherNames: readonly string[];
}

export const FACET_NAMES = ['platform', 'genre', 'group'] as const;
export type FacetName = (typeof FACET_NAMES)[number];

interface FacetInfo {
  /** The path of the list. */
  path: string;
  one: string;
  many: string;
  list(snapshot: Snapshot): FacetValue[];
}

export const GROUP_KIND_NAMES: Record<GroupKind, string> = { series: 'Series', theme: 'Themes', status: 'Status' };

export const FACETS: Record<FacetName, FacetInfo> = {
  platform: {
    path: ENTRY_PATHS.platform,
    one: 'Platform',
    many: 'Platforms',
    list: ({ platforms }) =>
      parse<Platform>(platforms).map(({ platform_id: id, platform_name: name }) => ({
        ...named(id, name),
        description: describePlatform(id),
        otherNames: findPlatform(id)?.otherNames ?? [],
      })),
  },
  genre: {
    path: ENTRY_PATHS.genre,
    one: 'Genre',
    many: 'Genres',
    list: ({ genres }) =>
      parse<Genre>(genres).map((genre) => ({
        ...named(genre.genre_id, genre.genre_name),
        description: genre.genre_description,
        category: genre.genre_category,
      })),
  },
  group: {
    path: ENTRY_PATHS.group,
    one: 'Series or theme',
    many: 'Series and themes',
    list: ({ groups }) =>
      parse<Group>(groups).map((group) => ({
        ...named(group.group_id, group.group_name),
        description: group.group_description,
        category: GROUP_KIND_NAMES[groupKind(group.group_name)],
      })),
  },
};

const facetValues = perSnapshotKey((snapshot: Snapshot, facet: FacetName) => {
  const list = FACETS[facet].list(snapshot);
  return { list, byId: new Map(list.map((value) => [value.id, value])) };
});

export function listFacetValues(snapshot: Snapshot, facet: FacetName): readonly FacetValue[] {
  return facetValues(snapshot, facet).list;
}

export function findFacetValue(snapshot: Snapshot, facet: FacetName, id: number): FacetValue | undefined {
  return facetValues(snapshot, facet).byId.get(id);
}

function parse<T>(texts: Texts): T[] {
  return listTexts(texts).map((text) => JSON.parse(text) as T);
}

function named(id: number, name: string): FacetValue {
  return { id, name, description: null, category: '', otherNames: [] };
}

/** Such as: Console by Nintendo, first released in 1983, generation 3. Also known as Famicom. */
function describePlatform(id: number): string | null {
  const platform = findPlatform(id);
  if (!platform) return null;
  const { type, maker, year, generation, otherNames } = platform;
  const facts = [
    `${capitalize(type)}${maker ? ` by ${maker}` : ''}`,
    ...(year ? [`first released in ${year}`] : []),
    ...(generation ? [`generation ${generation}`] : []),
  ];
  const others = otherNames.length > 0 ? ` Also known as ${otherNames.join(', ')}.` : '';
  return `${facts.join(', ')}.${others}`;
}
