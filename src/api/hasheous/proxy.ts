import { listGames, searchGames } from '../../catalog/catalog.ts';
import { describeCompany, findCompany } from '../../catalog/search/companies.ts';
import { findAliasTarget, findPosition } from '../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../errors.ts';
import { invalid, parseParameters } from '../parameters.ts';
import { type EndpointResult, json } from '../response.ts';
import type { ApiRequest } from '../route.ts';
import { type Expand, named, readGames, readOwnId, readPlatformId, toIgdbGame, toIgdbPlatform } from './igdb.ts';
import { listPlatforms } from './platforms.ts';
import { zipOf } from './zip.ts';

const MAX_ID = Number.MAX_SAFE_INTEGER;
const TEXT = { type: 'text', maxLength: 1000 } as const;

const OBJECT_PARAMETERS = {
  Id: { type: 'optional integer', min: 1, max: MAX_ID, help: 'Id of IGDB' },
  expandColumns: { ...TEXT, help: 'Fields to return as objects instead of ids, as a comma list; `*` is all' },
} as const;

/** One object of IGDB. A game has all others that programs need. */
export async function getIgdbObject(request: ApiRequest): Promise<EndpointResult> {
  const { Id, expandColumns } = parseParameters(OBJECT_PARAMETERS, request.query);
  const type = (request.path.type ?? '').toLowerCase();
  if (Id === undefined) throw invalid('Give an Id.');
  if (type === 'platform') return getPlatform(request, Id);
  if (type === 'company') return getCompany(request, Id);
  if (type !== 'game' && type !== 'cover') throw notFound(`This server has no objects of the type ${type}.`);
  const position = findGame(request, Id);
  const columns = new Set(expandColumns.split(',').map((name) => name.trim().toLowerCase()));
  // With the companies of a game come their names, which programs look for there.
  const expand: Expand = (name) =>
    columns.has('*') || columns.has('all')
      ? name !== 'company'
      : columns.has(name) || (name === 'company' && columns.has('involved_companies'));
  return {
    cacheKey: `igdb ${type} ${request.snapshot.revision} ${position} ${[...columns].join()}`,
    body: async () => {
      const [game = {}] = await renderIgdbGames(request, [position], type === 'cover' ? () => true : expand);
      return json(type === 'cover' ? (game.cover ?? {}) : game);
    },
  };
}

function getPlatform({ snapshot }: ApiRequest, id: number): EndpointResult {
  const platformId = readPlatformId(id);
  const found = listPlatforms(snapshot).find(({ platform_id }) => platform_id === platformId);
  if (!found) throw notFound(`There is no platform ${id}.`);
  const { platform_id, platform_name } = found;
  return {
    cacheKey: `igdb platform ${snapshot.revision} ${id}`,
    body: () => json({ ...toIgdbPlatform(platform_id, platform_name), id }),
  };
}

function getCompany({ snapshot }: ApiRequest, id: number): EndpointResult {
  const companyId = readOwnId(id);
  const index = companyId === undefined ? undefined : findCompany(snapshot, companyId);
  if (companyId === undefined || index === undefined) throw notFound(`There is no company ${id}.`);
  return {
    cacheKey: `igdb company ${snapshot.revision} ${id}`,
    body: () => json(named(companyId, describeCompany(snapshot, index).company_name)),
  };
}

const SEARCH_PARAMETERS = { SearchString: { ...TEXT, required: true, help: 'Words of a title' } } as const;
const NO_FILTER = { platform: [], genre: [], group: [], title: '', match: 'any' } as const;
const PAGE = { limit: 50, offset: 0, after: undefined } as const;

/** The games of a platform with these words in their titles. */
export function searchIgdbGames(request: ApiRequest): EndpointResult {
  const { app, snapshot, query, path } = request;
  const { SearchString: text } = parseParameters(SEARCH_PARAMETERS, query);
  const platformId = readPlatformId(Number(path.platform));
  if (platformId === undefined) throw notFound(`There is no platform ${path.platform}.`);
  const filter = { ...NO_FILTER, platform: [platformId] };
  const { positions } = searchGames(app.catalog, snapshot, text, filter, { ...PAGE, sort: 'best' });
  return {
    cacheKey: `igdb search ${snapshot.revision} ${platformId} ${text}`,
    body: async () => json(await renderIgdbGames(request, Array.from(positions), () => false)),
  };
}

/** Leads to a picture of a game: its name is the `image_id` of the object. */
export async function getIgdbImage(request: ApiRequest): Promise<EndpointResult> {
  const [, kind, gameId, index = '0'] =
    /^(cover|screenshot)-(\d+)(?:-(\d+))?\.jpg$/.exec(request.path.image ?? '') ?? [];
  const position = kind === undefined ? undefined : findPosition(request.snapshot, Number(gameId));
  if (position === undefined) throw notFound('There is no such picture.');
  const [game] = await readGames(request, [position]);
  const picture = kind === 'cover' ? game?.sample_cover : game?.sample_screenshots[Number(index)];
  if (!picture) throw notFound('There is no such picture.');
  throw new AppError('moved', 'The picture is at another address.', { location: picture.image });
}

/** A game with all its objects as an archive with one file. */
export function getBundle(request: ApiRequest): EndpointResult {
  const [, source, id] = /^(IGDB)\/(\d+)\.bundle$/.exec(`${request.path.source}/${request.path.file}`) ?? [];
  if (source === undefined) throw notFound('Bundles have addresses such as Bundles/IGDB/1942.bundle.');
  const position = findGame(request, Number(id));
  const expand: Expand = (name) => name !== 'company';
  return {
    cacheKey: `igdb bundle ${request.snapshot.revision} ${position}`,
    headers: { 'content-type': 'application/octet-stream' },
    body: async () => {
      const [game] = await renderIgdbGames(request, [position], expand);
      return zipOf('Game.json', json(game));
    },
  };
}

/** The position of the game with this id of IGDB, or of its own. */
function findGame({ app, snapshot }: ApiRequest, id: number): number {
  const own = readOwnId(id);
  const position =
    own === undefined
      ? listGames(app.catalog, snapshot, { ...NO_FILTER, external_id: [`igdb:${id}`] }, { ...PAGE, sort: 'id' })
          .positions[0]
      : findPosition(snapshot, findAliasTarget(snapshot, own) ?? own);
  if (position === undefined) throw notFound(`There is no game ${id}.`);
  return position;
}

async function renderIgdbGames(request: ApiRequest, positions: readonly number[], expand: Expand) {
  const games = await readGames(request, positions);
  return games.map((game, i) =>
    toIgdbGame(game, request.snapshot.modifiedAt[positions[i] as number] as number, expand),
  );
}

function notFound(message: string): AppError {
  return new AppError('notFound', message);
}
