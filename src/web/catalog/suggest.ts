import { gamePath } from '../../catalog/render/render.ts';
import { rankedSearch } from '../../catalog/search/ranked-search.ts';
import type { PageRequest, TextResponse } from '../kit/page.ts';
import { platformSummary, readGames } from './game-cards.ts';
import { readTitle } from './list-query.ts';

const MAX_SUGGESTIONS = 8;

/** Autocomplete in the OpenSearch suggestions format, for the site's search box and for browsers. */
export async function showSuggestions({ app, snapshot, query }: PageRequest): Promise<TextResponse> {
  const searchText = readTitle(query);
  const games = await readGames(
    app,
    snapshot,
    searchText === '' ? [] : rankedSearch(snapshot, searchText).positions.subarray(0, MAX_SUGGESTIONS),
  );
  const titles = games.map(({ title }) => title);
  // The platform and the year distinguish games with the same title.
  const descriptions = games.map(platformSummary);
  const urls = games.map(({ game_id, title }) => app.publicUrl + gamePath(game_id, title));
  return {
    type: 'application/x-suggestions+json; charset=utf-8',
    text: JSON.stringify([searchText, titles, descriptions, urls]),
    headers: { 'cache-control': 'public, max-age=60' },
  };
}
