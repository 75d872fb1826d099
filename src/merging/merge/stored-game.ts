import { hash } from 'node:crypto';
import { facetsOf, type GameRecord } from '../../catalog/model/record.ts';
import { renderCard } from '../../catalog/render/render.ts';
import { plainWords } from '../../folding.ts';
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

/** All that a game is called, in plain words, one name a line: what people find it by. */
export function namesOf({ title, alternate_titles }: Pick<GameRecord, 'title' | 'alternate_titles'>): string {
  const titles = [title, ...alternate_titles.map((alternate) => alternate.title)];
  const names = titles.flatMap((name) => [plainWords(name), ...closedUp(name)]);
  return [...new Set(names)].filter((name) => name !== '').join('\n');
}

/** `Pac-Man` is also typed as one word. */
function closedUp(name: string): string[] {
  return name.includes('-') ? [plainWords(name.replaceAll(/(?<=\p{Letter})-(?=\p{Letter})/gu, ''))] : [];
}
