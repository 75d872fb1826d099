import type { StoredSource } from '../../store/catalog-store.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';
import { dateText, webAddress } from '../kit/words.ts';
import { licenceName } from './sources.ts';

/** As the store keeps it: which sources gave which field. */
interface Provenance {
  fields: Record<string, string[]>;
  platforms: Record<string, Record<string, string[]>>;
}

/** In the order in which they are listed. */
const FIELD_NAMES: Record<string, string> = {
  title: 'title',
  alternate_titles: 'other titles',
  description: 'description',
  official_url: 'official site',
  catalog_score: 'score',
  num_votes: 'votes',
  genres: 'genres',
  groups: 'groups',
  releases: 'releases',
  first_release_date: 'first release',
  attributes: 'technical facts',
  ratings: 'ratings',
  patches: 'patches',
  screenshots: 'screenshots',
  cover_groups: 'covers',
  corrected: 'corrections',
};

/** Where the facts on a game's page come from, and under which licence. */
export async function sourceSection({ app }: PageRequest, gameId: number): Promise<Html> {
  const { catalog } = app.store;
  const [text, sources] = await Promise.all([catalog.findProvenance(gameId), catalog.listSources()]);
  if (text === undefined) return nothing;
  const given = fieldsBySource(JSON.parse(text) as Provenance);
  const known = new Map(sources.map((source) => [source.source, source]));
  return html`<section class="sources"><h2>Sources</h2>
<div class="wide"><table class="stack"><thead><tr><th scope="col">Source</th><th scope="col">Gave</th><th scope="col">Licence</th><th scope="col">As of</th></tr></thead>
<tbody>${Array.from(given, ([source, fields]) => sourceRow(source, fields, known.get(source)))}</tbody></table></div></section>`;
}

function sourceRow(name: string, fields: ReadonlySet<string>, source: StoredSource | undefined): Html {
  const words = Object.keys(FIELD_NAMES).filter((field) => fields.has(field));
  const others = [...fields].filter((field) => !Object.hasOwn(FIELD_NAMES, field));
  const gave = [...words.map((field) => FIELD_NAMES[field]), ...others].join(', ');
  const address = source && webAddress(source.url);
  const title = source?.name ?? name;
  return html`<tr><th scope="row">${address ? html`<a href="${address}" rel="noopener">${title}</a>` : title}</th>
<td>${gave}</td><td data-label="Licence">${source ? licenceName(source.licence) : ''}</td>
<td data-label="As of">${source && dateText(new Date(source.importedAt).toISOString().slice(0, 10))}</td></tr>`;
}

function fieldsBySource({ fields, platforms }: Provenance): Map<string, Set<string>> {
  const given = new Map<string, Set<string>>();
  for (const part of [fields, ...Object.values(platforms)]) {
    for (const [field, sources] of Object.entries(part)) {
      for (const source of sources) given.set(source, (given.get(source) ?? new Set()).add(field));
    }
  }
  return given;
}
