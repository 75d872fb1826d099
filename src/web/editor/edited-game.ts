import type { App } from '../../app.ts';
import type { CorrectionLine } from '../../bundle/lines.ts';
import type { GameRecord } from '../../catalog/model/record.ts';
import { CORRECTIONS, isFounding, parseCorrection, parseLayer } from '../../merging/load/layer-line.ts';
import type { Layer } from '../../store/catalog-store.ts';
import { errorPage } from '../kit/error-pages.ts';
import type { PageResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';

/** A game as it is in the store, which may be newer than the snapshot. */
export interface EditedGame {
  gameId: number;
  title: string;
  /** Undefined: the game is hidden. */
  record: GameRecord | undefined;
  /** Of the record; empty if the game is hidden. */
  version: string;
  /** What sources say, those that can found a game first. */
  layers: Layer[];
  /** Newest first. */
  corrections: CorrectionLine[];
}

/** Shows a page about the game in the path. An id that was merged leads to the game that it became. */
export async function withEditedGame(
  request: SignedInRequest,
  handle: (game: EditedGame) => PageResponse | Promise<PageResponse>,
): Promise<PageResponse> {
  const { id = '' } = request.path;
  const found = /^\d{1,9}$/.test(id) ? await findEditedGame(request.app, Number(id)) : undefined;
  if (found === undefined) return errorPage('gameNotFound', 'There is no game with this number.');
  return 'movedTo' in found ? { status: 303, location: `/operator/games/${found.movedTo}` } : handle(found);
}

export function findEditedGame({ store }: App, gameId: number): Promise<EditedGame | { movedTo: number } | undefined> {
  return store.catalog.read(async (reader) => {
    const alias = await reader.findAlias(gameId);
    if (alias) return { movedTo: alias.targetId };
    const all = await reader.listLayers(gameId);
    const layers = all.filter(({ source }) => source !== CORRECTIONS);
    if (layers.length === 0) return undefined;
    const stored = await reader.findGame(gameId);
    const record = stored && (JSON.parse(stored.record) as GameRecord);
    const corrections = all.filter(({ source }) => source === CORRECTIONS).map(parseCorrection);
    return {
      gameId,
      title: record?.title ?? parseLayer(layers.find(isFounding) ?? (layers[0] as Layer)).title,
      record,
      version: stored?.hash ?? '',
      layers: layers.toSorted((a, b) => Number(isFounding(b)) - Number(isFounding(a))),
      corrections: corrections.reverse(),
    };
  });
}
