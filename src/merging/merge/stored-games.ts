import { Worker } from 'node:worker_threads';
import type { GameToStore } from '../../store/catalog-store.ts';
import { threadFile } from '../../thread-file.ts';
import { askThread } from '../ask-thread.ts';
import { type GameTexts, toStoredTexts } from './stored-game.ts';

/** Renders records with everything that is stored beside them: cards, facets, filters, hashes. */
export interface GameRenderer {
  /** In the same order. One call at a time. */
  render(games: readonly GameTexts[]): Promise<GameToStore[]>;
  close(): Promise<void>;
}

/** Starting a thread takes as long as rendering so many games. */
const MIN_GAMES_FOR_THREAD = 2000;

/** Renders many games in a thread, while this one merges and stores others: a fifth of an import. */
export function openGameRenderer(games: number): GameRenderer {
  if (games < MIN_GAMES_FOR_THREAD) return { render: async (texts) => texts.map(toStoredTexts), close: async () => {} };
  const worker = new Worker(threadFile('stored-games-thread', import.meta.url));
  // An error between two requests would end the process.
  worker.on('error', () => {});
  return {
    render: async (texts) => {
      const rest = await askThread<readonly GameTexts[], Omit<GameToStore, 'record' | 'provenance'>[]>(worker, texts);
      return rest.map((game, i) => ({ ...(texts[i] as GameTexts), ...game }));
    },
    close: async () => void (await worker.terminate()),
  };
}
