import type { App } from '../../app.ts';
import { AppError, OperatorError } from '../../errors.ts';
import { listDumps, MAX_BUNDLE_GAMES } from '../../merging/export/data-dumps.ts';
import type { Asked, SiteResponse } from '../kit/send.ts';
import type { openDownloadLimit } from './dump-files.ts';

/** Sends the bundle of some games, for mirrors: `?id=1,2,3`. */
export function openGamesBundle(app: App, limit: ReturnType<typeof openDownloadLimit>) {
  return async (asked: Asked): Promise<SiteResponse> => {
    const gameIds = readIds(asked.url);
    if ((await listDumps(app.config)).length === 0)
      throw new AppError('notFound', 'This server publishes no data dumps.');
    const end = limit(asked);
    try {
      const { packGames } = await import('../../merging/export/export-games.ts');
      const body = await packGames(app.store, gameIds, app.catalog.options.mediaUrl);
      const headers = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' };
      return { status: 200, headers: { ...headers, 'content-type': 'application/zstd' }, body };
    } catch (error) {
      throw error instanceof OperatorError ? new AppError('notFound', `${error.message}.`) : error;
    } finally {
      end();
    }
  };
}

function readIds(url: string): number[] {
  const [, search] = url.split('?');
  const texts = new URLSearchParams(search).get('id')?.split(',') ?? [];
  if (texts.length > 0 && texts.length <= MAX_BUNDLE_GAMES && texts.every((text) => /^[1-9]\d{0,9}$/.test(text)))
    return texts.map(Number);
  throw new AppError('invalidValue', `id must be 1 to ${MAX_BUNDLE_GAMES} ids of games, such as id=151,152.`);
}
