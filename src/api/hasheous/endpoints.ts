import { type EndpointResult, json } from '../response.ts';
import type { Endpoint } from '../route.ts';
import { getLookup, LOOKUP_PARAMETERS, postLookup } from './lookup.ts';
import { getHasheousPlatforms, PLATFORMS_PARAMETERS } from './platforms.ts';
import {
  getBundle,
  getIgdbImage,
  getIgdbObject,
  PROXY_PARAMETERS,
  SEARCH_PARAMETERS,
  searchIgdbGames,
} from './proxy.ts';

const answer = (value: unknown) => (): EndpointResult => ({ cacheKey: undefined, body: () => json(value) });

/** What RomM and gaseous ask Hasheous for (docs/programs.md). What they report to it is dropped. */
export const HASHEOUS: readonly Endpoint[] = [
  { path: '/HealthCheck', parameters: {}, handle: answer({ status: 'Healthy' }) },
  { method: 'POST', path: '/Lookup/ByHash', parameters: LOOKUP_PARAMETERS, handle: postLookup },
  { path: '/Lookup/ByHash/{kind}/{hash}', parameters: LOOKUP_PARAMETERS, handle: getLookup },
  { path: '/Lookup/Platforms', parameters: PLATFORMS_PARAMETERS, handle: getHasheousPlatforms },
  { path: '/MetadataProxy/IGDB/{type}', parameters: PROXY_PARAMETERS, handle: getIgdbObject },
  { path: '/MetadataProxy/IGDB/Image/{image}', parameters: {}, handle: getIgdbImage },
  {
    path: '/MetadataProxy/IGDB/Search/Platform/{platform}/Game',
    parameters: SEARCH_PARAMETERS,
    handle: searchIgdbGames,
  },
  { path: '/MetadataProxy/Bundles/{source}/{file}', parameters: {}, handle: getBundle },
  { method: 'POST', path: '/Submissions/FixMatch', parameters: {}, handle: answer({}) },
  { method: 'POST', path: '/Submissions/ArchiveObservation', parameters: {}, handle: answer({}) },
];
