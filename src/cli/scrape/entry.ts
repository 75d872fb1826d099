import type { Game, Picture } from '../../catalog/model/resources.ts';
import { plainTitle } from '../../folding.ts';
import { groupKind } from '../../vocabulary/group-kinds.ts';
import { type Found, listTitles } from './find-games.ts';
import { readName } from './roms.ts';

/** What lists of games say about a file. Texts that are not known are empty. */
export type Entry = ReturnType<typeof describe>;

const GENRES = new Set(['Basic Genres', 'Gameplay']);
const PLAYERS = 'Number of Players Supported';

/** The facts about the release that the file is, or else about the first one on its platform. */
export function describe({ rom, match }: Found, game: Game, platforms: readonly number[]) {
  const wanted = [match?.platform?.platform_id, ...platforms];
  const [id] = wanted.filter((one) => game.platforms.some(({ platform_id }) => platform_id === one));
  const platform = game.platforms.find(({ platform_id }) => platform_id === id) ?? game.platforms[0];
  const releases = [...(match?.release ? [match.release] : []), ...(platform?.releases ?? [])];
  const companies = releases.flatMap((release) => release.companies);
  const company = (role: string) => companies.find((one) => one.role === role)?.company_name ?? '';
  const players = (platform?.attributes ?? []).filter((one) => one.attribute_category_name === PLAYERS);
  const counts = players.flatMap(({ attribute_name }) => attribute_name.match(/\d+/g)?.map(Number) ?? []);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const covers = (platform?.cover_groups ?? []).flatMap((group) => group.covers);
  const front: Picture | null = covers.find(({ scan_of }) => scan_of === 'Front Cover') ?? game.sample_cover;
  const { title, disc } = readName(rom.path);
  const name = listTitles(game).find((one) => plainTitle(one) === plainTitle(title)) ?? game.title;
  return {
    file: rom.path,
    game_id: game.game_id,
    name: disc === '' ? name : `${name} ${disc}`,
    description: game.description ?? '',
    /** From 0 to 1. */
    rating: game.catalog_score === null ? undefined : Math.round(game.catalog_score * 10) / 100,
    /** `1990-11-21`, or only the first parts of it. */
    released: match?.release?.release_date ?? releases[0]?.release_date ?? platform?.first_release_date ?? '',
    developer: company('Developed by'),
    publisher: company('Published by'),
    genres: game.genres.flatMap((genre) => (GENRES.has(genre.genre_category) ? genre.genre_name : [])),
    /** `2`, or `1-4`. */
    players: counts.length === 0 ? '' : fewest === most ? `${most}` : `${fewest}-${most}`,
    series: (game.groups ?? []).flatMap(({ group_name: name }) => (groupKind(name) === 'series' ? name : [])),
    /** Addresses. */
    cover: front?.image,
    screenshot: (platform?.screenshots?.[0] ?? game.sample_screenshots[0])?.image,
  };
}
