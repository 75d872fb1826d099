import type { App } from '../../app.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import type { CountedSource } from '../../store/catalog-store.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlAnswer, PageRequest } from '../kit/page.ts';
import { dateText, grouped, webAddress } from '../kit/words.ts';

/** Counted over all games: once for each snapshot. */
const counted = new WeakMap<Snapshot, Promise<CountedSource[]>>();

function countSources(app: App, snapshot: Snapshot): Promise<CountedSource[]> {
  const known = counted.get(snapshot) ?? app.store.catalog.countSources();
  counted.set(snapshot, known);
  // What failed is asked for again.
  known.catch(() => counted.delete(snapshot));
  return known;
}

const STARTER_PICTURES = 'starter-pictures';

/** Where the catalog comes from. */
export async function showSources({ app, snapshot }: PageRequest): Promise<HtmlAnswer> {
  const sources = await countSources(app, snapshot);
  return {
    title: 'Sources and licences',
    description: 'Where the facts of this catalog come from, and under which licences.',
    canonical: '/sources',
    body: html`<h1>Sources and licences</h1>
<p class="lead">Every fact here was given by one of these sources. The page of a game says which gave what.</p>
${sources.length === 0 ? html`<p>Nothing was imported yet.</p>` : sourceTable(sources)}
<p class="hint">This page has no JSON: the API tells of games, and has no call for where the facts come from.</p>
${
  sources.some(({ source }) => source === STARTER_PICTURES) &&
  html`<p class="prose"><a href="/docs/credits">Whose work the screenshots of the starter catalog show</a></p>`
}
<p class="prose">The program behind this site is Ludex, free software under the MIT licence.</p>`,
  };
}

/** SPDX has no name for some; ours begin like this. */
export function licenceName(licence: string): string {
  return licence.replace(/^LicenseRef-/, '').replaceAll('-', licence.startsWith('LicenseRef-') ? ' ' : '-');
}

function sourceTable(sources: readonly CountedSource[]): Html {
  return html`<div class="wide"><table class="stack">
<thead><tr><th scope="col">Source</th><th scope="col">Licence</th><th scope="col">Version</th><th scope="col">Imported</th><th scope="col" class="number">Games</th></tr></thead>
<tbody>${sources.map((source) => {
    const address = webAddress(source.url);
    return html`<tr><th scope="row">${address ? html`<a href="${address}" rel="noopener">${source.name}</a>` : source.name}</th>
<td data-label="Licence">${licenceName(source.licence)}</td><td data-label="Version">${source.version}</td>
<td data-label="Imported">${dateText(new Date(source.importedAt).toISOString().slice(0, 10))}</td><td class="number" data-label="Games">${grouped(source.games)}</td></tr>`;
  })}</tbody></table></div>`;
}
