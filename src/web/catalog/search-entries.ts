import type { EntryKind } from '../../catalog/search/entry-index.ts';
import { findEntries } from '../../catalog/search/suggest.ts';
import { listOtherNames } from '../../vocabulary/other-names.ts';
import { bdi, formatCount } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';
import { companyPath } from './company-path.ts';
import { facetPath } from './facets.ts';

const MAX_ENTRIES = 6;

const KINDS: Record<EntryKind, { label: string; pathOf(id: number, name: string): string }> = {
  platform: { label: 'Platform', pathOf: (id, name) => facetPath('platform', id, name) },
  company: { label: 'Company', pathOf: companyPath },
  group: { label: 'Series or theme', pathOf: (id, name) => facetPath('group', id, name) },
};

/** Platforms, companies and groups that a search text names, for the top of the search results. */
export function searchEntries({ snapshot }: PageRequest, text: string): Html {
  const found = text === '' ? [] : findEntries(snapshot, text, listOtherNames(text), MAX_ENTRIES);
  if (found.length === 0) return nothing;
  return html`<nav class="entries" aria-label="Platforms, companies and series"><ul>${found.map(
    ({ kind, id, name, games, otherName }) =>
      html`<li><a href="${KINDS[kind].pathOf(id, name)}">${bdi(name)}</a>
<span class="muted">${KINDS[kind].label}${otherName !== undefined && html` · ${bdi(otherName)}`} · ${formatCount(games, 'game')}</span></li>`,
  )}</ul></nav>`;
}
