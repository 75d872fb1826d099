import type { Provenance } from '../../catalog/model/provenance.ts';
import type { GameRecord } from '../../catalog/model/record.ts';
import { type FactSources, listFactSources } from '../../merging/merge/fact-sources.ts';
import type { StoredSource } from '../../store/catalog-store.ts';
import { bdi } from '../kit/format.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import type { HtmlResponse, PageRequest } from '../kit/page.ts';
import { sourceLink } from './game-sources.ts';

type Sources = ReadonlyMap<string, StoredSource>;

/** Each fact of a game with the sources that state it. A page of its own: it reads what every source says. */
export async function factSourcesPage({ app }: PageRequest, record: GameRecord, own: string): Promise<HtmlResponse> {
  const { catalog } = app.store;
  const provenance = JSON.parse((await catalog.findProvenance(record.game_id)) ?? EMPTY) as Provenance;
  const facts = await catalog.read((reader) => listFactSources(reader, record, provenance));
  const sources = new Map((await catalog.listSources()).map((source) => [source.source, source]));
  return {
    title: `Sources of ${record.title}`,
    // Search engines should show the game instead.
    canonical: own,
    body: html`<h1>Sources of ${bdi(record.title)}</h1>
<p><a href="${own}">Back to the game</a></p>
<p class="hint">A fact has the sources that state it. “Derived” facts follow from others; corrections are by the operator of this
site.</p>
<div class="scroll-x"><table class="stack"><thead><tr><th scope="col">Fact</th><th scope="col">Value</th><th scope="col">Stated by</th></tr></thead>
<tbody>${facts.map((fact) => factRow(fact, sources))}</tbody></table></div>
<p><a href="/sources">All sources and their licences</a></p>`,
  };
}

const EMPTY = '{"fields":{},"platforms":{}}';

function factRow({ fact, value, sources: stating, others = [] }: FactSources, sources: Sources): Html {
  const rest = others.map(({ source, value: other }) => html`${other}: ${sourceLink(source, sources.get(source))}`);
  return html`<tr><th scope="row">${fact}</th><td>${value !== '' && bdi(value)}</td>
<td>${joined(stating.map((source) => sourceLink(source, sources.get(source))))}
${rest.length > 0 && html`<br><span class="muted">Others state ${joined(rest)}</span>`}</td></tr>`;
}

function joined(parts: readonly Html[]): Part {
  return parts.map((part, i) => html`${i > 0 && ', '}${part}`);
}
