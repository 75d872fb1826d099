import { findByName } from '../catalog/find-by-name.ts';
import { gamePath } from '../catalog/render.ts';
import { textBytes } from '../catalog/shared.ts';
import { readTyped } from './list-query.ts';
import type { PageRequest, TextAnswer } from './page.ts';

const MOST = 8;

/** Titles for what is being typed, as OpenSearch suggestions: the box on our pages and that of a browser both read them. */
export function showSuggestions({ app, snapshot, query }: PageRequest): TextAnswer {
  const typed = readTyped(query);
  const found = typed === '' ? [] : Array.from(findByName(snapshot, typed).positions.subarray(0, MOST));
  const titles = found.map((position) => textBytes(snapshot.titles, position).toString());
  const addresses = found.map(
    (position, i) => app.publicUrl + gamePath(snapshot.ids[position] as number, titles[i] as string),
  );
  return {
    type: 'application/x-suggestions+json; charset=utf-8',
    text: JSON.stringify([typed, titles, titles.map(() => ''), addresses]),
    headers: { 'cache-control': 'public, max-age=60' },
  };
}
