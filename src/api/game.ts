import { findRecord } from '../catalog/catalog.ts';
import type { GameRecord, RecordPlatform } from '../catalog/model/record.ts';
import { originalPlatforms } from '../catalog/render/original.ts';
import { coverGroupsOf, detailsOf, platformsOf, type RenderOptions, screenshotsOf } from '../catalog/render/render.ts';
import { findAliasTarget, findPosition } from '../catalog/snapshot/snapshot.ts';
import { AppError } from '../errors.ts';
import { gameBody, outputKey, outputParameters, parseOutput } from './output.ts';
import { pathId, type Query } from './parameters.ts';
import { type EndpointResult, json } from './response.ts';
import type { ApiRequest, Route } from './route.ts';

export const GAME_PARAMETERS = outputParameters('normal');

export async function getGame(request: ApiRequest): Promise<EndpointResult> {
  const { app, snapshot, query } = request;
  const gameId = pathId('game_id', request.path);
  const output = parseOutput(GAME_PARAMETERS, app.catalog.options.originalFields ? fullToNormal(query) : query);
  const position = findPosition(snapshot, gameId);
  if (position === undefined) throw redirectOrNotFound(request, gameId);
  return {
    // The revision of the game, not of the catalog: an import that does not change the game keeps its ETag.
    cacheKey: `game ${gameId} ${snapshot.revisions[position]} ${outputKey(output, snapshot)}`,
    body: async () => gameBody(request, position, output),
  };
}

/** Some clients of the original API send `format=full` and mean `normal`. */
function fullToNormal(query: Query): Query {
  const [format, ...others] = query.get('format') ?? [];
  return format === 'full' && others.length === 0 ? new Map(query).set('format', ['normal']) : query;
}

export function getGamePlatforms(request: ApiRequest): Promise<EndpointResult> {
  const { originalFields } = request.app.catalog.options;
  return respondFromGame(request, 'platforms', (record) => {
    const platforms = platformsOf(record);
    return { platforms: originalFields ? originalPlatforms(platforms) : platforms };
  });
}

export const getPlatformDetails = fromPlatform('details', detailsOf);
export const getScreenshots = fromPlatform('screenshots', (_record, platform, options) => ({
  screenshots: screenshotsOf(platform, options),
}));
export const getCovers = fromPlatform('covers', (record, platform, options) => ({
  cover_groups: coverGroupsOf(record, platform, options),
}));

function fromPlatform(
  name: string,
  pick: (record: GameRecord, platform: RecordPlatform, options: RenderOptions) => object,
): Route['handle'] {
  return async (request) => {
    const platformId = pathId('platform_id', request.path);
    return respondFromGame(request, `${name} ${platformId}`, (record) => {
      const platform = record.platforms.find(({ platform_id }) => platform_id === platformId);
      if (!platform) throw gameNotFound();
      return pick(record, platform, request.app.catalog.options);
    });
  };
}

async function respondFromGame(
  request: ApiRequest,
  name: string,
  pick: (record: GameRecord) => object,
): Promise<EndpointResult> {
  const { app, snapshot } = request;
  const gameId = pathId('game_id', request.path);
  const record = await findRecord(app.catalog, snapshot, gameId);
  if (!record) throw redirectOrNotFound(request, gameId);
  const picked = pick(record);
  const revision = snapshot.revisions[findPosition(snapshot, gameId) as number];
  return { cacheKey: `${name} ${gameId} ${revision}`, body: () => json(picked) };
}

/** A merged game redirects to the same resource of the game that it was merged into. */
function redirectOrNotFound({ app, snapshot, url }: ApiRequest, gameId: number): AppError {
  const target = findAliasTarget(snapshot, gameId);
  if (target === undefined) return gameNotFound();
  const location = app.publicUrl + url.replace(/\/v1\/[^/]+\/[^/?]+/, `/v1/games/${target}`);
  return new AppError('moved', `Game ${gameId} is now game ${target}.`, { location });
}

/** The contract requires an empty message. */
function gameNotFound(): AppError {
  return new AppError('gameNotFound', '');
}
