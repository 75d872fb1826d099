import { fold } from '../catalog/fold.ts';
import { gamePath } from '../catalog/render.ts';
import { searchTitles } from '../catalog/search.ts';
import { textBytes } from '../catalog/shared.ts';
import type { Snapshot } from '../catalog/snapshot.ts';
import { platformWords, readGames } from './game-cards.ts';
import { TITLE_LENGTH } from './list-query.ts';
import type { PageRequest, TextAnswer } from './page.ts';

const MOST = 8;
/** A letter or two are in most titles: enough of them are looked at to find good ones. */
const LOOKED_AT = 5000;

/** Titles for what is being typed, as OpenSearch suggestions: the box on our pages and that of a browser both read them. */
export async function showSuggestions({ app, snapshot, query }: PageRequest): Promise<TextAnswer> {
  const typed = Array.from((query.get('title') ?? '').replaceAll('\0', '').trim())
    .slice(0, TITLE_LENGTH)
    .join('');
  const games = await readGames(app, snapshot, typed === '' ? [] : suggest(snapshot, typed));
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

/** Titles that begin with it come first, then those with a word that does, then the others; short ones before long ones. */
function suggest(snapshot: Snapshot, typed: string): number[] {
  const needle = fold(typed);
  const positions = Array.from(searchTitles(snapshot.search, typed).subarray(0, LOOKED_AT));
  const ranked = positions.map((position) => {
    const folded = textBytes(snapshot.search.titles, position).toString();
    const at = folded.indexOf(needle);
    const rank = at === 0 ? 0 : /[\p{Letter}\p{Number}]/u.test(folded[at - 1] ?? '') ? 2 : 1;
    return { position, rank, length: folded.length };
  });
  ranked.sort((a, b) => a.rank - b.rank || a.length - b.length || a.position - b.position);
  return ranked.slice(0, MOST).map(({ position }) => position);
}
