import type { GameRecord } from '../../catalog/model/record.ts';
import { withoutGeneratedCover } from '../../catalog/render/card.ts';
import { findPictureHashes } from '../../pictures/picture-paths.ts';
import type { GameToStore } from '../../store/catalog-store.ts';
import { unpackFacets } from '../../store/facets.ts';
import type { Row } from '../../store/moved-tables.ts';
import type { Problems } from '../../store/problems.ts';
import { readRows } from '../../store/read-rows.ts';
import { bytesOf, hashRecord } from '../../store/upgraded-games.ts';
import { toStoredGame } from '../merge/stored-game.ts';
import { type CatalogCheck, listUnknown } from './catalog-check.ts';

const GAME = ['game_id', 'revision', 'title', 'names', 'facets', 'filters', 'hash', 'provenance'] as const;
type GameRow = Record<(typeof GAME)[number], Row[number]>;

/** Compares all games with their records and cards. Returns their ids. */
export async function checkGames(check: CatalogCheck, references: ReadonlySet<string>): Promise<Set<number>> {
  const { tables, problems, pictures } = check;
  const cards = openDocuments(readRows(tables, 'catalog', 'cards', ['game_id', 'revision', 'card']), (gameId) =>
    problems.add('cards without a game', gameId),
  );
  const records = openDocuments(readRows(tables, 'catalog', 'records', ['game_id', 'revision', 'record']), (gameId) =>
    problems.add('records without a game', gameId),
  );
  const gameIds = new Set<number>();
  for await (const game of readRows(tables, 'catalog', 'games', GAME)) {
    const gameId = Number(game.game_id);
    gameIds.add(gameId);
    check.step();
    const [card, record] = [await cards.find(gameId), await records.find(gameId)];
    if (!card || !record) {
      problems.add('games without a record or a card', gameId);
      continue;
    }
    for (const sha256 of findPictureHashes(String(record.record))) pictures.add(sha256);
    if (card.revision !== game.revision || record.revision !== game.revision)
      problems.add('records or cards of another revision than their game', gameId);
    checkRecord(game, String(record.record), String(card.card), problems, references);
  }
  await cards.end();
  await records.end();
  return gameIds;
}

function checkRecord(
  game: GameRow,
  record: string,
  card: string,
  problems: Problems,
  references: ReadonlySet<string>,
): void {
  const gameId = Number(game.game_id);
  if (hashRecord(record) !== game.hash) problems.add('records that differ from their hash', gameId);
  for (const unknown of listUnknown(record, references))
    problems.add('references of games to missing entries', `game ${gameId} to ${unknown}`);
  const expected = storedFrom(record, String(game.provenance));
  if (!expected) {
    problems.add('records that cannot be read', gameId);
    return;
  }
  if (withoutGeneratedCover(card) !== withoutGeneratedCover(expected.card))
    problems.add('cards that differ from their record', gameId);
  for (const column of listDifferences(game, expected))
    problems.add('indexes of games that differ from their record', `${column} of game ${gameId}`);
}

/** Undefined if the record or its provenance is damaged. */
function storedFrom(record: string, provenance: string): GameToStore | undefined {
  try {
    return toStoredGame(JSON.parse(record) as GameRecord, { provenance, modifiedAt: 0 });
  } catch {
    return undefined;
  }
}

function listDifferences(game: GameRow, expected: GameToStore): string[] {
  return [
    Number(game.game_id) !== expected.gameId && 'id',
    game.title !== expected.title && 'title',
    // Null: a row of an earlier version, which is found by its title alone.
    game.names !== null && game.names !== expected.names && 'names',
    !isSameFacets(game.facets as Uint8Array, expected) && 'facets',
    // Empty: a row of an earlier version in a fleet that is being upgraded.
    !isEmpty(game.filters) && Buffer.compare(game.filters as Uint8Array, bytesOf(expected.filters)) !== 0 && 'filters',
  ].filter((column) => column !== false);
}

function isEmpty(bytes: Row[number]): boolean {
  return (bytes as Uint8Array).byteLength === 0;
}

/** Without the notability, whose rules may have changed since the game was written. */
function isSameFacets(stored: Uint8Array, { facets }: GameToStore): boolean {
  const listIds = (packed: Uint32Array) => {
    const { platforms, genres, groups, years } = unpackFacets(packed);
    return [platforms, genres, groups, years].map(({ ids }) => ids.join()).join(';');
  };
  if (Buffer.compare(stored, bytesOf(facets)) === 0) return true;
  return stored.byteLength % 4 === 0 && listIds(new Uint32Array(Uint8Array.from(stored).buffer)) === listIds(facets);
}

/** Reads rows beside the games, which are in the same order. Rows without a game are orphans. */
function openDocuments<R extends Record<'game_id', Row[number]>>(
  rows: AsyncGenerator<R>,
  onOrphan: (gameId: number) => void,
) {
  let current: IteratorResult<R> | undefined;
  const skipTo = async (gameId: number) => {
    current ??= await rows.next();
    for (; !current.done && Number(current.value.game_id) < gameId; current = await rows.next())
      onOrphan(Number(current.value.game_id));
  };
  return {
    find: async (gameId: number): Promise<R | undefined> => {
      await skipTo(gameId);
      if (current?.done || Number(current?.value.game_id) !== gameId) return undefined;
      const found = current?.value as R;
      current = await rows.next();
      return found;
    },
    end: () => skipTo(Number.POSITIVE_INFINITY),
  };
}
