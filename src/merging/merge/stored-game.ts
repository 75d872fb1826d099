import { hash } from 'node:crypto';
import { notabilityOf } from '../../catalog/model/notability.ts';
import { facetsOf, type GameRecord, type Provenance } from '../../catalog/model/record.ts';
import { renderCard } from '../../catalog/render/card.ts';
import { plainWords } from '../../folding.ts';
import type { GameToStore } from '../../store/catalog-rows.ts';
import { startThread } from '../../threads.ts';

export type GameTexts = Pick<GameToStore, 'record' | 'provenance' | 'modifiedAt'>;

/** A record with the columns that the store indexes, its hash and its card. In a thread, parsing the text is no detour. */
export function toStoredGame({ record: text, provenance, modifiedAt }: GameTexts): GameToStore {
  const record = JSON.parse(text) as GameRecord;
  return {
    gameId: record.game_id,
    modifiedAt,
    provenance,
    title: record.title,
    names: namesOf(record),
    facets: facetsOf(record, notabilityOf(record, listSources(provenance))),
    hash: hashRecord(text),
    card: renderCard(record),
    record: text,
  };
}

/** The hash of a game tells whether an import changes it. */
export function hashRecord(record: string): string {
  return hash('sha256', record, 'base64url');
}

function listSources(provenance: string): Set<string> {
  const { fields, platforms } = JSON.parse(provenance) as Provenance;
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

/** Starting a thread takes as long as rendering so many games. */
const MIN_GAMES_FOR_THREAD = 2000;

/** Renders many games in a thread, while this one merges and stores others: a fifth of an import. */
export function openGameRenderer(games: number) {
  const isMany = games >= MIN_GAMES_FOR_THREAD;
  const thread = isMany ? startThread<readonly GameTexts[]>('stored-games-thread', import.meta.url) : undefined;
  return {
    /** In the same order. One call at a time. */
    render: async (texts: readonly GameTexts[]): Promise<GameToStore[]> => {
      if (!thread) return texts.map(toStoredGame);
      const rest = await thread.ask<Omit<GameToStore, 'record' | 'provenance'>[]>(texts);
      return rest.map((game, i) => ({ ...(texts[i] as GameTexts), ...game }));
    },
    close: async () => void (await thread?.worker.terminate()),
  };
}
