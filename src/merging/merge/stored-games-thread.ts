import { parentPort } from 'node:worker_threads';
import { type GameTexts, toStoredTexts } from './stored-game.ts';

parentPort?.on('message', (games: readonly GameTexts[]) => {
  // The other thread has the texts.
  parentPort?.postMessage(
    games.map(toStoredTexts).map(({ record: _record, provenance: _provenance, ...rest }) => rest),
  );
});
