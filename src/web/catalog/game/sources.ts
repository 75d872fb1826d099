import type { GameRecord } from '../../../catalog/model/record.ts';
import { fieldsBySource, type Provenance } from '../../../catalog/model/record.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { getOrInsert } from '../../../get-or-insert.ts';
import { type FactSources, listFactSources } from '../../../merging/merge/fact-sources.ts';
import type { CountedSource, StoredSource } from '../../../store/catalog-rows.ts';
import { distinctFiles, type PlacedDump } from '../../../store/dumps.ts';
import { findTerms } from '../../../vocabulary/sources.ts';
import { bdi, formatCount, formatDate, formatNumber, safeUrl } from '../../kit/format.ts';
import { type Html, html, joined, nothing } from '../../kit/html.ts';
import type { HtmlResponse, PageRequest } from '../../kit/page.ts';

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
<td data-label="As of">${source && importDay(source)}</td></tr>`;
}

function importDay({ importedAt }: StoredSource): string {
  return formatDate(new Date(importedAt).toISOString().slice(0, 10));
}

/** The name of a source, with a link if it has an address. */
function sourceLink(key: string, source: StoredSource | undefined): Html {
  const url = source && safeUrl(source.url);
  const title = source?.name ?? key;
  return url ? html`<a href="${url}" rel="noopener">${title}</a>` : html`${title}`;
}

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

/** Some arcade machines and disk sets have hundreds. */
const MAX_FILES = 100;

/** The files that sources list for the game, with their hashes, folded. */
export async function fileSection({ app }: PageRequest, record: GameRecord): Promise<Html> {
  const [dumps = []] = await app.store.catalog.listDumps([record.game_id]);
  const files = distinctFiles(dumps);
  if (files.length === 0) return nothing;
  const names = new Map(record.platforms.map(({ platform_id, platform_name }) => [platform_id, platform_name]));
  const platforms = Map.groupBy(files.slice(0, MAX_FILES), ({ platformId }) => names.get(platformId) ?? '');
  return html`<section class="files"><details class="folded">
<summary><h2>Known files</h2> <span class="muted">${formatCount(files.length, 'file')} with hashes</span></summary>
<p class="hint">Copies of cartridges, disks and chips, as the sources list them. <code>ludex identify</code> and
<a href="/docs/api">the API</a> find a game by them.</p>
${Array.from(platforms, ([name, own]) => html`${platforms.size > 1 && html`<h3>${bdi(name)}</h3>`}${fileTable(own, name)}`)}
${files.length > MAX_FILES && html`<p class="hint">${formatCount(files.length - MAX_FILES, 'more file')}.</p>`}
</details></section>`;
}

function fileTable(files: readonly PlacedDump[], platform: string): Html {
  return html`<div class="scroll-x" role="region" aria-label="Files${platform && ` for ${platform}`}" tabindex="0"><table>
<thead><tr><th scope="col">File</th><th scope="col" class="number">Bytes</th><th scope="col">CRC-32</th><th scope="col">SHA-1</th></tr></thead>
<tbody>${files.map(
    ({ name, size, crc, sha1, md5 }) => html`<tr><td>${name !== undefined && bdi(name)}</td>
<td class="number">${size !== undefined && formatNumber(size)}</td><td><code>${crc}</code></td>
<td><code>${sha1 ?? (md5 && `MD5 ${md5}`)}</code></td></tr>`,
  )}</tbody></table></div>`;
}

const sourceCounts = new WeakMap<Snapshot, Promise<CountedSource[]>>();

const STARTER_PICTURES = 'starter-pictures';

export async function showSources({ app, snapshot }: PageRequest): Promise<HtmlResponse> {
  // Counting reads all games. Errors are not kept.
  const counts = getOrInsert(sourceCounts, snapshot, () => app.store.catalog.countSources());
  const sources = await counts.catch((error) => {
    sourceCounts.delete(snapshot);
    throw error;
  });
  return {
    title: 'Sources and licences',
    description: 'The sources of this catalog and their licences.',
    canonical: '/sources',
    body: html`<h1>Sources and licences</h1>
<p class="lead">All data comes from these sources. Each game page shows which source provided what. What may be published can be
<a href="/data">downloaded as files</a>.</p>
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
function licenceName(licence: string): string {
  return licence.replace(/^LicenseRef-/, '').replaceAll('-', licence.startsWith('LicenseRef-') ? ' ' : '-');
}

function sourceTable(sources: readonly CountedSource[]): Html {
  return html`<div class="scroll-x"><table class="stack">
<thead><tr><th scope="col">Source</th><th scope="col">Licence</th><th scope="col">Version</th><th scope="col">Imported</th><th scope="col" class="number">Games</th></tr></thead>
<tbody>${sources.map(
    (source) => html`<tr><th scope="row">${sourceLink(source.source, source)}</th>
<td data-label="Licence">${licenceName(source.licence)}</td><td data-label="Version">${source.version}</td>
<td data-label="Imported">${importDay(source)}</td><td class="number" data-label="Games">${formatNumber(source.games)}</td></tr>`,
  )}</tbody></table></div>`;
}
