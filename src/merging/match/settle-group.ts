import type { CatalogWriter } from '../../store/catalog/writer.ts';
import type { LayerHead } from '../../store/catalog-rows.ts';
import { createsGames, isOfSource, type LayerLine } from '../load/layer-line.ts';
import { LAST_ID_OF_ORIGINAL } from '../load/mirror.ts';
import { type Affected, attach, mergeGames, readLine } from './attach.ts';
import type { Group, Matching } from './cluster-block.ts';
import { findGame } from './find-game.ts';
import { compareFormerGames, type FormerGame, listFormerGames } from './former-games.ts';

interface Settling extends Matching {
  /** The ids that groups have. */
  taken: ReadonlySet<number>;
  isMirror: boolean;
}

/** Makes a group one game: its games are merged, and its layers move there. Without a creating layer they wait. */
export async function settleGroup(
  writer: CatalogWriter,
  { gameIds: found, keys, first }: Group,
  matching: Settling,
  affected: Affected,
): Promise<void> {
  if (first === undefined) return;
  const apart = new Set(matching.isMirror ? listOfOriginal(found).slice(1) : []);
  const gameIds = found.filter((gameId) => !apart.has(gameId));
  const layers: LayerHead[] = [];
  for (const key of keys) {
    const head = (await writer.findHead(key)) as LayerHead;
    if (head.gameId === null || !apart.has(head.gameId)) layers.push(head);
  }
  const isNews = layers.some((layer) => matching.members.has(layer.key) && createsGames(layer));
  if (gameIds.length > 1 && !isNews) return enrichEach(writer, layers, matching, affected);
  const target = gameIds.length > 1 ? await mergeGames(writer, gameIds, 'match', affected) : gameIds[0];
  // Reading a line is slow, and those of this import are known.
  const namedBy = async ({ key }: LayerHead): Promise<Named> => ({
    key,
    members: [...(matching.members.get(key) ?? (await readLine(writer, key)).members ?? [])],
  });
  const to = target ?? (await findId(writer, await Array.fromAsync(layers, namedBy), matching.taken));
  for (const layer of layers) {
    const gameId = (await writer.findHead(layer.key))?.gameId ?? null;
    if (gameId !== to || matching.members.has(layer.key))
      await attach(writer, { ...(await namedBy(layer)), enriches: layer.enriches === 1, gameId }, to, affected);
  }
}

function listOfOriginal(gameIds: readonly number[]): number[] {
  return gameIds.filter((gameId) => gameId <= LAST_ID_OF_ORIGINAL).toSorted((a, b) => a - b);
}

/** What only enriches merges no games: each layer joins the one that it is most like. */
async function enrichEach(
  writer: CatalogWriter,
  layers: readonly LayerHead[],
  { members, vanished }: Matching,
  affected: Affected,
): Promise<void> {
  for (const layer of layers.filter(({ key }) => members.has(key))) {
    const line = await readLine(writer, layer.key);
    const gameId = await findGame(writer, line, layer.source, vanished);
    if (gameId !== undefined) await attach(writer, { ...line, gameId: layer.gameId }, gameId, affected);
  }
}

type Named = Pick<LayerLine, 'key' | 'members'>;

/** The id that these layers had before, if no other layer has it now or gets it in this import, else a new one. */
async function findId(writer: CatalogWriter, lines: readonly Named[], taken: ReadonlySet<number>): Promise<number> {
  const games: FormerGame[] = [];
  for (const { key, members } of lines) games.push(...(await listFormerGames(writer, key, members)));
  for (const { id, gameId } of games.toSorted(compareFormerGames))
    for (const one of [gameId, id]) if (!taken.has(one) && !(await writer.listHeads(one)).some(isOfSource)) return one;
  return writer.nextId('game', 0);
}
