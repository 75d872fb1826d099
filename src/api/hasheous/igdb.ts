import { firstReleaseDate } from '../../catalog/model/record.ts';
import type { Game, Picture } from '../../catalog/model/resources.ts';
import { slugSegment } from '../../catalog/model/slug.ts';
import { renderGamesWith } from '../../catalog/render/included.ts';
import type { ExternalId } from '../../store/external-ids.ts';
import { findIgdbPlatform, igdbPlatformOf } from '../../vocabulary/igdb-platforms.ts';
import type { ApiRequest } from '../route.ts';

/**
 * Games in the form of IGDB, as programs read them through the metadata proxy of Hasheous. What has no id of IGDB has its own
 * id here plus this number, far above the ids of IGDB, so that it is no other game there.
 */
const OWN_IDS_FROM = 1_000_000_000;

function ownId(id: number): number {
  return OWN_IDS_FROM + id;
}

/** The id here, if it is one of `ownId`. */
export function readOwnId(id: number): number | undefined {
  return id >= OWN_IDS_FROM ? id - OWN_IDS_FROM : undefined;
}

/** The id in another database, if it is the only one: some have an entry for each platform. */
export function onlyId(ids: readonly ExternalId[], wanted: string): string | undefined {
  const [first, ...others] = ids.filter(({ source }) => source === wanted);
  return others.length === 0 ? first?.id : undefined;
}

export function igdbIdOf(gameId: number, ids: readonly ExternalId[]): number {
  const id = onlyId(ids, 'igdb');
  return id === undefined ? ownId(gameId) : Number(id);
}

/** The games at these positions with their groups, companies and ids. */
export async function readGames({ app, snapshot }: ApiRequest, positions: readonly number[]): Promise<Game[]> {
  const games = await renderGamesWith(app.catalog, snapshot, positions, ['groups', 'companies', 'ids']);
  return games.map((game) => JSON.parse(game.toString()) as Game);
}

interface Part {
  id: number;
}

/** Which fields are objects instead of ids. */
export type Expand = (field: string) => boolean;

/** `game` has its groups, companies and ids. Unknown fields are left out, as Hasheous does. */
export function toIgdbGame(game: Game, modifiedAt: number, expand: Expand): Record<string, unknown> {
  const { game_id, title, description, catalog_score, num_votes, external_ids = [] } = game;
  const id = igdbIdOf(game_id, external_ids);
  const parts: Record<string, Part[]> = {
    alternative_names: game.alternate_titles.map(({ title: name, description: comment }, i) => ({
      ...partOf(game_id, i),
      game: id,
      name,
      comment,
    })),
    collections: (game.groups ?? []).map(({ group_id, group_name }) => named(group_id, group_name)),
    genres: game.genres.map(({ genre_id, genre_name }) => named(genre_id, genre_name)),
    involved_companies: listCompanies(game).map(({ company_id, company_name, roles }, i) => ({
      ...partOf(game_id, i),
      game: id,
      company: expand('company') ? named(company_id, company_name) : ownId(company_id),
      developer: roles.includes('Developed by'),
      publisher: roles.includes('Published by'),
    })),
    platforms: game.platforms.map(({ platform_id, platform_name }) => toIgdbPlatform(platform_id, platform_name)),
    screenshots: game.sample_screenshots.map((picture, i) => ({
      ...partOf(game_id, i),
      ...toImage(id, picture, `screenshot-${game_id}-${i}`),
    })),
  };
  const cover = game.sample_cover && { id, ...toImage(id, game.sample_cover, `cover-${game_id}`) };
  return {
    id,
    name: title,
    slug: onlyId(external_ids, 'igdb_slug') ?? slugSegment(title, 'game'),
    summary: description ?? undefined,
    url: game.catalog_url,
    first_release_date: toTime(firstReleaseDate(game.platforms.map(({ first_release_date: date }) => date || null))),
    total_rating: catalog_score === null ? undefined : catalog_score * 10,
    total_rating_count: num_votes || undefined,
    updated_at: new Date(modifiedAt).toISOString(),
    cover: cover ? (expand('cover') ? cover : cover.id) : undefined,
    ...Object.fromEntries(
      Object.entries(parts)
        .filter(([, list]) => list.length > 0)
        .map(([name, list]) => [name, expand(name) ? byId(list) : list.map((part) => part.id)]),
    ),
  };
}

export function toIgdbPlatform(platformId: number, name: string): Part & { name: string; slug: string } {
  const { id = ownId(platformId), slug = slugSegment(name, 'platform') } = igdbPlatformOf(platformId) ?? {};
  return { id, name, slug };
}

/** The platform here of an id in the form of IGDB. */
export function readPlatformId(id: number): number | undefined {
  return readOwnId(id) ?? findIgdbPlatform(id)?.platformId;
}

/** Parts of a game have no ids here. A game has fewer than this of each kind. */
const MAX_PARTS = 1000;

function partOf(gameId: number, index: number): Part {
  return { id: ownId(gameId) * MAX_PARTS + index };
}

/** An object without an id of IGDB. */
export function named(id: number, name: string): Part {
  return { id: ownId(id), ...{ name, slug: slugSegment(name, 'unnamed') } };
}

/** RomM fetches every address with https. Without one, it takes the logo of the lookup. */
function toImage(game: number, { image, width, height }: Picture, imageId: string) {
  return { game, image_id: imageId, url: image.startsWith('https:') ? image : undefined, width, height };
}

/** A date that is not known in full begins its month or year. */
function toTime(date: string | null): string | undefined {
  return date === null ? undefined : new Date(date).toISOString();
}

function byId(list: readonly Part[]): Record<string, Part> {
  return Object.fromEntries(list.map((part) => [String(part.id), part]));
}

function listCompanies({ companies = [] }: Game) {
  const byCompany = Map.groupBy(companies, ({ company_id }) => company_id);
  return Array.from(byCompany.values(), (own) => ({
    ...(own[0] as (typeof own)[number]),
    roles: own.map(({ role }) => role),
  }));
}
