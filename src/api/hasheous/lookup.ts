import { identifyFiles } from '../../catalog/identify.ts';
import { firstReleaseDate } from '../../catalog/model/record.ts';
import type { FileMatch, Game } from '../../catalog/model/resources.ts';
import { slugSegment } from '../../catalog/model/slug.ts';
import { findPosition } from '../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../errors.ts';
import { type FileHashes, HASH_KINDS, type HashKind } from '../../store/dumps.ts';
import { IDENTIFY_PARAMETERS } from '../identify.ts';
import { badType, checkHash, invalid, isObject } from '../parameters.ts';
import { type EndpointResult, json } from '../response.ts';
import type { ApiRequest } from '../route.ts';
import { igdbIdOf, onlyId, readGames } from './igdb.ts';
import { mappingsOfPlatform, mappingTo } from './platforms.ts';

/** Of a game that is a folder. Further files say nothing more. */
const MAX_FILES = 100;

/** Parameters choose parts of the response, which here always has all. */
export async function postLookup(request: ApiRequest): Promise<EndpointResult> {
  const files = [request.body].flat().slice(0, MAX_FILES).flatMap(readFile);
  if (files.length === 0) throw invalid('Give at least one of mD5, shA1 and crc.');
  const found = await lookUp(request, files);
  return { cacheKey: undefined, body: () => json(found) };
}

export async function getLookup(request: ApiRequest): Promise<EndpointResult> {
  const { kind = '', hash = '' } = request.path;
  const [file] = readFile({ [kind]: hash });
  if (!file) throw invalid('The address must end with sha1, md5 or crc and a hash, such as crc/3fe272fb.');
  const found = await lookUp(request, [file]);
  return {
    cacheKey: `hasheous ${request.snapshot.revision} ${kind} ${hash.toLowerCase()}`,
    isMomentary: true,
    body: () => json(found),
  };
}

/** Programs spell the names of hashes in several ways, and send null for one that they do not know. */
function readFile(file: unknown): FileHashes[] {
  if (!isObject(file)) throw badType('the body must be an object with hashes, or a list of such objects');
  const hashes: Partial<Record<HashKind, string>> = {};
  for (const [name, value] of Object.entries(file)) {
    const kind = HASH_KINDS.find((known) => known === name.toLowerCase());
    if (kind === undefined || value === null || value === '') continue;
    if (typeof value !== 'string') throw badType(`${name} must be a string`);
    hashes[kind] = value.trim().toLowerCase();
    checkHash(name, IDENTIFY_PARAMETERS[kind].digits, hashes[kind]);
  }
  return Object.keys(hashes).length === 0 ? [] : [hashes];
}

/** The game that most of the files belong to. */
async function lookUp(request: ApiRequest, files: readonly FileHashes[]) {
  const { app, snapshot } = request;
  const matches = (await identifyFiles(app.catalog, snapshot, files)).filter((match) => match !== null);
  const byGame = Map.groupBy(matches, ({ game }) => game.game_id);
  const [first, ...others] = byGame.values();
  const own = others.reduce((most, some) => (some.length > most.length ? some : most), first ?? []);
  const position = own[0] && findPosition(snapshot, own[0].game.game_id);
  if (position === undefined) throw new AppError('notFound', 'No game has a file with this hash.');
  const [game] = await readGames(request, [position]);
  return toLookup(game as Game, own as [FileMatch, ...FileMatch[]], app.publicUrl);
}

function toLookup(game: Game, matches: [FileMatch, ...FileMatch[]], publicUrl: string) {
  const [{ platform }] = matches;
  const signatures = matches.map((match) => toSignature(game, match));
  const publisher = publisherOf(game, matches[0]);
  return {
    id: game.game_id,
    name: game.title,
    platform: platform
      ? { name: platform.platform_name, metadata: mappingsOfPlatform(platform.platform_id) }
      : undefined,
    publisher: publisher === undefined ? undefined : { name: publisher, metadata: [] },
    signature: signatures[0],
    // Where each file was found is not told here.
    signatures: { Generic: signatures },
    metadata: mappingsOfGame(game),
    attributes: listLogos(game, publicUrl),
  };
}

/** The cover, as a path at the origin of this server. */
function listLogos({ game_id, sample_cover }: Game, publicUrl: string) {
  const { origin, pathname, search } = new URL(sample_cover?.image ?? 'none:');
  if (origin !== new URL(publicUrl).origin) return [];
  const value = `cover-${game_id}`;
  return [
    { attributeType: 'ImageId', attributeName: 'Logo', attributeRelationType: 'None', value, link: pathname + search },
  ];
}

function toSignature(game: Game, match: FileMatch) {
  const { dump, platform, release } = match;
  const dates = game.platforms.map(({ first_release_date }) => first_release_date || null);
  return {
    game: {
      id: game.game_id,
      name: game.title,
      description: game.description ?? undefined,
      year: (release?.release_date ?? firstReleaseDate(dates))?.slice(0, 4),
      publisher: publisherOf(game, match),
      demo: 'NotDemo',
      system: platform?.platform_name,
      systemId: platform?.platform_id,
    },
    rom: {
      name: dump.name ?? undefined,
      size: dump.size ?? undefined,
      crc: dump.crc ?? undefined,
      md5: dump.md5 ?? undefined,
      sha1: dump.sha1 ?? undefined,
      attributes: {},
      romType: 'File',
      signatureSource: 'Generic',
    },
  };
}

/** Of the release, or else of any. */
function publisherOf({ companies = [] }: Game, { release }: FileMatch): string | undefined {
  return (release?.companies ?? companies).find(({ role }) => role === 'Published by')?.company_name;
}

/** The databases that Hasheous knows, by their names there. */
const SOURCES = {
  thegamesdb: 'TheGamesDb',
  steamgriddb: 'SteamGridDb',
  launchbox: 'LaunchBox',
  giantbomb: 'GiantBomb',
  steam: 'Steam',
  gog: 'GOG',
};

function mappingsOfGame({ game_id, title, external_ids: ids = [] }: Game) {
  const slug = onlyId(ids, 'igdb_slug') ?? slugSegment(title, 'game');
  const others = Object.entries(SOURCES).flatMap(([source, name]) => {
    const id = onlyId(ids, source);
    return id === undefined ? [] : mappingTo('Game', name, id.replace(/^3030-/, ''));
  });
  return [mappingTo('Game', 'IGDB', slug, String(igdbIdOf(game_id, ids))), ...others];
}
