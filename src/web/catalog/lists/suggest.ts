import type { App } from '../../../app.ts';
import type { Suggestion } from '../../../catalog/model/resources.ts';
import { HIDDEN_KINDS } from '../../../catalog/search/browse.ts';
import type { EntryKind } from '../../../catalog/search/entry-index.ts';
import { findGames } from '../../../catalog/search/query.ts';
import { findCompanies, findEntries, listSuggestions } from '../../../catalog/search/suggest.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { listOtherNames } from '../../../vocabulary/other-names.ts';
import { bdi, entryLink, formatCount } from '../../kit/format.ts';
import { type Html, html, nothing } from '../../kit/html.ts';
import type { PageRequest, TextResponse } from '../../kit/page.ts';
import { coverPicture, readGames } from './game-cards.ts';
import { readTitle } from './list-query.ts';

const KIND_NAMES: Record<EntryKind, string> = { platform: 'Platform', company: 'Company', group: 'Series or theme' };

/** The names of companies, for the filter of a list. */
export function showCompanyNames({ snapshot, query }: PageRequest): TextResponse {
  const text = readTitle(query);
  const names = findCompanies(snapshot, text, listOtherNames(text)).map(({ name }) => name);
  return { type: TYPE, text: JSON.stringify([text, names]), headers: HEADERS };
}

const TYPE = 'application/x-suggestions+json; charset=utf-8';
const HEADERS = { 'cache-control': 'public, max-age=60' };

/**
 * Autocomplete in the OpenSearch suggestions format, for the site's search box and for browsers. These ignore the covers:
 * an object at the end is the usual place of extensions.
 */
export async function showSuggestions({ app, snapshot, query }: PageRequest): Promise<TextResponse> {
  const text = readTitle(query);
  const found =
    text === '' ? [] : await listSuggestions(app.catalog, snapshot, text, listOtherNames(text), HIDDEN_KINDS);
  const lists = [
    found.map(({ name }) => name),
    found.map(({ kind, detail }) => (kind === 'game' ? detail : `${KIND_NAMES[kind]} · ${detail}`)),
    found.map(({ url }) => url),
  ];
  return {
    type: TYPE,
    text: JSON.stringify([text, ...lists, { 'ludex:covers': await listCovers(app, snapshot, found) }]),
    headers: HEADERS,
  };
}

/** The small cover of each game, and null for other suggestions. */
async function listCovers(app: App, snapshot: Snapshot, found: readonly Suggestion[]): Promise<(string | null)[]> {
  const ids = found.filter(({ kind }) => kind === 'game').map(({ id }) => id);
  const games = await readGames(app, snapshot, findGames(snapshot, ids));
  // A path, as the site may be open under another host than its public URL.
  const base = new URL(app.publicUrl).pathname.replace(/\/$/, '');
  const addressOf = (address: string) => (address.startsWith('/') ? base + address : address);
  const covers = new Map(games.map((game) => [game.game_id, addressOf(coverPicture(game).thumbnail_image)]));
  return found.map(({ kind, id }) => (kind === 'game' ? (covers.get(id) ?? null) : null));
}

const MAX_ENTRIES = 6;

/** Platforms, companies and groups that a search text names, for the top of the search results. */
export function searchEntries({ snapshot }: PageRequest, text: string): Html {
  const found = text === '' ? [] : findEntries(snapshot, text, listOtherNames(text), MAX_ENTRIES);
  if (found.length === 0) return nothing;
  return html`<nav class="entries" aria-label="Platforms, companies and series"><ul>${found.map(
    ({ kind, id, name, games, otherName }) =>
      html`<li>${entryLink(kind, id, name)}
<span class="muted">${KIND_NAMES[kind]}${otherName !== undefined && html` · ${bdi(otherName)}`} · ${formatCount(games, 'game')}</span></li>`,
  )}</ul></nav>`;
}
