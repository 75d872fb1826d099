import { notabilityOf } from '../../catalog/model/notability.ts';
import { facetsOf, type GameRecord } from '../../catalog/model/record.ts';
import { renderCard } from '../../catalog/render/card.ts';
import { plainWords } from '../../folding.ts';
import type { GameToStore } from '../../store/catalog-store.ts';
import { filtersOf } from '../../store/game-filters.ts';
import { hashRecord } from '../../store/upgraded-games.ts';
import type { MergedGame } from './merge-layers.ts';

/** A record with the columns that the store indexes, its hash and its card. */
export function toStoredGame(
  record: GameRecord,
  { provenance, modifiedAt }: Pick<GameToStore, 'provenance' | 'modifiedAt'>,
): GameToStore {
  return storedFrom(record, { record: JSON.stringify(record), provenance, modifiedAt });
}

/** The texts that a game is stored from. */
export type GameTexts = Pick<GameToStore, 'record' | 'provenance' | 'modifiedAt'>;

/** The same for a record as text, which is parsed: in a thread that is no detour. */
export function toStoredTexts(texts: GameTexts): GameToStore {
  return storedFrom(JSON.parse(texts.record) as GameRecord, texts);
}

function storedFrom(record: GameRecord, { record: text, provenance, modifiedAt }: GameTexts): GameToStore {
  return {
    gameId: record.game_id,
    modifiedAt,
    provenance,
    title: record.title,
    names: namesOf(record),
    facets: facetsOf(record, notabilityOf(record, listSources(provenance))),
    filters: filtersOf(record),
    hash: hashRecord(text),
    card: renderCard(record),
    record: text,
  };
}

/** All sources that a record has data from. */
function listSources(provenance: string): Set<string> {
  const { fields, platforms } = JSON.parse(provenance) as MergedGame['provenance'];
  return new Set([fields, ...Object.values(platforms)].flatMap((sources) => Object.values(sources).flat()));
}

/** All titles of a game in plain words, one per line, for search. */
export function namesOf({ title, alternate_titles }: Pick<GameRecord, 'title' | 'alternate_titles'>): string {
  const titles = [title, ...alternate_titles.map((alternate) => alternate.title)];
  const names = titles.flatMap((name) => [plainWords(name), ...joinHyphenated(name)]);
  return [...new Set(names)].filter((name) => name !== '').join('\n');
}

/** `Pac-Man` is also searched as one word. */
function joinHyphenated(name: string): string[] {
  return name.includes('-') ? [plainWords(name.replaceAll(/(?<=\p{Letter})-(?=\p{Letter})/gu, ''))] : [];
}
