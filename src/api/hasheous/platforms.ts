import type { Platform } from '../../catalog/model/resources.ts';
import { listTexts } from '../../catalog/snapshot/shared-arrays.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { igdbPlatformOf } from '../../vocabulary/igdb-platforms.ts';
import { parseParameters } from '../parameters.ts';
import { type EndpointResult, json } from '../response.ts';
import type { ApiRequest } from '../route.ts';

const PARAMETERS = {
  PageNumber: { type: 'integer', min: 1, fallback: 1, help: 'Page' },
  PageSize: { type: 'integer', min: 1, max: 1000, fallback: 100, help: 'Platforms of a page' },
} as const;

export function getHasheousPlatforms({ snapshot, query }: ApiRequest): EndpointResult {
  const { PageNumber: pageNumber, PageSize: pageSize } = parseParameters(PARAMETERS, query);
  const all = listPlatforms(snapshot);
  const objects = all
    .slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
    .map(({ platform_id, platform_name }) => ({
      id: platform_id,
      name: platform_name,
      objectType: 'Platform',
      metadata: mappingsOfPlatform(platform_id),
      attributes: [],
    }));
  const totalPages = Math.ceil(all.length / pageSize);
  return {
    cacheKey: `hasheous platforms ${snapshot.revision} ${pageNumber} ${pageSize}`,
    body: () => json({ objects, count: all.length, pageNumber, pageSize, totalPages }),
  };
}

export function listPlatforms({ platforms }: Snapshot): Platform[] {
  return listTexts(platforms).map((text) => JSON.parse(text));
}

export function mappingsOfPlatform(platformId: number) {
  const found = igdbPlatformOf(platformId);
  return found ? [mappingTo('Platform', 'IGDB', found.slug, String(found.id))] : [];
}

/** What an object of Hasheous is called in another database. */
export function mappingTo(objectType: 'Game' | 'Platform', source: string, id: string, immutableId = id) {
  return {
    objectType,
    id,
    immutableId,
    status: 'Mapped',
    matchMethod: 'Automatic',
    source,
    winningVoteCount: 0,
    totalVoteCount: 0,
    winningVotePercent: 0,
  };
}
