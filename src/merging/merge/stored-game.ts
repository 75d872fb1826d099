import { hash } from 'node:crypto';
import { facetsOf, type GameRecord } from '../../catalog/model/record.ts';
import { renderCard } from '../../catalog/render/render.ts';
import { namesOf } from '../../catalog/search/names.ts';
import type { GameToStore } from '../../store/catalog-store.ts';

/** What tells whether a game has changed. */
function hashRecord(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** A record with all that the store keeps beside it: what is indexed of it, and its card. */
export function toStoredGame(record: GameRecord, about: { provenance: string; modifiedAt: number }): GameToStore {
  const text = JSON.stringify(record);
  return {
    gameId: record.game_id,
    modifiedAt: about.modifiedAt,
    provenance: about.provenance,
    title: record.title,
    names: namesOf(record),
    facets: facetsOf(record),
    hash: hashRecord(text),
    card: renderCard(record),
    record: text,
  };
}
