import { parentPort } from 'node:worker_threads';
import { type GameTexts, toStoredGame } from './stored-game.ts';

parentPort?.on('message', (games: readonly GameTexts[]) => {
  // The other thread has the texts.
  const answer = games
    .map((own) => toStoredGame(own))
    .map(({ record: _record, provenance: _provenance, ...rest }) => rest);
  parentPort?.postMessage({ answer });
});
