import { gamePath } from '../../catalog/render/render.ts';
import { findByName } from '../../catalog/search/find-by-name.ts';
import type { PageRequest, TextAnswer } from '../kit/page.ts';
import { platformWords, readGames } from './game-cards.ts';
import { readTyped } from './list-query.ts';

const MOST = 8;

/** Titles for what is being typed, as OpenSearch suggestions: the box on our pages and that of a browser both read them. */
export async function showSuggestions({ app, snapshot, query }: PageRequest): Promise<TextAnswer> {
  const typed = readTyped(query);
  const games = await readGames(
    app,
    snapshot,
    typed === '' ? [] : findByName(snapshot, typed).positions.subarray(0, MOST),
  );
  const titles = games.map(({ title }) => title);
  // Many games have the same title: the platform and the year tell them apart.
  const descriptions = games.map(platformWords);
  const addresses = games.map(({ game_id, title }) => app.publicUrl + gamePath(game_id, title));
  return {
    type: 'application/x-suggestions+json; charset=utf-8',
    text: JSON.stringify([typed, titles, descriptions, addresses]),
    headers: { 'cache-control': 'public, max-age=60' },
  };
}
