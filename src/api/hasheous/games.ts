import type { Game } from '../../catalog/model/resources.ts';
import { renderGamesWith } from '../../catalog/render/included.ts';
import type { ApiRequest } from '../route.ts';

/** The games at these positions with their groups, companies and ids. */
export async function readGames({ app, snapshot }: ApiRequest, positions: readonly number[]): Promise<Game[]> {
  const games = await renderGamesWith(app.catalog, snapshot, positions, ['groups', 'companies', 'ids']);
  return games.map((game) => JSON.parse(game.toString()) as Game);
}
