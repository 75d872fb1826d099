import { fieldsBySource, type Provenance } from '../../catalog/model/provenance.ts';
import type { StoredSource } from '../../store/catalog-store.ts';
import { formatDate, safeUrl } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';
import { licenceName } from './sources.ts';

/** In display order. */
const FIELD_NAMES: Record<string, string> = {
  title: 'title',
  alternate_titles: 'other titles',
  description: 'description',
  official_url: 'official website',
  catalog_score: 'score',
  num_votes: 'votes',
  genres: 'genres',
  groups: 'series and themes',
  releases: 'releases',
  first_release_date: 'first release',
  attributes: 'technical details',
  ratings: 'ratings',
  patches: 'patches',
  screenshots: 'screenshots',
  cover_groups: 'covers',
  corrected: 'corrections',
};

/** The sources of a game's data, with their licences. */
export async function sourceSection({ app }: PageRequest, gameId: number, own: string): Promise<Html> {
  const { catalog } = app.store;
  const [text, sources] = await Promise.all([catalog.findProvenance(gameId), catalog.listSources()]);
  if (text === undefined) return nothing;
  const fields = fieldsBySource(JSON.parse(text) as Provenance);
  const byKey = new Map(sources.map((source) => [source.source, source]));
  const names = Array.from(fields.keys(), (key) => byKey.get(key)?.name ?? key);
  return html`<section class="sources"><details class="folded"><summary><h2>Sources</h2> <span class="muted">${names.join(', ')}</span></summary>
<div class="scroll-x"><table class="stack"><thead><tr><th scope="col">Source</th><th scope="col">Data</th><th scope="col">Licence</th><th scope="col">As of</th></tr></thead>
<tbody>${Array.from(fields, ([source, names]) => sourceRow(source, names, byKey.get(source)))}</tbody></table></div>
<p><a href="${own}/sources" rel="nofollow">Which source states which fact</a></p></details></section>`;
}

function sourceRow(name: string, fields: ReadonlySet<string>, source: StoredSource | undefined): Html {
  const known = Object.keys(FIELD_NAMES).filter((field) => fields.has(field));
  const others = [...fields].filter((field) => !Object.hasOwn(FIELD_NAMES, field));
  const data = [...known.map((field) => FIELD_NAMES[field]), ...others].join(', ');
  return html`<tr><th scope="row">${sourceLink(name, source)}</th>
<td>${data}</td><td data-label="Licence">${source ? licenceName(source.licence) : ''}</td>
<td data-label="As of">${source && formatDate(new Date(source.importedAt).toISOString().slice(0, 10))}</td></tr>`;
}

/** The name of a source, with a link if it has an address. */
export function sourceLink(key: string, source: StoredSource | undefined): Html {
  const url = source && safeUrl(source.url);
  const title = source?.name ?? key;
  return url ? html`<a href="${url}" rel="noopener">${title}</a>` : html`${title}`;
}
