import type { App } from '../../app.ts';
import type { CorrectionLine } from '../../bundle/lines.ts';
import type { GameRecord } from '../../catalog/model/record.ts';
import { namedMark } from '../../merging/corrections/corrections.ts';
import { CORRECTIONS, isFounding, parseCorrection, parseLayer } from '../../merging/load/layer-line.ts';
import type { CatalogReader, Layer } from '../../store/catalog-store.ts';
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

/** Merges and differences of this game and others that are stored with another game. */
async function listNaming(reader: CatalogReader, gameId: number, own: readonly Layer[]): Promise<Layer[]> {
  const found = await reader.findByMarks([gameId, ...own.map(({ key }) => key)].map(namedMark));
  const keys = new Set(found.map(({ key }) => key)).difference(new Set(own.map(({ key }) => key)));
  const layers = await Promise.all([...keys].map((key) => reader.findLayer(key)));
  return layers.filter((layer) => layer !== undefined);
}

/** Shows a page about the game in the path. An id that was merged leads to the game that it became. */
export async function withEditedGame(
  request: SignedInRequest,
  handle: (game: EditedGame) => PageResponse | Promise<PageResponse>,
): Promise<PageResponse> {
  const { id = '' } = request.path;
  const found = /^\d{1,9}$/.test(id) ? await findEditedGame(request.app, Number(id)) : undefined;
  if (found === undefined) return errorPage('gameNotFound', 'There is no game with this number.');
  if (!('movedTo' in found)) return handle(found);
  const done = request.query.get('done');
  const message = done === null ? '' : `?done=${encodeURIComponent(done)}`;
  return { status: 303, location: `/operator/games/${found.movedTo}${message}` };
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
    const own = all.filter(({ source }) => source === CORRECTIONS);
    const corrections = [...own, ...(await listNaming(reader, gameId, all))].map(parseCorrection);
    return {
      gameId,
      title: record?.title ?? parseLayer(layers.find(isFounding) ?? (layers[0] as Layer)).title,
      record,
      version: stored?.hash ?? '',
      layers: layers.toSorted((a, b) => Number(isFounding(b)) - Number(isFounding(a))),
      corrections: corrections.toSorted((a, b) => (a.key < b.key ? 1 : -1)),
    };
  });
}

/** The title of a game. One that was merged or hidden has that of its first source. */
export async function findTitle(reader: CatalogReader, gameId: number): Promise<string | undefined> {
  const stored = await reader.findGame(gameId);
  if (stored) return (JSON.parse(stored.record) as GameRecord).title;
  const key = await reader.findKey(gameId);
  const layer = key === undefined ? undefined : await reader.findLayer(key);
  return layer && parseLayer(layer).title;
}
