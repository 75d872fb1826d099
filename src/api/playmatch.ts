import { findRecord } from '../catalog/catalog.ts';
import { identifyFiles } from '../catalog/identify.ts';
import type { GameRecord } from '../catalog/model/record.ts';
import { onlyId } from './hasheous/igdb.ts';
import { IDENTIFY_PARAMETERS } from './identify.ts';
import { parseParameters } from './parameters.ts';
import { alwaysAnswer, type EndpointResult, json } from './response.ts';
import type { ApiRequest, Endpoint } from './route.ts';

const { sha1, md5, crc } = IDENTIFY_PARAMETERS;

/** The ids of a file's game in other databases. Not by `fileSize`: that may be of an archive, whose largest file has the hashes. */
async function getIds({ app, snapshot, query }: ApiRequest): Promise<EndpointResult> {
  const hashes = parseParameters({ sha1, md5, crc }, query);
  return {
    cacheKey: `playmatch ${snapshot.revision} ${JSON.stringify(hashes)}`,
    isMomentary: true,
    body: async () => {
      const [match] = await identifyFiles(app.catalog, snapshot, [hashes]);
      const record = match && (await findRecord(app.catalog, snapshot, match.game.game_id));
      return json(record ? toIds(record, match.matched_by) : { gameMatchType: 'NoMatch', id: null });
    },
  };
}

/** The databases that Playmatch knows, by their names there. */
const PROVIDERS = { igdb: 'IGDB', mobygames: 'MobyGames', launchbox: 'LaunchBox', steamgriddb: 'SteamGridDB' };

function toIds({ game_id, external_ids }: GameRecord, by: string) {
  const ids = Object.entries(PROVIDERS).map(([source, providerName]) => ({
    providerName,
    providerId: onlyId(external_ids, source),
    matchType: 'Automatic',
  }));
  return {
    gameMatchType: by.toUpperCase(),
    id: `00000000-0000-8000-8000-${game_id.toString(16).padStart(12, '0')}`,
    externalMetadata: ids.filter(({ providerId }) => providerId !== undefined),
  };
}

/** What RomM asks Playmatch for (docs/programs.md). What it suggests is dropped. */
export const PLAYMATCH: readonly Endpoint[] = [
  { path: '/health', handle: alwaysAnswer('Healthy') },
  { path: '/identify/ids', handle: getIds },
  { method: 'POST', path: '/suggestion/external/game', handle: alwaysAnswer({}) },
];
