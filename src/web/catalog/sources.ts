import type { App } from '../../app.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { CountedSource } from '../../store/catalog-store.ts';
import { findTerms } from '../../vocabulary/sources.ts';
import { formatDate, formatNumber, safeUrl } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse, PageRequest } from '../kit/page.ts';

/** Counting reads all games, so the result is cached per snapshot. */
const sourceCounts = new WeakMap<Snapshot, Promise<CountedSource[]>>();

function countSources(app: App, snapshot: Snapshot): Promise<CountedSource[]> {
  const counts = getOrInsert(sourceCounts, snapshot, () => app.store.catalog.countSources());
  // Errors are not cached.
  counts.catch(() => sourceCounts.delete(snapshot));
  return counts;
}

const STARTER_PICTURES = 'starter-pictures';

export async function showSources({ app, snapshot }: PageRequest): Promise<HtmlResponse> {
  const sources = await countSources(app, snapshot);
  return {
    title: 'Sources and licences',
    description: 'The sources of this catalog and their licences.',
    canonical: '/sources',
    body: html`<h1>Sources and licences</h1>
<p class="lead">All data comes from these sources. Each game page shows which source provided what.</p>
${sources.length === 0 ? html`<p>Nothing has been imported yet.</p>` : sourceTable(sources)}
${sources.map(({ source, name }) => findTerms(source) && html`<p class="prose"><strong>${name}:</strong> ${findTerms(source)}</p>`)}
<p class="hint">This page is not available as JSON: the API has no endpoint for sources.</p>
${
  sources.some(({ source }) => source === STARTER_PICTURES) &&
  html`<p class="prose"><a href="/docs/credits">Credits for the screenshots of the starter catalog</a></p>`
}
<p class="prose">This site runs on Ludex, free software under the MIT licence.</p>`,
  };
}

/** `LicenseRef-` marks licences that are not in the SPDX list. */
export function licenceName(licence: string): string {
  return licence.replace(/^LicenseRef-/, '').replaceAll('-', licence.startsWith('LicenseRef-') ? ' ' : '-');
}

function sourceTable(sources: readonly CountedSource[]): Html {
  return html`<div class="scroll-x"><table class="stack">
<thead><tr><th scope="col">Source</th><th scope="col">Licence</th><th scope="col">Version</th><th scope="col">Imported</th><th scope="col" class="number">Games</th></tr></thead>
<tbody>${sources.map((source) => {
    const url = safeUrl(source.url);
    return html`<tr><th scope="row">${url ? html`<a href="${url}" rel="noopener">${source.name}</a>` : source.name}</th>
<td data-label="Licence">${licenceName(source.licence)}</td><td data-label="Version">${source.version}</td>
<td data-label="Imported">${formatDate(new Date(source.importedAt).toISOString().slice(0, 10))}</td><td class="number" data-label="Games">${formatNumber(source.games)}</td></tr>`;
  })}</tbody></table></div>`;
}
