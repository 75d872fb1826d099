import { alwaysAnswer } from '../response.ts';
import type { Endpoint } from '../route.ts';
import { getLookup, postLookup } from './lookup.ts';
import { getHasheousPlatforms } from './platforms.ts';
import { getBundle, getIgdbImage, getIgdbObject, searchIgdbGames } from './proxy.ts';

/** What RomM and gaseous ask Hasheous for (docs/programs.md). What they report to it is dropped. */
export const HASHEOUS: readonly Endpoint[] = [
  { path: '/HealthCheck', handle: alwaysAnswer({ status: 'Healthy' }) },
  { method: 'POST', path: '/Lookup/ByHash', handle: postLookup },
  { path: '/Lookup/ByHash/{kind}/{hash}', handle: getLookup },
  { path: '/Lookup/Platforms', handle: getHasheousPlatforms },
  { path: '/MetadataProxy/IGDB/{type}', handle: getIgdbObject },
  { path: '/MetadataProxy/IGDB/Image/{image}', handle: getIgdbImage },
  { path: '/MetadataProxy/IGDB/Search/Platform/{platform}/Game', handle: searchIgdbGames },
  { path: '/MetadataProxy/Bundles/{source}/{file}', handle: getBundle },
  { method: 'POST', path: '/Submissions/FixMatch', handle: alwaysAnswer({}) },
  { method: 'POST', path: '/Submissions/ArchiveObservation', handle: alwaysAnswer({}) },
];
